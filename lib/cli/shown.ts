import { visible } from '../http/escape.ts'
import { oneLine } from '../report/text.ts'

/** Foreign text on one line, safe to print. */
export function shownLine(text: string): string {
  return visible(oneLine(text))
}

/** A value as indented JSON, safe to print: what a terminal would obey appears as an escape that JSON knows. */
export function shownJson(value: unknown): string {
  return `${visible(JSON.stringify(value, null, 2), { keepLines: true })}\n`
}

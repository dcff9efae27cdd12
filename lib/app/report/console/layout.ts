import type pc from 'picocolors'
import wrapAnsi from 'wrap-ansi'
import { capChars, visible } from '../../../engine/util/text.ts'

/** The layout of a console report. */
export interface Layout {
  readonly paint: ReturnType<typeof pc.createColors>
  readonly width: number
  readonly verbose: boolean
}

const LONGEST_PARAGRAPH = 4000

/**
 * Breaks a text at blanks into lines of at most `width` columns; a longer word gets a line of its own. A very
 * long text is cut.
 */
export function wrap(text: string, width: number): string[] {
  return wrapAnsi(capChars(text, LONGEST_PARAGRAPH), width).split('\n')
}

/** The column where the text after a label begins. */
export const LABEL_COLUMNS = 12

/** A labelled text with a hanging indent; no line for an empty text. Control characters are escaped. */
export function labelled(label: string, text: string, { paint, width }: Layout): string[] {
  if (text === '') return []
  const lines = wrap(visible(text), Math.max(width - LABEL_COLUMNS, 20))
  return lines.map(
    (line, index) => `${paint.dim(`  ${index === 0 ? label : ''}`.padEnd(LABEL_COLUMNS))}${line}`,
  )
}

/**
 * A labelled command: never wrapped, and without indentation from its second line on, so that it can be
 * copied.
 */
export function commandLine(label: string, text: string, { paint }: Layout): string[] {
  const [first = '', ...rest] = text.split('\n').map((line) => visible(line))
  return [`${paint.dim(`  ${label}`.padEnd(LABEL_COLUMNS))}${first}`, ...rest]
}

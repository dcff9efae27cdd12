import { tokensOf } from '../../../engine/contract/json.ts'
import { count } from '../../../engine/util/text.ts'
import { jsonIn } from '../../../engine/util/values.ts'
import { cut } from '../wording.ts'

/** One line of a body; `marked`: it shows the fault. */
export interface ShownLine {
  readonly text: string
  readonly marked: boolean
}

/** The names that lead from a value to the marked place: empty at the place itself, undefined elsewhere. */
type Way = readonly string[] | undefined

/**
 * A JSON body in indented lines, with the given number of lines before and after the place at the pointer.
 * The value there is marked, or the gap if the member is missing. Undefined if the body is not JSON, for
 * example because it was cut.
 */
export function bodyLines(
  body: string,
  pointer: string | undefined,
  around: number,
): readonly ShownLine[] | undefined {
  const value = jsonIn(body)
  if (value === undefined) return undefined
  const lines = linesOf(value, pointer === undefined ? undefined : tokensOf(pointer), 0)
  const marked = Math.max(
    lines.findIndex((line) => line.marked),
    0,
  )
  const from = Math.max(marked - around, 0)
  const to = Math.min(marked + around, lines.length)
  const shown = lines.slice(from, to).map((line) => ({ ...line, text: cut(line.text, LONGEST_LINE) }))
  return [...leftOut(from), ...shown, ...leftOut(lines.length - to)]
}

function leftOut(lines: number): ShownLine[] {
  return lines === 0 ? [] : [{ text: `… ${count(lines, 'more line')}`, marked: false }]
}

const LONGEST_LINE = 160
/** Lists and objects are folded from this depth on. */
const DEEPEST = 32

function linesOf(value: unknown, way: Way, depth: number): ShownLine[] {
  if (typeof value !== 'object' || value === null) {
    return [{ text: JSON.stringify(value), marked: way !== undefined }]
  }
  const marked = way?.length === 0
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (depth >= DEEPEST) return [{ text: `${open} … ${close}`, marked }]
  const inner = [...membersOf(value, way, depth), ...missingIn(value, way)]
  if (inner.length === 0) return [{ text: open + close, marked }]
  return [
    { text: open, marked },
    ...inner.map((line) => ({ ...line, text: `  ${line.text}` })),
    { text: close, marked },
  ]
}

/** The members of an object, or the items of a list, each followed by a comma except the last. */
function membersOf(value: object, way: Way, depth: number): ShownLine[] {
  const members = Object.entries(value)
  return members.flatMap(([name, member], index) => {
    const label = Array.isArray(value) ? '' : `${JSON.stringify(name)}: `
    const lines = linesOf(member, onward(way, name), depth + 1)
    return lines.map(({ text, marked }, line) => {
      const comma = line === lines.length - 1 && index < members.length - 1 ? ',' : ''
      return { text: `${line === 0 ? label : ''}${text}${comma}`, marked }
    })
  })
}

function missingIn(value: object, way: Way): ShownLine[] {
  const [name] = way ?? []
  if (name === undefined || Object.hasOwn(value, name)) return []
  return [{ text: `(no ${Array.isArray(value) ? `item ${name}` : JSON.stringify(name)})`, marked: true }]
}

/** The way that is left from a member on: every part of a marked value is marked. */
function onward(way: Way, name: string): Way {
  if (way?.length === 0) return way
  return way?.[0] === name ? way.slice(1) : undefined
}

import { tokensOf } from '../../../engine/contract/json.ts'
import { count } from '../../../engine/util/text.ts'
import { jsonIn } from '../../../engine/util/values.ts'
import { cut } from '../wording.ts'

/** One line of a body; `marked`: it shows what a finding is about. */
export interface ShownLine {
  readonly text: string
  readonly marked: boolean
}

/** The names that lead from a value to the marked place: none at the place itself, undefined elsewhere. */
type Way = readonly string[] | undefined

/**
 * A JSON body in indented lines, as many as are asked for on either side of the place at the pointer: the value there,
 * or the gap where a member is missing, is marked. Undefined if the body is no JSON, as one that was cut.
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

/** The most characters of a line. */
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

/** The members of an object, or the items of a list, each with a comma after it but for the last one. */
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

/** The gap where a member is missing. */
function missingIn(value: object, way: Way): ShownLine[] {
  const [name] = way ?? []
  if (name === undefined || Object.hasOwn(value, name)) return []
  return [{ text: `(no ${Array.isArray(value) ? `item ${name}` : JSON.stringify(name)})`, marked: true }]
}

/** The way from a member on: all of a marked value is marked. */
function onward(way: Way, name: string): Way {
  if (way?.length === 0) return way
  return way?.[0] === name ? way.slice(1) : undefined
}

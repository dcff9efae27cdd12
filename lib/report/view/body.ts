import { thousands } from '../../util/text.ts'
import { cut } from '../wording.ts'
import { missingMember, parsed, tokensOf } from './pointer.ts'

/** One line of a body; `marked`: it shows what a finding is about. */
export interface ShownLine {
  readonly text: string
  readonly marked: boolean
}

/** How much of a body is shown. What leads to the marked place always is. */
export interface Room {
  /** The most items of a list. */
  readonly items: number
  /** The most characters of a text. */
  readonly text: number
  /** Lists and objects are folded from this depth on. */
  readonly depth: number
}

/**
 * A JSON body in indented lines. The value at the pointer of a finding, or the gap where a member is missing, is marked.
 * Undefined if the body is no JSON.
 *
 * @param isCut - whether only the beginning of the body is there
 */
export function bodyLines(
  body: string,
  pointer: string | undefined,
  room: Room,
  isCut = false,
): readonly ShownLine[] | undefined {
  const value = parsed(isCut ? closed(body) : body)
  if (value === undefined) return undefined
  // What is not in the beginning of a body may be in its end.
  const isUnknown = pointer === undefined || (isCut && missingMember(pointer, value) !== undefined)
  return linesOf(value, isUnknown ? undefined : tokensOf(pointer), room, 0)
}

/** The names that lead from a value to the marked place: none at the place itself, undefined elsewhere. */
type Way = readonly string[] | undefined

/** What stands in a list or an object: a value, or a note on what does not stand there. */
type Part =
  | { readonly label: string; readonly value: unknown; readonly way: Way; readonly isLast: boolean }
  | ShownLine

function linesOf(value: unknown, way: Way, room: Room, depth: number): ShownLine[] {
  if (typeof value !== 'object' || value === null) {
    const text = JSON.stringify(typeof value === 'string' ? cut(value, room.text) : value)
    return [{ text, marked: way !== undefined }]
  }
  const marked = way?.length === 0
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const parts = Array.isArray(value) ? itemsOf(value, way, room) : membersOf(value, way)
  if (parts.length === 0) return [{ text: open + close, marked }]
  if (way === undefined && depth >= room.depth) return [{ text: `${open} … ${close}`, marked }]
  const inner = parts.flatMap((part) =>
    'text' in part ? [part] : labelled(part, linesOf(part.value, part.way, room, depth + 1)),
  )
  return [
    { text: open, marked },
    ...inner.map((line) => ({ ...line, text: `  ${line.text}` })),
    { text: close, marked },
  ]
}

/** The members of an object, then the one that is missing. */
function membersOf(value: object, way: Way): Part[] {
  const members = Object.entries(value)
  const parts: Part[] = members.map(([name, member], index) => ({
    label: `${JSON.stringify(name)}: `,
    value: member,
    way: onward(way, name),
    isLast: index === members.length - 1,
  }))
  const [next] = way ?? []
  const isMissing = next !== undefined && !Object.hasOwn(value, next)
  return isMissing ? [...parts, { text: `(no ${JSON.stringify(next)})`, marked: true }] : parts
}

/** The first items of a list, with the marked one as the last if it comes later, and how many are left out between them. */
function itemsOf(items: readonly unknown[], way: Way, room: Room): Part[] {
  const first = [...items.keys()].slice(0, room.items)
  const wanted = Number(way?.[0])
  const isLater = wanted >= first.length && wanted < items.length
  const shown = isLater ? [...first.slice(0, -1), wanted] : first
  const gap = (from: number, to: number): Part[] =>
    to > from ? [{ text: `… ${thousands(to - from)} more`, marked: way?.length === 0 }] : []
  return [
    ...shown.flatMap((index, nth) => [
      ...gap((shown[nth - 1] ?? -1) + 1, index),
      {
        label: '',
        value: items[index],
        way: onward(way, String(index)),
        isLast: index === items.length - 1,
      },
    ]),
    ...gap((shown.at(-1) ?? -1) + 1, items.length),
  ]
}

/** The way from a member on: all of a marked value is marked. */
function onward(way: Way, name: string): Way {
  if (way?.length === 0) return way
  return way?.[0] === name ? way.slice(1) : undefined
}

/** A label before the first of some lines, and a comma after the last one. */
function labelled({ label, isLast }: { label: string; isLast: boolean }, lines: ShownLine[]): ShownLine[] {
  return lines.map(({ text, marked }, index) => {
    const comma = index === lines.length - 1 && !isLast ? ',' : ''
    return { text: `${index === 0 ? label : ''}${text}${comma}`, marked }
  })
}

/** A list or an object that is not closed yet. */
interface Open {
  readonly closing: string
  readonly outer?: Open
}

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']' }

/** The beginning of a JSON text, closed after its last complete member or item. Text that is not JSON remains invalid. */
function closed(beginning: string): string {
  let inner: Open | undefined
  let whole: { readonly end: number; readonly inner?: Open } = { end: 0 }
  let quoted = false
  for (let at = 0; at < beginning.length; at += 1) {
    const character = beginning[at] ?? ''
    if (quoted) {
      if (character === '\\') at += 1
      else if (character === '"') quoted = false
      continue
    }
    if (character === '"') quoted = true
    const closing = CLOSING[character]
    if (closing !== undefined) inner = { closing, outer: inner }
    else if (character === inner?.closing) inner = inner.outer
    else if (character !== ',') continue
    whole = { end: character === ',' ? at : at + 1, inner }
  }
  let json = beginning.slice(0, whole.end)
  for (let open = whole.inner; open !== undefined; open = open.outer) json += open.closing
  return json
}

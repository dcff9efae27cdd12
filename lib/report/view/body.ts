import { MOST_LISTED } from '../../util/bounds.ts'
import { thousands } from '../../util/text.ts'
import { isObject } from '../../util/values.ts'

/** One line of a body; `marked`: it shows what a finding is about. */
export interface ShownLine {
  readonly text: string
  readonly marked: boolean
}

/** How much of a body is shown. What leads to the marked place always is. */
export interface Room {
  /** The most items of a list. */
  readonly items: number
  /** The most members of an object. */
  readonly members: number
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
  return linesOf(value, pointer === undefined ? undefined : tokensOf(pointer), 0, { ...room, isCut })
}

/**
 * What stands where a member is missing: `no total; present: limit, offset, has_more`. Undefined if the pointer leads to a
 * value, or if the body cannot be read.
 */
export function missingMember(pointer: string, body: string): string | undefined {
  let at = parsed(body)
  for (const name of tokensOf(pointer)) {
    if (Array.isArray(at) && Number(name) < at.length) at = at[Number(name)]
    else if (!isObject(at) || /^\d+$/.test(name)) return undefined
    else if (Object.hasOwn(at, name)) at = at[name]
    else return `no \`${name}\`; ${membersOf(at)}`
  }
  return undefined
}

function membersOf(value: object): string {
  const names = Object.keys(value)
  if (names.length === 0) return 'the object is empty'
  const rest = names.length > MOST_LISTED ? ` and ${names.length - MOST_LISTED} more` : ''
  return `present: ${names.slice(0, MOST_LISTED).join(', ')}${rest}`
}

/** The value of a JSON text; undefined where it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The member names and positions of a JSON pointer. */
function tokensOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Cuts a text to a number of characters, and says how long it was. */
export function cut(text: string, chars: number): string {
  return text.length <= chars ? text : `${text.slice(0, chars)}… (${thousands(text.length)} characters)`
}

/** What is shown of a body, and whether only its beginning is there. */
type Shown = Room & { readonly isCut: boolean }

/** @param way - the names that lead from here to the marked place; undefined: it is elsewhere */
function linesOf(
  value: unknown,
  way: readonly string[] | undefined,
  depth: number,
  room: Shown,
): ShownLine[] {
  const isOnWay = way !== undefined
  if (typeof value !== 'object' || value === null) {
    const text = JSON.stringify(typeof value === 'string' ? cut(value, room.text) : value)
    return [{ text, marked: isOnWay }]
  }
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const isEmpty = Object.keys(value).length === 0
  if (!isEmpty && !isOnWay && depth >= room.depth) return [{ text: `${open} … ${close}`, marked: false }]
  const inner = [...memberLines(value, way, depth, room), ...absentLine(value, way, room)]
  if (inner.length === 0) return [{ text: open + close, marked: isOnWay }]
  const marked = way?.length === 0
  return [
    { text: open, marked },
    ...inner.map((line) => ({ ...line, text: `  ${line.text}` })),
    { text: close, marked },
  ]
}

/** The members of an object, or the items of a list, and how many are left out between them. */
function memberLines(
  value: object,
  way: readonly string[] | undefined,
  depth: number,
  room: Shown,
): ShownLine[] {
  const isList = Array.isArray(value)
  const members = Object.entries(value)
  const marked = way?.length === 0
  const gap = (from: number, to: number): ShownLine[] =>
    to > from ? [{ text: `… ${thousands(to - from)} more`, marked }] : []
  const member = (index: number): ShownLine[] => {
    const [name = '', inner] = members[index] ?? []
    const onward = name === way?.[0] ? way.slice(1) : undefined
    const lines = linesOf(inner, marked ? way : onward, depth + 1, room)
    const label = isList ? '' : `${JSON.stringify(name)}: `
    const comma = index < members.length - 1 ? ',' : ''
    return lines.map(({ text, ...line }, at) => ({
      ...line,
      text: `${at === 0 ? label : ''}${text}${at === lines.length - 1 ? comma : ''}`,
    }))
  }
  const shown = positions(members, way?.[0], isList ? room.items : room.members)
  return [
    ...shown.flatMap((index, nth) => [...gap((shown[nth - 1] ?? -1) + 1, index), ...member(index)]),
    ...gap((shown.at(-1) ?? -1) + 1, members.length),
  ]
}

/** The gap where a member is missing. What is not in the beginning of a body may be in its end. */
function absentLine(value: object, way: readonly string[] | undefined, { isCut }: Shown): ShownLine[] {
  const next = way?.[0]
  const isAbsent = next !== undefined && !Array.isArray(value) && !isCut && !Object.hasOwn(value, next)
  return isAbsent ? [{ text: `(no ${JSON.stringify(next)})`, marked: true }] : []
}

/** The positions of the members that are shown: the first ones, with the wanted one as the last if it comes later. */
function positions(
  members: readonly (readonly [string, unknown])[],
  wanted: string | undefined,
  most: number,
): readonly number[] {
  const first = [...members.keys()].slice(0, most)
  const at = members.findIndex(([key]) => key === wanted)
  return at < most ? first : [...first.slice(0, -1), at]
}

/** A list or an object that is not closed yet. */
interface Open {
  readonly closing: string
  readonly outer?: Open
}

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']' }

/** Truncated JSON, closed after its last complete member or item. Text that is not JSON remains invalid. */
function closed(text: string): string {
  let inner: Open | undefined
  let whole: { readonly end: number; readonly inner?: Open } = { end: 0 }
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
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
  let json = text.slice(0, whole.end)
  for (let open = whole.inner; open !== undefined; open = open.outer) json += open.closing
  return json
}

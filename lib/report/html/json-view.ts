import { type Html, html } from './html.ts'
import { thousands } from '../../util/text.ts'
import { tokensOf } from '../view/evidence.ts'

/** The entries of a long list or object that are shown beside the marked one. */
const SHOWN = 2
const LONG_TEXT = 160
/** Of texts that nothing points at less is shown, so that what is pointed at stays in sight. */
const LONG_ELSEWHERE = 60
const MAX_DEPTH = 32
/** Marks the value until the text is escaped. JSON escapes control characters, so no body contains it. */
const MARK = '\u0001'

interface View {
  /** Tokens of the JSON pointer to mark; undefined: nothing is marked. */
  readonly target: readonly string[] | undefined
  readonly short: boolean
  /** The end is missing: what is not there may be in it. */
  readonly isCut: boolean
}

/**
 * A response body for readers. JSON is indented, and the value at the pointer of a finding, or the gap where a member is missing, is
 * marked; from a body of more than `chars`, distant parts are left out. Other bodies are shown as they are, cut at `chars`.
 *
 * @param isCut - whether the record holds only the beginning of the body
 */
export function bodyView(body: string, pointer: string | undefined, chars: number, isCut = false): Html {
  const parsed = parse(isCut ? closeCutJson(body) : body)
  if (parsed === undefined) return html`${cut(body, chars)}`
  const target = pointer === undefined ? undefined : tokensOf(pointer)
  const text = print(parsed.value, [], '', { target, short: body.length > chars, isCut })
  if (text.length > chars * 4) return html`${cut(body, chars)}`
  const [before, marked, after] = text.split(MARK)
  return marked === undefined ? html`${before}` : html`${before}<mark>${marked}</mark>${after}`
}

function parse(body: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(body) }
  } catch {
    return undefined
  }
}

/** Cuts a text to a number of characters, and says how long it was. */
export function cut(text: string, chars: number): string {
  return text.length <= chars ? text : `${text.slice(0, chars)}… (${thousands(text.length)} characters)`
}

function isAt(path: readonly string[], target: readonly string[] | undefined): boolean {
  return (
    target !== undefined &&
    target.length === path.length &&
    path.every((token, index) => token === target[index])
  )
}

function print(value: unknown, path: readonly string[], indent: string, view: View): string {
  const text = printValue(value, path, indent, view)
  return isAt(path, view.target) ? MARK + text + MARK : text
}

function printValue(value: unknown, path: readonly string[], indent: string, view: View): string {
  if (typeof value === 'string')
    return JSON.stringify(
      view.short ? cut(value, isAt(path, view.target) ? LONG_TEXT : LONG_ELSEWHERE) : value,
    )
  if (typeof value !== 'object' || value === null) return String(value)
  if (path.length >= MAX_DEPTH) return '…'
  const list = Array.isArray(value)
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value)
  const [open, close] = list ? ['[', ']'] : ['{', '}']
  if (entries.length === 0 && !isAt(path, view.target?.slice(0, -1))) return open + close
  const inner = `${indent}  `
  const onPath = path.every((token, index) => token === view.target?.[index])
  const limit = view.short && list ? SHOWN : Number.POSITIVE_INFINITY
  const lines: string[] = []
  let left = 0
  for (const [index, [key, item]] of entries.entries()) {
    if (index < limit || (onPath && key === view.target?.[path.length])) {
      if (left > 0) lines.push(`${inner}${leftOut(index - left, index)}`)
      left = 0
      lines.push(
        `${inner}${list ? '' : `${JSON.stringify(key)}: `}${print(item, [...path, key], inner, view)}`,
      )
    } else left += 1
  }
  if (left > 0) lines.push(`${inner}${leftOut(entries.length - left, entries.length)}`)
  const wanted = view.target?.[path.length]
  if (!list && onPath && !view.isCut && wanted !== undefined && !Object.hasOwn(value, wanted))
    lines.push(`${inner}${MARK}(no ${JSON.stringify(wanted)})${MARK}`)
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`
}

/** Names the entries of a list that are not shown by their indexes. */
function leftOut(from: number, end: number): string {
  return end - from === 1
    ? `… item ${thousands(from)} left out`
    : `… items ${thousands(from)} to ${thousands(end - 1)} left out`
}

/** JSON that is nested more deeply is not indented. */
const DEEPEST = 64

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']' }

/**
 * Closes truncated JSON after its last complete member or item, so that a long body can still be indented and marked.
 * Text that is not JSON remains invalid.
 */
export function closeCutJson(text: string): string {
  const open: string[] = []
  let whole = { end: 0, closing: '' }
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
    if (open.length > DEEPEST) return text
    if (closing !== undefined) open.unshift(closing)
    else if (character === open[0]) open.shift()
    else if (character !== ',') continue
    whole = { end: character === ',' ? at : at + 1, closing: open.join('') }
  }
  return text.slice(0, whole.end) + whole.closing
}

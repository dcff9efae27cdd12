import type { Exchange } from '../../http/exchange.ts'
import type { Finding } from '../../judge/finding.ts'
import { capChars, shownLine, visible } from '../../util/text.ts'

/** One line of an exchange; `marked`: here is what a violation is about. */
export interface ShownLine {
  readonly text: string
  readonly marked: boolean
}

/** What an explanation shows of a violation of its requirement, and of the same exchange as it should be. */
export interface Example {
  /** The exchange with the reference service; absent if none is alike. */
  readonly right?: readonly ShownLine[]
  readonly wrong: {
    readonly mutant: string
    readonly how: string
    readonly expected: string
    readonly received: string
    readonly lines: readonly ShownLine[]
  }
}

type Fault = Pick<Finding, 'pointer' | 'status'>

const LONGEST_LINE = 96
const MOST_MEMBERS = 12
/** Containers that do not lead to the fault are folded from here on. */
const DEEPEST = 2

/**
 * An exchange in lines: request, status, and the part of the body that the fault is in.
 * @param other - its counterpart; a fault that is not in the status nor in the body is where the headers differ
 */
export function exchangeLines(
  exchange: Exchange,
  { pointer, status }: Fault,
  other?: Exchange,
): readonly ShownLine[] {
  const { request, response } = exchange
  const sent = request.body === undefined ? [] : [plain(clipped(request.body))]
  const head = [plain(clipped(`${request.method} ${request.url.replace(/^[a-z]+:\/\/[^/]*/, '')}`)), ...sent]
  const answer = { text: String(response?.status ?? 'no answer'), marked: status !== undefined }
  const headers = pointer === undefined && status === undefined ? headerLines(exchange, other) : []
  return [...head, plain(''), answer, ...headers, ...bodyLines(response?.text ?? '', pointer)]
}

/** Headers that differ from one run to the next. */
const VOLATILE = new Set(['date', 'content-length', 'etag'])

/** The headers that this answer has or lacks in comparison with the other one, or has with another value. */
function headerLines({ response }: Exchange, other: Exchange | undefined): ShownLine[] {
  if (response === undefined || other?.response === undefined) return []
  const own = new Map(response.headers.map(([name, value]) => [name.toLowerCase(), value]))
  const theirs = new Map(other.response.headers.map(([name, value]) => [name.toLowerCase(), value]))
  return [...new Set([...theirs.keys(), ...own.keys()])]
    .filter((name) => own.get(name) !== theirs.get(name) && !VOLATILE.has(name))
    .map((name) => ({
      text: own.has(name) ? clipped(`${name}: ${own.get(name)}`) : `(no ${name})`,
      marked: true,
    }))
}

function plain(text: string): ShownLine {
  return { text, marked: false }
}

function clipped(text: string): string {
  return capChars(shownLine(text), LONGEST_LINE)
}

function bodyLines(body: string, pointer: string | undefined): ShownLine[] {
  if (body === '') return []
  const towards = pointer?.split('/').slice(1).map(unescaped)
  try {
    return valueLines(JSON.parse(body), towards, 0, '')
  } catch {
    return [{ text: clipped(body), marked: pointer !== undefined }]
  }
}

/** A token of a JSON pointer as it is written in the body. */
function unescaped(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~')
}

/**
 * A value as indented JSON, shortened: of a list the item that leads to the fault, or the first one; of a large object
 * the first members.
 * @param towards - the way from here to the fault; undefined: it is elsewhere
 */
function valueLines(
  value: unknown,
  towards: readonly string[] | undefined,
  depth: number,
  name: string,
): ShownLine[] {
  const indent = '  '.repeat(depth)
  const marked = towards?.length === 0
  if (typeof value !== 'object' || value === null)
    return [{ text: clippedAt(indent, `${name}${JSON.stringify(value)}`), marked: towards !== undefined }]
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const members = Object.entries(value)
  if (members.length === 0)
    return [{ text: `${indent}${name}${open}${close}`, marked: towards !== undefined }]
  if (towards === undefined && depth >= DEEPEST)
    return [{ text: `${indent}${name}${open} … ${close}`, marked: false }]
  const [next] = towards ?? []
  const kept = keptOf(members, Array.isArray(value), next)
  const blocks = kept.map(([key, member]) =>
    valueLines(
      member,
      key === next ? towards?.slice(1) : undefined,
      depth + 1,
      Array.isArray(value) ? '' : `${JSON.stringify(key)}: `,
    ),
  )
  const omitted = members.length - kept.length
  const rest = omitted === 0 ? [] : [plain(`${indent}  … ${omitted} more`)]
  const isAbsent = next !== undefined && !members.some(([key]) => key === next)
  return [
    { text: `${indent}${name}${open}`, marked },
    ...blocks.flatMap((lines, index) => (index === blocks.length - 1 ? lines : withComma(lines))),
    ...rest,
    ...(isAbsent ? [{ text: `${indent}  (no ${JSON.stringify(next)})`, marked: true }] : []),
    { text: `${indent}${close}`, marked },
  ]
}

function keptOf<T>(
  members: readonly (readonly [string, T])[],
  isList: boolean,
  next: string | undefined,
): readonly (readonly [string, T])[] {
  const wanted = members.find(([key]) => key === next)
  if (isList) return wanted === undefined ? members.slice(0, 1) : [wanted]
  const first = members.slice(0, MOST_MEMBERS)
  return wanted === undefined || first.includes(wanted) ? first : [...first.slice(1), wanted]
}

function withComma(lines: readonly ShownLine[]): ShownLine[] {
  return lines.map((line, index) => (index === lines.length - 1 ? { ...line, text: `${line.text},` } : line))
}

function clippedAt(indent: string, text: string): string {
  return `${indent}${capChars(visible(text), LONGEST_LINE - indent.length)}`
}

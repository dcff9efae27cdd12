import { present } from '../util/collections.ts'
import type { Exchange, HeaderLine } from './exchange.ts'
import { isOwnedKey, KEY_VARIABLES } from './keys.ts'

/** A longer body is piped, with long runs abbreviated. */
const LONG_BODY = 2048
/** Headers that curl or the transport sets. */
const LEFT_OUT = new Set([
  'host',
  'content-length',
  'connection',
  'accept-encoding',
  'traceparent',
  'x-request-id',
])

/** In a URL, curl takes brackets and braces for a pattern of several URLs. */
const HAS_PATTERN = /[[\]{}]/
/** curl resolves `.` and `..` in a path before it sends it. */
const HAS_DOT_SEGMENT = /\/\.\.?(?:[/?#]|$)/

/** Methods whose requests have a body, an empty one at least. */
const WITH_BODY = new Set(['POST', 'PATCH', 'PUT'])

/** The parts of an exchange that a command needs; scrub it before showing the command. */
export type CurlSource = Pick<Exchange, 'key' | 'request'>

/** Options that curl needs to connect to the target. */
export interface CurlAccess {
  readonly insecure?: boolean
  /** Paths of the client certificate and of its private key. */
  readonly clientCertificate?: { readonly cert: string; readonly key: string }
}

/**
 * One command that sends the request again, for a POSIX shell with curl. It is short: headers that no server
 * needs, such as the client's User-Agent, are left out, and only the options that this address requires are
 * added. Keys appear as `$CONFORMANCE_API_KEY` etc.
 */
export function toCurl(source: CurlSource, access: CurlAccess = {}): string {
  const { method, url, headers, bodyCoding } = source.request
  const body = source.request.body ?? (WITH_BODY.has(method) ? '' : undefined)
  const { insecure, clientCertificate: certificate } = access
  const words = [
    'curl -i',
    ...present(
      insecure === true && '--insecure',
      certificate && `--cert ${shellWord(certificate.cert)}`,
      certificate && `--key ${shellWord(certificate.key)}`,
      HAS_PATTERN.test(url) && '-g',
      HAS_DOT_SEGMENT.test(url) && '--path-as-is',
      methodOption(method, body !== undefined),
    ),
    shellWord(url),
    ...headers
      .filter(([name], index) => !LEFT_OUT.has(name.toLowerCase()) && !isOwnHeader(headers, index))
      .map((header) => `-H ${headerWord(header, source)}`),
  ]
  if (body === undefined) return words.join(' ')
  if (!headers.some(([name]) => name.toLowerCase() === 'content-type')) words.push("-H 'Content-Type:'")
  const isLiteral = bodyCoding === undefined && isPlainText(body)
  if (!isLiteral) return `${printCommand(body, bodyCoding)} | ${words.join(' ')} --data-binary @-`
  return `${words.join(' ')} ${body.startsWith('@') ? '--data-raw' : '-d'} ${quoted(body)}`
}

/** Whether a header is the client's own: the first User-Agent, and Accept for JSON. */
function isOwnHeader(headers: readonly HeaderLine[], index: number): boolean {
  const [name = '', value] = headers[index] ?? []
  const lower = name.toLowerCase()
  return (index === 0 && lower === 'user-agent') || (lower === 'accept' && value === 'application/json')
}

/** A word for a POSIX shell, quoted only if necessary. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text)
}

function headerWord([name, value]: HeaderLine, { key, request }: CurlSource): string {
  if (name.toLowerCase() === 'authorization') {
    if (request.authorizationShell !== undefined) return `"${name}: ${request.authorizationShell}"`
    const scheme = /^(\w+) +\S+$/.exec(value)?.[1]
    if (isOwnedKey(key) && scheme !== undefined) return `"${name}: ${scheme} $${KEY_VARIABLES[key]}"`
  }
  // curl omits a header written `name:`; `name;` sends it empty.
  return quoted(value === '' ? `${name};` : `${name}: ${value}`)
}

/** Whether a text is short and survives pasting: no control or invisible character except newline and tab, no lone surrogate. */
function isPlainText(text: string): boolean {
  return text.length <= LONG_BODY && !/(?![\n\t])\p{Cc}|[\p{Cf}\u2028\u2029]|\p{Surrogate}/u.test(text)
}

/**
 * The name of a key variable with its dollar sign, as the scrubber writes it; `$NAME(altered)` does not
 * match.
 */
const PLACEHOLDER = new RegExp(`(\\$(?:${Object.values(KEY_VARIABLES).join('|')}))(?![A-Z_(])`)

/** The option for a method, where curl does not send it anyway. */
function methodOption(method: string, hasBody: boolean): string | undefined {
  if (method === 'HEAD') return '-I'
  return method === 'GET' && !hasBody ? undefined : `-X ${shellWord(method)}`
}

/** A text in single quotes; a placeholder of the scrubber becomes the value of its variable. */
function quoted(text: string): string {
  const parts = text.split(PLACEHOLDER)
  const words = parts.map((part, i) => {
    if (i % 2 === 1) return `"${part}"`
    return part === '' ? '' : `'${part.replaceAll("'", `'\\''`)}'`
  })
  return words.join('') || "''"
}

/** Runs of this length are written as a repetition. */
const LONG_RUN = 64

/**
 * A shell command that prints exactly this text, using Node, with long runs of a character abbreviated.
 * @param coding - if each character stands for one byte
 */
function printCommand(text: string, coding?: 'latin1'): string {
  const parts = text.split(new RegExp(`((.)\\2{${LONG_RUN - 1},})`, 'su'))
  // split returns three pieces per run: the text before, the run, its character.
  const terms = parts.flatMap((part, i) => {
    if (part === '' || i % 3 === 2) return []
    const first = parts[i + 1] ?? ''
    return [i % 3 === 1 ? `${scriptString(first)}.repeat(${part.length / first.length})` : scriptString(part)]
  })
  const expression = terms.join('+') || '""'
  return `node -e ${quoted(`process.stdout.write(${expression}${coding === undefined ? '' : `,"${coding}"`})`)}`
}

/** A JavaScript string literal in printable characters; a `$` placeholder becomes the variable's value. */
function scriptString(text: string): string {
  return JSON.stringify(text).replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

import type { Exchange, Header } from './exchange.ts'
import { isOwnedKey, KEY_VARIABLES } from './keys.ts'

/** A longer body is piped, with long runs abbreviated. */
const LONG_BODY = 2048
/** A longer program text exceeds the size of one argument on Linux. */
const LONGEST_ARGUMENT = 100_000
/** Set by curl or the transport. */
const LEFT_OUT = new Set([
  'host',
  'content-length',
  'connection',
  'accept-encoding',
  'traceparent',
  'x-request-id',
])

/** Methods whose requests have a body, an empty one at least. */
const WITH_BODY = new Set(['POST', 'PATCH', 'PUT'])

/** The parts of an exchange that a command needs; scrub it before showing the command. */
export type CurlSource = Pick<Exchange, 'key' | 'request' | 'id'>

/** What a connection to the target requires. */
export interface CurlAccess {
  readonly insecure?: boolean
  /** Files of the certificate of the client and its private key. */
  readonly clientCertificate?: { readonly cert: string; readonly key: string }
}

/**
 * One command that sends the request again, for a POSIX shell with curl, as short as can be: without what means nothing to
 * a server, such as the client's User-Agent, and with the options that this address needs. Keys appear as
 * `$CONFORMANCE_API_KEY` etc. A body too large for a command line is replaced by a comment that says where it is.
 * @param baseUrl - replaces the base address of a relative request
 */
export function toCurl(exchange: CurlSource, baseUrl?: string, access: CurlAccess = {}): string {
  const { method, headers, body } = exchange.request
  const url = address(exchange.request, baseUrl)
  const data = bodyOf(exchange)
  const hasType = headers.some(([name]) => name.toLowerCase() === 'content-type')
  const words = [
    'curl -i',
    ...accessWords(access),
    ...(/[[\]{}]/.test(url) ? ['-g'] : []),
    ...(/\/\.\.?(?:[/?#]|$)/.test(url) ? ['--path-as-is'] : []),
    ...methodWords(method, body !== undefined || WITH_BODY.has(method)),
    plainWord(url),
    ...headers
      .filter(([name], index) => !LEFT_OUT.has(name.toLowerCase()) && !isOwnHeader(headers, index))
      .map((header) => `-H ${headerWord(header, exchange)}`),
    ...(data.option === undefined || hasType ? [] : ["-H 'Content-Type:'"]),
    ...(data.option === undefined ? [] : [data.option]),
  ]
  return `${data.before}${words.join(' ')}${data.after}`
}

function accessWords({ insecure, clientCertificate }: CurlAccess): string[] {
  return [
    ...(insecure === true ? ['--insecure'] : []),
    ...(clientCertificate === undefined
      ? []
      : [`--cert ${plainWord(clientCertificate.cert)}`, `--key ${plainWord(clientCertificate.key)}`]),
  ]
}

/** Whether a header is the client's own: the first User-Agent, and Accept for JSON. */
function isOwnHeader(headers: readonly Header[], index: number): boolean {
  const [name = '', value] = headers[index] ?? []
  const lower = name.toLowerCase()
  return (index === 0 && lower === 'user-agent') || (lower === 'accept' && value === 'application/json')
}

/** A word for a POSIX shell, quoted only if necessary. */
function plainWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : shellWord(text)
}

function address(request: CurlSource['request'], baseUrl: string | undefined): string {
  const [location = '', ...rest] = request.url.split('?')
  const base = location.endsWith(request.path) ? location.slice(0, location.length - request.path.length) : ''
  // A base address includes the version segment; a bare origin belongs to an absolute request.
  const relative = /^https?:\/\/[^/]+\/./i.test(base)
  if (baseUrl === undefined || !relative) return request.url
  return [baseUrl.replace(/\/+$/, '') + request.path, ...rest].join('?')
}

function headerWord([name, value]: Header, { key, request }: CurlSource): string {
  if (name.toLowerCase() === 'authorization') {
    if (request.authorizationShell !== undefined) return `"${name}: ${request.authorizationShell}"`
    const scheme = /^(\S+) +\S+$/.exec(value)?.[1]
    if (isOwnedKey(key) && scheme !== undefined)
      return /^\w+$/.test(scheme)
        ? `"${name}: ${scheme} $${KEY_VARIABLES[key]}"`
        : shellWord(`${name}: ${scheme} $${KEY_VARIABLES[key]}`)
  }
  // curl omits a header written `name:`; `name;` sends it empty.
  return shellWord(value === '' ? `${name};` : `${name}: ${value}`)
}

interface CommandBody {
  readonly before: string
  readonly option: string | undefined
  readonly after: string
}

function bodyOf({ id, request }: CurlSource): CommandBody {
  const none: CommandBody = { before: '', option: undefined, after: '' }
  const text = request.body ?? (WITH_BODY.has(request.method) ? '' : undefined)
  if (text === undefined) return none
  if (text.length <= LONG_BODY && request.bodyCoding === undefined && isPlainText(text))
    return { ...none, option: `${text.startsWith('@') ? '--data-raw' : '-d'} ${shellWord(text)}` }
  const printing = printCommand(text, request.bodyCoding)
  if (printing.length <= LONGEST_ARGUMENT)
    return { before: `${printing} | `, option: '--data-binary @-', after: '' }
  return {
    ...none,
    option: '--data-binary @body.json',
    after: ` # body.json: the ${text.length} characters that request ${id} sent, in traffic.har`,
  }
}

/** Whether the text survives pasting: no control or invisible character except newline and tab, no lone surrogate. */
function isPlainText(text: string): boolean {
  return !/(?![\n\t])\p{Cc}|[\p{Cf}\u2028\u2029]|\p{Surrogate}/u.test(text)
}

/** The name of a key variable with its dollar sign, as the scrubber leaves it; not the mark of an altered key. */
const PLACEHOLDER = new RegExp(`(\\$(?:${Object.values(KEY_VARIABLES).join('|')}))(?![A-Z_(])`)

/** The option for a method, where curl does not send it anyway. */
function methodWords(method: string, hasBody: boolean): readonly string[] {
  if (method === 'HEAD') return ['-I']
  return method === 'GET' && !hasBody ? [] : [`-X ${plainWord(method)}`]
}

/**
 * One word for a POSIX shell with exactly this text, in single quotes. A placeholder of the scrubber becomes the
 * variable's value.
 */
export function shellWord(text: string): string {
  const parts = text.split(PLACEHOLDER)
  const words = parts.map((part, i) => {
    if (i % 2 === 1) return `"${part}"`
    return part === '' ? '' : singleQuoted(part)
  })
  return words.join('') || "''"
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Runs of this length are written as a repetition. */
const LONG_RUN = 64

/**
 * A shell command that prints exactly this text, using Node, with long runs of a character abbreviated.
 * @param coding - if each character stands for one byte
 */
export function printCommand(text: string, coding?: 'latin1'): string {
  const parts = text.split(new RegExp(`((.)\\2{${LONG_RUN - 1},})`, 'su'))
  // split returns three pieces per run: the text before, the run, its character.
  const terms = parts.flatMap((part, i) => {
    if (part === '' || i % 3 === 2) return []
    const first = parts[i + 1] ?? ''
    return [i % 3 === 1 ? `${scriptString(first)}.repeat(${part.length / first.length})` : scriptString(part)]
  })
  const expression = terms.join('+') || '""'
  return `node -e ${shellWord(`process.stdout.write(${expression}${coding === undefined ? '' : `,"${coding}"`})`)}`
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

import { STATUS_CODES } from 'node:http'
import { FEW, LONGEST_WORDS } from '../util/bounds.ts'
import { visible, xmlSafe } from '../util/text.ts'
import { isObject, quote, text } from '../util/values.ts'
import { type Exchange, header, type TransportFailure } from '../http/exchange.ts'
import { groupBy } from '../util/collections.ts'
import { KEY_VARIABLES } from '../http/keys.ts'

const RIGHT_ADDRESS = 'is the base URL right, version segment included?'

/**
 * Why a target cannot be judged, in one line with cause and remedy.
 * @param exchanges - the requests so far, at least one, none with a usable answer
 */
export function diagnosis(exchanges: readonly Exchange[], baseUrl: string): string {
  const [first] = exchanges
  const answered = exchanges.filter(({ response }) => response !== undefined)
  const [answer] = answered
  if (first === undefined || first.failure?.kind === 'interrupted')
    return 'interrupted before the target answered'
  // A status received before the connection was lost says more than the loss.
  if (answer === undefined || (first.failure !== undefined && statusOf(answer) < 500))
    return `the target ${baseUrl} ${UNANSWERED[first.failure?.kind ?? 'timeout'] ?? 'cannot be reached'}: ${first.failure?.message ?? 'no answer came'}`
  const [, cause] =
    BY_STATUS.find(([shape]) => answered.every((one) => shape.test(String(statusOf(one))))) ?? []
  return cause === undefined ? anotherApi(baseUrl, answer, answered) : cause(baseUrl, answer)
}

/** What came in place of this API, if no status says more. */
function anotherApi(baseUrl: string, first: Exchange, answered: readonly Exchange[]): string {
  const gave = groupBy(answered, (one) => `${named(statusOf(one))}${contentOf(one)}`)
  const listed = [...gave].map(
    ([what, some]) => `${some.map(({ request }) => `GET ${request.path}`).join(', ')} gave ${what}`,
  )
  return `${baseUrl} does not answer as this API: ${listed.join('; ')}${words(first)}; ${RIGHT_ADDRESS}`
}

/** What it means where the status of every answer matches, with the remedy. */
const BY_STATUS: readonly (readonly [RegExp, (baseUrl: string, answer: Exchange) => string])[] = [
  [/^30[12378]$/, redirected],
  [
    /^401$/,
    (baseUrl, answer) =>
      `the target ${baseUrl} rejects the key in ${KEY_VARIABLES.main} (401 on every endpoint that was tried)${words(answer)}: is it whole, not revoked, and of this target?`,
  ],
  [
    /^403$/,
    (baseUrl, answer) =>
      `the target ${baseUrl} forbids every request with the key in ${KEY_VARIABLES.main} (403)${words(answer)}; is the workspace of that key on the plan tier Scale or above (specification part 1), and may the key be used from here?`,
  ],
  [
    /^407$/,
    (baseUrl, answer) =>
      `a proxy in front of ${baseUrl} asks for credentials of its own (407)${words(answer)}: reach the target without it, or have it let these requests through`,
  ],
  [
    /^429$/,
    (_, answer) =>
      `the key in ${KEY_VARIABLES.main} has spent its allowance (429)${words(answer)}: wait until the window opens${opensIn(answer)}, or use another key`,
  ],
  [
    /^5..$/,
    (baseUrl, answer) =>
      `the target ${baseUrl} fails at every request: ${named(statusOf(answer))}${words(answer)}; is the service up? Its log says more`,
  ],
]

function statusOf({ response }: Exchange): number {
  return response?.status ?? 0
}

/** When a window opens, if the answer says so. */
function opensIn(answer: Exchange): string {
  const seconds = Number(header(answer, 'Retry-After') ?? '')
  return Number.isSafeInteger(seconds) && seconds > 0 ? ` in ${Math.ceil(seconds / 60)} min` : ''
}

/** How a server that was reached fails to answer. */
const UNANSWERED: Readonly<Partial<Record<TransportFailure['kind'], string>>> = {
  timeout: 'does not answer in time',
  reset: 'gives no whole answer',
  protocol: 'gives no readable HTTP/1.1 response',
  'too-large': 'sends more than this tool reads',
  decoding: 'sends a body that cannot be decoded',
}

/** What a body is in place of an object with `data`. Of an error in JSON its message says more. */
function contentOf({ response }: Exchange): string {
  if (response === undefined) return ''
  const { text, json, status } = response
  if (text.trim() === '') return ' with an empty body'
  if (titleOf(text) !== undefined) return ' with an HTML page'
  if (!json.ok)
    return /^\s*[[{]/.test(text)
      ? ` with JSON that cannot be parsed: ${oneLine(json.problem)}`
      : ' with something else than JSON'
  if (status !== 200) return ''
  if (Array.isArray(json.value)) return ' with an array'
  if (!isObject(json.value)) return ` with ${oneLine(quote(json.value))}`
  const names = Object.keys(json.value).slice(0, FEW)
  return names.length === 0 ? ' with an empty object' : ` with an object of ${oneLine(names.join(', '))}`
}

function named(status: number): string {
  const name = STATUS_CODES[status]
  return name === undefined ? String(status) : `${status} ${name}`
}

/** Where redirects lead, and whether another spelling of the base URL is enough. */
function redirected(baseUrl: string, answer: Exchange): string {
  const says = `${baseUrl} redirects every request (${statusOf(answer)})`
  const location = header(answer, 'Location')
  if (location === undefined || location === '') return `${says}, without a Location; ${RIGHT_ADDRESS}`
  const shown = oneLine(location)
  const { path, url } = answer.request
  const target = URL.canParse(location, url) ? new URL(location, url).href : undefined
  if (target === url)
    return `${says} to itself (${shown}), without end: the route or the proxy in front of it is set up wrongly`
  // `https://host/v1/x` for `http://host/v1/x`: the same place at another address.
  const better = target?.split(/[?#]/)[0]?.replace(/\/$/, '')
  if (better?.endsWith(path) === true && better !== url)
    return `${says} to ${shown}: set the base URL to ${oneLine(better.slice(0, -path.length))}`
  return `${says} to ${shown}, which is not followed; ${RIGHT_ADDRESS}`
}

/** The title of an HTML page, empty if it has none; undefined if a text is not HTML. */
function titleOf(text: string): string | undefined {
  const isHtml = /^\s*(?:<!doctype html|<html|<head|<body)/i.test(text)
  return isHtml ? (/<title[^>]*>([^<]*)/i.exec(text)?.[1] ?? '') : undefined
}

/** The server's own message: the `error` of an envelope, the title of a page, or the start of the text. */
function words({ response }: Exchange): string {
  if (response === undefined) return ''
  const { json, text } = response
  const beginning = text.slice(0, 64 * 1024)
  const said = json.ok ? messageIn(json.value) : (titleOf(beginning) ?? beginning)
  const line = oneLine(said)
  return line === '' ? '' : `, saying "${line}"`
}

/** The message of an error, under the names that servers and gateways use. */
function messageIn(value: unknown): string {
  if (!isObject(value)) return ''
  const found = ['error', 'message', 'detail', 'title'].map((name) => text(value[name]))
  return found.find((one) => one !== undefined) ?? ''
}

function oneLine(text: string): string {
  const line = xmlSafe(visible(text.replaceAll(/\s+/g, ' ').trim()))
  return line.length > LONGEST_WORDS ? `${line.slice(0, LONGEST_WORDS)}…` : line
}

import { STATUS_CODES } from 'node:http'
import { LONGEST_WORDS } from '../util/bounds.ts'
import { visible, xmlSafe } from '../util/text.ts'
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
  const status = statusOf(answer)
  const [, cause] =
    BY_STATUS.find(([shape]) => answered.every((one) => shape.test(String(statusOf(one))))) ?? []
  if (cause !== undefined) return cause(baseUrl, answer)
  const title = titleOf(answer)
  if (title !== undefined)
    return `${baseUrl} is not this API: it answers with an HTML page${title === '' ? '' : ` titled "${title}"`} (status ${named(status)}); ${RIGHT_ADDRESS}`
  if (answered.every(({ response }) => response?.text.trim() === ''))
    return `${baseUrl} is not this API: it answers with an empty body (status ${named(status)}); ${RIGHT_ADDRESS}`
  if (answered.every(({ response }) => response?.json.ok === false))
    return `${baseUrl} is not this API: it answers with ${notJson(answer)} (status ${named(status)})${words(answer)}; ${RIGHT_ADDRESS}`
  const gave = groupBy(answered, (one) => `${named(statusOf(one))}${formOf(one)}`)
  const listed = [...gave].map(
    ([what, some]) => `${joined(some.map(({ request }) => `GET ${request.path}`))} gave ${what}`,
  )
  return `${baseUrl} does not answer as this API: ${listed.join('; ')}${words(answer)}; ${RIGHT_ADDRESS}`
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

/** `a, b and c`. */
function joined(all: readonly string[]): string {
  const last = all.at(-1) ?? ''
  return all.length < 2 ? last : `${all.slice(0, -1).join(', ')} and ${last}`
}

/** What an answer has in place of JSON: something else, or an attempt at it. */
function notJson({ response }: Exchange): string {
  if (response?.text.includes('\0') === true) return 'something in UTF-16 or UTF-32, where JSON is UTF-8'
  const isAttempt = /^\s*[[{]/.test(response?.text ?? '')
  if (!isAttempt || response?.json.ok !== false) return 'something else than JSON'
  return `JSON that cannot be parsed: ${oneLine(response.json.problem)}`
}

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

/** What a body is instead of an object, if that is the only fault of an answer. */
function formOf({ response }: Exchange): string {
  if (response === undefined || response.status !== 200 || !response.json.ok) return ''
  const { value } = response.json
  if (Array.isArray(value)) return ' with an array'
  if (typeof value !== 'object' || value === null)
    return ` with ${value === null ? 'null' : `a ${typeof value}`}`
  const names = Object.keys(value).slice(0, 5)
  return names.length === 0
    ? ' with an empty object'
    : ` with an object of ${oneLine(names.map((name) => JSON.stringify(name)).join(', '))}`
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

/** The title of an HTML page, empty if it has none; undefined if the body is not HTML. */
function titleOf({ response }: Exchange): string | undefined {
  const text = response?.text.slice(0, 64 * 1024) ?? ''
  if (!/^\s*(?:<!doctype html|<html|<head|<body)/i.test(text)) return undefined
  return oneLine(/<title[^>]*>([^<]*)/i.exec(text)?.[1] ?? '')
}

/** The server's own message: the `error` of an envelope, the title of a page, or the start of the text. */
function words(answer: Exchange): string {
  const { response } = answer
  if (response === undefined) return ''
  const { json } = response
  const text = oneLine(
    json.ok ? messageIn(json.value) : (titleOf(answer) ?? response.text.slice(0, 4 * LONGEST_WORDS)),
  )
  return text === '' ? '' : `, saying "${text}"`
}

/** The message of an error, under the names that servers and gateways use. */
function messageIn(value: unknown): string {
  if (typeof value !== 'object' || value === null) return ''
  const members = new Map<string, unknown>(Object.entries(value))
  const found = ['error', 'message', 'detail', 'title'].map((name) => members.get(name))
  return found.find((one): one is string => typeof one === 'string') ?? ''
}

function oneLine(text: string): string {
  const line = xmlSafe(visible(text.replaceAll(/\s+/g, ' ').trim()))
  return line.length > LONGEST_WORDS ? `${line.slice(0, LONGEST_WORDS)}…` : line
}

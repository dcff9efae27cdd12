import { STATUS_CODES } from 'node:http'
import { describeAnswer, type Exchange, header, type TransportFailure } from '../../engine/http/exchange.ts'
import { KEY_VARIABLES } from '../../engine/http/keys.ts'
import { LONGEST_WORDS } from '../../engine/util/bounds.ts'
import { visible } from '../../engine/util/text.ts'
import { isObject, text } from '../../engine/util/values.ts'

const RIGHT_ADDRESS = 'is the base URL right, version segment included?'

/**
 * Why a target cannot be judged, in one line with cause and remedy.
 * @param exchanges - the requests so far, at least one, none with a usable answer
 */
export function diagnosis(exchanges: readonly Exchange[], baseUrl: string): string {
  const failure = exchanges.find((one) => one.failure !== undefined)?.failure
  const answered = exchanges.filter(({ response }) => response !== undefined)
  const [answer] = answered
  if (failure?.kind === 'interrupted') return 'interrupted before the target answered'
  // A status received before the connection was lost says more than the loss.
  if (answer === undefined || (failure !== undefined && statusOf(answer) < 500))
    return `the target ${baseUrl} gives no readable answer: ${failure?.message ?? 'no answer came'}${hintOnTls(baseUrl, failure)}`
  const known = BY_STATUS.find(({ status }) => answered.every((one) => status.test(String(statusOf(one)))))
  return (known?.cause ?? anotherApi)(baseUrl, answer)
}

/**
 * A possible reason for a cut connection. A client that speaks plain HTTP cannot read a TLS server; and over
 * TLS 1.3, a server that wants a client certificate closes the connection only after the request.
 */
function hintOnTls(baseUrl: string, failure: TransportFailure | undefined): string {
  const isCut = failure?.kind === 'reset'
  if (baseUrl.startsWith('https:'))
    return isCut ? ' Does it ask for a certificate of the client (--client-cert and --client-key)?' : ''
  return isCut || failure?.kind === 'protocol' ? ' Does it speak https?' : ''
}

/** The meaning of a status that every answer has, with the remedy. */
const BY_STATUS: readonly {
  readonly status: RegExp
  readonly cause: (baseUrl: string, answer: Exchange) => string
}[] = [
  { status: /^30[12378]$/, cause: redirected },
  {
    status: /^401$/,
    cause: (baseUrl, answer) =>
      `the target ${baseUrl} rejects the key in ${KEY_VARIABLES.main} (401 on every endpoint that was tried)${inItsWords(answer)}: is it whole, not revoked, and of this target?`,
  },
  { status: /^403$/, cause: forbidden },
  {
    status: /^429$/,
    cause: (_baseUrl, answer) =>
      `the key in ${KEY_VARIABLES.main} has spent its allowance (429)${inItsWords(answer)}: wait until the window opens, or use another key`,
  },
  {
    status: /^5..$/,
    cause: (baseUrl, answer) =>
      `the target ${baseUrl} fails at every request: ${statusLine(answer)}${inItsWords(answer)}; is the service up? Its log says more`,
  },
]

function anotherApi(baseUrl: string, answer: Exchange): string {
  return `${baseUrl} does not answer as this API: GET ${answer.request.path} gave ${describeAnswer(answer)}${inItsWords(answer)}; ${RIGHT_ADDRESS}`
}

/**
 * A refusal in the API's form is about the key. A refusal in another form comes from something in front of
 * the API, such as a check of the host's name.
 */
function forbidden(baseUrl: string, answer: Exchange): string {
  const { json } = answer.response ?? {}
  return json?.ok === true && messageIn(json.value) !== ''
    ? `the target ${baseUrl} forbids every request with the key in ${KEY_VARIABLES.main} (403)${inItsWords(answer)}; is the workspace of that key on the plan tier Scale or above (specification part 1), and may the key be used from here?`
    : `something at ${baseUrl} forbids every request, but not as this API does: ${describeAnswer(answer)}${inItsWords(answer)}; does it serve this host name, and may it be reached from here?`
}

/** Where redirects lead, and whether another spelling of the base URL is enough. */
function redirected(baseUrl: string, answer: Exchange): string {
  const { path, url } = answer.request
  const location = header(answer, 'Location') ?? ''
  const says = `${baseUrl} redirects every request (${statusOf(answer)}) to ${oneLine(location) || 'nowhere'}`
  // `https://host/v1/x` for `http://host/v1/x`: the same place at another address.
  const better = URL.canParse(location, url) ? new URL(location, url).href.replace(/\/$/, '') : ''
  return better.endsWith(path) && better !== url
    ? `${says}: set the base URL to ${oneLine(better.slice(0, -path.length))}`
    : `${says}, which is not followed; ${RIGHT_ADDRESS}`
}

function statusOf({ response }: Exchange): number {
  return response?.status ?? 0
}

function statusLine(answer: Exchange): string {
  const status = statusOf(answer)
  return `${status} ${STATUS_CODES[status] ?? ''}`.trim()
}

/** The visible text of an HTML page, or its title if it has no text; a text of another kind unchanged. */
function textOf(body: string): string {
  if (!/<(?:!doctype|html|head|body)\b/i.test(body)) return body
  const visibleText = body
    .replaceAll(/<(head|style|script|svg)\b[^]*?<\/\1\s*>/gi, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .trim()
  return visibleText === '' ? (/<title[^>]*>([^<]*)/i.exec(body)?.[1] ?? '') : visibleText
}

/** The server's own message, to be added to a sentence: the `error` of an envelope, or the beginning of a page's text. */
function inItsWords({ response }: Exchange): string {
  if (response === undefined) return ''
  const { json } = response
  const beginning = response.text.slice(0, 16 * 1024)
  const said = json.ok ? messageIn(json.value) : textOf(beginning)
  const line = oneLine(said)
  return line === '' ? '' : `, saying "${line}"`
}

function messageIn(value: unknown): string {
  return isObject(value) ? (text(value['error']) ?? text(value['message']) ?? '') : ''
}

function oneLine(said: string): string {
  const line = visible(said.replaceAll(/\s+/g, ' ').trim())
  return line.length > LONGEST_WORDS ? `${line.slice(0, LONGEST_WORDS)}…` : line
}

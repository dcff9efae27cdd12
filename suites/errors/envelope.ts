import { describeAnswer, type Exchange, header, json } from '../../lib/engine/http/exchange.ts'
import { isGatewayAnswer } from '../../lib/engine/http/gateway-answers.ts'
import { type Oracle, scopeOf } from '../../lib/engine/judge/oracle.ts'
import { major, seenIn, statementsOf } from '../../lib/engine/judge/rows.ts'
import { count } from '../../lib/engine/util/text.ts'
import { isObject, quote } from '../../lib/engine/util/values.ts'

const part1 = statementsOf({ part: 1, section: '', endpoint: '*' })
const part7 = statementsOf({ part: 7, section: '', endpoint: '*' })

export const rows = [
  seenIn(
    'headers',
    part1.derived(
      'JSON-01',
      'returns JSON responses',
      'Every response of the API, errors included, has a JSON media type in `Content-Type`.',
      'JSON is labelled as JSON: RFC 8259 registers `application/json`, and RFC 6839 the suffix `+json`.',
      major('HTTP libraries parse a body by its label: without it, clients get a text.'),
    ),
  ),
  seenIn(
    'body',
    part1.must(
      'JSON-02',
      'returns JSON responses',
      'Every response body of the API, errors included, is one well-formed JSON text in UTF-8.',
      major('A client stops at the first character that is no JSON, and shows that in place of the cause.'),
    ),
  ),
  part1.derived(
    'JSON-05',
    'returns JSON responses',
    'A JSON response body does not begin with a byte order mark.',
    'RFC 8259 forbids adding one to JSON that is sent over a network, and common parsers reject it.',
    major('Common parsers refuse the whole response at a character that nobody sees.'),
  ),
  part1.derived(
    'STATUS-01',
    'standard HTTP methods and status codes',
    'A successful response has status 200.',
    'Part 4 gives 200 as the success status of each operation, and no other.',
    major('A client that checks for 200 takes a success for a failure, and tries again.'),
  ),
  part1.derived(
    'STATUS-02',
    'standard HTTP methods and status codes',
    'No request to an endpoint gets a server error (5xx).',
    'A valid request gets the response of part 4, and an invalid one is a client error.',
    major('Clients repeat what got a server error, and whoever is on call is woken for it.'),
  ),
  part1.derived(
    'STATUS-03',
    '6',
    'An endpoint under the base URL does not redirect.',
    'The specification mentions a redirect only for the bare apex host.',
    major('Many clients drop the key, or the body, when they follow a redirect.'),
  ),
  part7.must(
    'ERROR-04',
    'Every error uses one JSON envelope',
    'Every error response is one JSON object with `error` and `code`.',
    major('A client that reads `code` of every error crashes at the one that has none.'),
  ),
]

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/** JSON-01, JSON-02, JSON-05 (part 1): responses are labelled as JSON and are JSON. */
export const mediaType: Oracle = (exchange, judgements, facts) => {
  const response = exchange.response
  if (response === undefined || !owesJson(exchange, facts.baseUrl)) return
  // An answer without content has a wrong status (STATUS-01), not a wrong form.
  if (response.status === 204 || (response.status >= 300 && response.status < 400)) return
  const reading = response.json
  if (!reading.ok) {
    judgements.fail('JSON-02', 'one well-formed JSON text', unreadable(exchange, reading.problem))
    return
  }
  const type = header(exchange, 'content-type')
  judgements.check(
    type !== undefined && JSON_TYPE.test(type.trim()),
    'JSON-01',
    'Content-Type application/json',
    () =>
      `${type === undefined ? 'no Content-Type' : `Content-Type ${quote(type)}`} with status ${response.status}`,
    { header: 'Content-Type' },
  )
  const detailOf = (kind: 'invalid-utf8' | 'byte-order-mark'): string | undefined =>
    reading.oddities.find((oddity) => oddity.kind === kind)?.detail
  const invalid = detailOf('invalid-utf8')
  judgements.check(invalid === undefined, 'JSON-02', 'JSON in UTF-8', () => invalid ?? '')
  const mark = detailOf('byte-order-mark')
  judgements.check(mark === undefined, 'JSON-05', 'JSON without a byte order mark', () => mark ?? '')
}

/** Whether the API has to answer in JSON. The description may have a media type of its own. */
function owesJson(exchange: Exchange, baseUrl: string): boolean {
  return asksForJson(exchange) && !['outside', 'description'].includes(scopeOf(exchange, baseUrl))
}

/**
 * Whether a JSON response is what the client asked for: HTTP negotiates content, so a client that prefers
 * another format may get that format, or an empty 406. A response to HEAD has no body.
 */
export function asksForJson({ request }: Exchange): boolean {
  if (request.method === 'HEAD') return false
  const accept = request.headers.find(([name]) => name.toLowerCase() === 'accept')?.[1]
  return accept === undefined || /^\s*(?:application\/json|\*\/\*)\s*(?:[,;]|$)/i.test(accept)
}

/**
 * Why a body is not JSON; if its media type is not JSON either, its text, and whether a gateway may have
 * written it.
 */
function unreadable(exchange: Exchange, problem: string): string {
  const type = header(exchange, 'content-type') ?? ''
  const text = exchange.response?.text.trim() ?? ''
  const isOtherText = text !== '' && !text.startsWith('<') && !JSON_TYPE.test(type.trim())
  const by = isGatewayAnswer(exchange) ? `; answered by a proxy, or by the framework${sizeOf(exchange)}` : ''
  return `${isOtherText ? `the text ${quote(text)}` : problem}${by} (${describeAnswer(exchange)})`
}

/** The size of a request that a gateway refused, perhaps because of it. */
function sizeOf({ request, response }: Exchange): string {
  const { length } = request.body ?? ''
  const isRefused = response?.status === 403 || response?.status === 413
  return isRefused && length > 0 ? ` to a body of ${count(length, 'character')}` : ''
}

/**
 * STATUS-01..03: statuses that none of our requests may get. Only the case knows which 4xx its request should
 * get.
 */
export const status: Oracle = (exchange, judgements, facts) => {
  const code = exchange.response?.status
  if (code === undefined || scopeOf(exchange, facts.baseUrl) !== 'endpoint') return
  const isSuccess = code >= 200 && code < 300
  if (code < 400 && !isSuccess) {
    if (code !== 304 || !isConditional(exchange))
      judgements.fail(
        'STATUS-03',
        'a response of the endpoint itself',
        `status ${code} to ${header(exchange, 'location') ?? 'nowhere'}`,
        { status: code },
      )
    return
  }
  if (isSuccess)
    judgements.check(code === 200, 'STATUS-01', 'status 200', () => `status ${code}`, {
      status: code,
      accepted: [200],
    })
  // A service that says when to come back is unavailable for every request.
  if (code === 503 && header(exchange, 'retry-after') !== undefined) return
  judgements.check(code < 500, 'STATUS-02', 'no server error', () => `status ${code}`, {
    status: code,
    proof: false,
  })
  judgements.pass('STATUS-03')
}

/** Whether a client names the answer that it already has: HTTP provides 304 for that. */
function isConditional({ request }: Exchange): boolean {
  return request.headers.some(([name]) => /^if-(?:none-match|modified-since)$/i.test(name))
}

const FIELDS = { error: 'ERROR-01', code: 'ERROR-02', docs_url: 'ERROR-03' } as const

/** ERROR-01..04, AUTH-07, RATE-08 (parts 5, 7, 8): every error uses the one envelope, with an allowed code. */
export const errors: Oracle = (exchange, judgements, facts) => {
  const response = exchange.response
  if (response === undefined || response.status < 400 || !owesJson(exchange, facts.baseUrl)) return
  const isLimited = response.status === 429
  // JSON-02 judges bodies that are not JSON at all.
  if (!response.json.ok && !isLimited) return
  const body = json(exchange)
  const isEnvelope = isObject(body) && ('error' in body || 'code' in body)
  judgements.check(
    isEnvelope,
    isLimited ? 'RATE-08' : 'ERROR-04',
    'an object with `error` and `code`',
    () => `status ${response.status} ${response.json.ok ? `with ${quote(body)}` : 'without JSON'}`,
    { status: response.status },
  )
  if (!isEnvelope) return
  if (isLimited) judgements.pass('ERROR-04')
  const problems = facts.contract.validate('Error', body)
  for (const [field, requirement] of Object.entries(FIELDS)) {
    const pointer = `/${field}`
    const problem = problems.find((one) => one.pointer === pointer)
    // An optional field may be null instead of absent.
    if (field === 'docs_url' && body[field] === null) continue
    if (problem)
      judgements.fail(requirement, problem.expected, `${problem.received} in a ${response.status}`, {
        pointer,
      })
    else if (field in body) judgements.pass(requirement)
  }
  if (response.status === 401 && typeof body['code'] === 'string')
    judgements.check(
      body['code'] === 'unauthorized',
      'AUTH-07',
      'code "unauthorized" with a 401',
      () => quote(body['code']),
      { pointer: '/code' },
    )
}

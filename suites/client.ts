/**
 * The specification's requirements on clients: rows and oracles over requests. They are shown apart from the
 * requirements on the target; a run of cases does not judge them, because its own requests are wrong on
 * purpose.
 */
import { type Exchange, header } from '../lib/engine/http/exchange.ts'
import { readJson } from '../lib/engine/http/read-json.ts'
import { retryAfter } from '../lib/engine/http/rate-headers.ts'
import { Judgements } from '../lib/engine/judge/judgements.ts'
import { readPage } from '../lib/engine/judge/page.ts'
import { sentBody } from '../lib/engine/judge/reading.ts'
import { type Catalogue, catalogueOf, type Requirement } from '../lib/engine/judge/requirement.ts'
import { critical, major, minor, seenIn, statementsOf } from '../lib/engine/judge/rows.ts'
import { CONTRACT } from '../lib/engine/contract/api.ts'
import { type JsonObject, quote } from '../lib/engine/util/values.ts'

const part1 = statementsOf({ part: 1, section: 'General conventions', endpoint: '*' })
const part4 = statementsOf({ part: 4, section: 'Endpoints', endpoint: '*' })
const part5 = statementsOf({ part: 5, section: '', endpoint: '*' })
const part7 = statementsOf({ part: 7, section: '', endpoint: '*' })
const part8 = statementsOf({ part: 8, section: '', endpoint: '*' })

interface ClientRule {
  readonly requirement: Requirement
  readonly expected: string
  readonly appliesTo: (exchange: Exchange) => boolean
  /** The mistake in words; undefined if there is none. */
  readonly problem: (exchange: Exchange) => string | undefined
}

const isEndpoint = ({ operation }: Exchange): boolean => operation !== undefined

const isDescription = ({ request }: Exchange): boolean =>
  request.method === 'GET' && request.path === '/openapi.json'

const bodySchema = ({ operation }: Exchange): string | undefined =>
  operation === undefined ? undefined : CONTRACT.operation(operation).requestSchema

function requestHeader({ request }: Exchange, wanted: string): string | undefined {
  return request.headers.find(([name]) => name.toLowerCase() === wanted)?.[1].trim()
}

/** Parameters and headers that look like a key in the wrong place: their values end up in logs. */
export const KEY_NAMES = /^(?:x-)?(?:api[-_]?key|access[-_]?token|token|key|auth)$/i

const RULES: readonly ClientRule[] = [
  {
    requirement: part1.must(
      'CLIENT-21',
      '6',
      'Clients use the canonical host: no request is answered with the 308 of the apex host.',
      major('Some libraries drop the body and the key when they follow it, and the write is lost.'),
    ),
    expected: 'a request to the canonical host',
    appliesTo: ({ response }) => response !== undefined,
    problem: (exchange) =>
      exchange.response?.status === 308
        ? `308 to ${quote(header(exchange, 'Location') ?? 'another host')}`
        : undefined,
  },
  {
    requirement: part4.derived(
      'CLIENT-22',
      'the endpoints',
      'A request has the method and path of an endpoint.',
      'Part 4 lists the endpoints, and part 9 adds the description.',
      major('Nothing answers it but an error.'),
    ),
    expected: 'an endpoint of part 4',
    appliesTo: ({ request }) => request.method !== 'OPTIONS' && request.method !== 'HEAD',
    problem: (exchange) =>
      isEndpoint(exchange) || isDescription(exchange)
        ? undefined
        : `${exchange.request.method} ${quote(exchange.request.path)}`,
  },
  {
    requirement: seenIn(
      ['request-headers', 'keys'],
      part5.must(
        'CLIENT-30',
        '1',
        'Every request carries an API key as a bearer token in the Authorization header.',
        major('The request is refused, or goes through today by a leniency that may end.'),
      ),
    ),
    expected: 'Authorization: Bearer <API_KEY>',
    appliesTo: isEndpoint,
    problem: (exchange) => {
      const sent = requestHeader(exchange, 'authorization')
      if (sent === undefined) return 'no Authorization header'
      const [scheme] = sent.split(/\s/)
      return /^bearer +\S+$/i.test(sent) ? undefined : `Authorization with the scheme ${quote(scheme, 20)}`
    },
  },
  {
    requirement: seenIn(
      ['request-headers', 'keys'],
      part5.derived(
        'CLIENT-31',
        '1',
        'The key is only in the `Authorization` header.',
        'Part 5 names no other place for the key.',
        critical('Addresses and unknown headers are written into logs: whoever reads them has the key.'),
      ),
    ),
    expected: 'no key elsewhere',
    appliesTo: isEndpoint,
    problem: ({ request }) => {
      const isKey = ([name]: readonly [string, string]): boolean => KEY_NAMES.test(name)
      const [inQuery, inHeader] = [request.query.find(isKey), request.headers.find(isKey)]
      if (inQuery !== undefined) return `${quote(inQuery[0])} in the query`
      return inHeader && `${quote(inHeader[0])} in a header`
    },
  },
  {
    requirement: seenIn(
      'request-body',
      part4.derived(
        'CLIENT-29',
        'Request bodies',
        'A request has no body if its endpoint takes none.',
        'Part 4 defines a body only for `PATCH` and `POST`.',
        minor('What stands in it has no effect, and some gateways refuse the request.'),
      ),
    ),
    expected: 'no request body',
    appliesTo: (exchange) => isEndpoint(exchange) && bodySchema(exchange) === undefined,
    problem: ({ request }) => (request.body ? `a body of ${request.body.length} characters` : undefined),
  },
  {
    requirement: seenIn(
      ['request-body', 'request-type'],
      part4.must(
        'CLIENT-26',
        'Request bodies',
        'A request body is JSON, with the Content-Type application/json.',
        major('The service reads no fields, and refuses the request.'),
      ),
    ),
    expected: 'a JSON body with Content-Type: application/json',
    appliesTo: (exchange) => bodySchema(exchange) !== undefined,
    problem: (exchange) => {
      const type = requestHeader(exchange, 'content-type') ?? 'none'
      if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) return `Content-Type: ${quote(type, 60)}`
      return bodyOf(exchange).ok ? undefined : `a body that is not JSON: ${quote(exchange.request.body, 60)}`
    },
  },
]

const bodyOf = ({ request }: Exchange): ReturnType<typeof readJson>['json'] =>
  readJson(Buffer.from(request.body ?? '')).json

const PARAMETER_ROWS = [
  part4.derived(
    'CLIENT-23',
    'Query',
    'A request has only the query parameters of its endpoint, each once.',
    'The table of an endpoint lists its parameters, and each has one value.',
    major('A mistyped filter filters nothing, and the client works on rows that it did not want.'),
  ),
  part4.must(
    'CLIENT-24',
    'Query',
    'Each query parameter has its type and keeps its bounds.',
    major('What the service does with it is open: it may refuse the request, or use another value.'),
  ),
  part4.must(
    'CLIENT-25',
    'Query',
    'A required query parameter is present.',
    major('The request is refused.'),
  ),
]

/** Judges each query parameter by the table of its endpoint: CLIENT-23, CLIENT-24 and CLIENT-25. */
function judgeParameters({ operation, request }: Exchange, judgements: Judgements): void {
  if (operation === undefined) return
  const known = CONTRACT.operation(operation).queryParameters
  const seen = new Set<string>()
  for (const [name, value] of request.query) {
    if (KEY_NAMES.test(name)) continue
    const blame = { pointer: `?${name}` }
    const parameter = known.find((one) => one.name === name)
    if (parameter === undefined)
      judgements.fail('CLIENT-23', 'a parameter of this endpoint', `the parameter ${quote(name)}`, blame)
    else if (seen.has(name))
      judgements.fail('CLIENT-23', 'each parameter once', `${quote(name)} more than once`, blame)
    else {
      judgements.pass('CLIENT-23')
      const [problem] = CONTRACT.validate(parameter.schemaPointer, asJson(parameter.schema, value))
      const expected = (): string => `${name}: ${problem?.expected}`
      const received = (): string => `${name}=${quote(value, 80)}`
      judgements.check(problem === undefined, 'CLIENT-24', expected, received, blame)
    }
    seen.add(name)
  }
  for (const { name, required } of known)
    if (required) judgements.check(seen.has(name), 'CLIENT-25', `the parameter ${name}`, () => 'none')
}

/** The JSON value of a query parameter: a number or a flag, if the schema wants one and the text is one. */
function asJson({ type }: JsonObject, value: string): unknown {
  if (type === 'integer' && /^-?\d+$/.test(value)) return Number(value)
  if (type === 'boolean' && /^(?:true|false)$/.test(value)) return value === 'true'
  return value
}

const BODY_ROWS = [
  seenIn(
    'request-body',
    part4.must(
      'CLIENT-27',
      'Body',
      'Each field of a request body has its type and keeps its bounds, and every required field is present.',
      major('The whole request is refused for one field.'),
    ),
  ),
  seenIn(
    'request-body',
    part4.derived(
      'CLIENT-28',
      'Body',
      'A request body has only the fields of its endpoint.',
      'The table of an endpoint lists the fields of its body.',
      minor('What stands in a mistyped field is lost without a word.'),
    ),
  ),
]

/** Judges the fields of a body by the schema of its endpoint: CLIENT-27 and CLIENT-28. */
function judgeFields(exchange: Exchange, judgements: Judgements): void {
  const [schema, body] = [bodySchema(exchange), bodyOf(exchange)]
  if (schema === undefined || !body.ok) return
  const problems = CONTRACT.validate(schema, body.value)
  if (problems.length === 0) judgements.pass('CLIENT-27')
  for (const { pointer, expected, received } of problems)
    judgements.fail('CLIENT-27', `${pointer || 'the body'}: ${expected}`, received, {
      pointer: `body${pointer}`,
    })
  const names = new Set(CONTRACT.fieldsOf(schema).map(({ name }) => name))
  const unknown = Object.keys(sentBody(exchange)).filter((name) => !names.has(name))
  if (unknown.length === 0) judgements.pass('CLIENT-28')
  for (const name of unknown)
    judgements.fail('CLIENT-28', 'a field of this endpoint', `the field ${quote(name, 60)}`, {
      pointer: `body/${name}`,
    })
}

interface Walk {
  /** The list with its filters. */
  readonly list: string
  /** The offset of a page after the last one. */
  readonly end: number
}

/** The last request of a client that got 429, and when it may be sent again. */
interface Wait {
  readonly request: string
  readonly until: number
}

const SEQUENCE_ROWS = [
  part8.must(
    'CLIENT-32',
    'Pagination',
    'Clients stop when `has_more` is false: they ask for no page after the last one.',
    minor('Each walk costs a request of the hour more than it needs.'),
  ),
  part8.derived(
    'CLIENT-33',
    'Over the limit',
    'A request that got 429 is repeated only after `Retry-After`, or after a second if there is none.',
    'The limit counts requests per hour, so only time restores them.',
    major('Clients that hammer a spent key keep it spent, and gateways block them.'),
  ),
]

/**
 * Judges the requests of clients, one after the other. It remembers only the last page and the last 429 of
 * each client.
 */
export class ClientJudge {
  private readonly walks = new Map<string, Walk>()
  private readonly waits = new Map<string, Wait>()

  /**
   * Judges one request, in the order of sending.
   * @param asker - a name for the key, not the key itself
   */
  judge(exchange: Exchange, asker: string): Pick<Judgements, 'held' | 'findings'> {
    const judgements = new Judgements(exchange)
    for (const { requirement, expected, appliesTo, problem } of RULES) {
      if (!appliesTo(exchange)) continue
      const found = problem(exchange)
      judgements.check(found === undefined, requirement.id, expected, () => found ?? '')
    }
    judgeParameters(exchange, judgements)
    judgeFields(exchange, judgements)
    this.judgeWalk(exchange, judgements, asker)
    this.judgeWait(exchange, judgements, asker)
    return judgements
  }

  /** CLIENT-32: no page after the last one. */
  private judgeWalk(exchange: Exchange, judgements: Judgements, asker: string): void {
    const page = readPage(exchange)
    if (page === undefined) return
    const { path, query } = exchange.request
    const filters = query.filter(([name]) => name !== 'limit' && name !== 'offset')
    const list = JSON.stringify([path, filters])
    const before = this.walks.get(asker)
    const offset = page.asked.offset ?? 0
    // Only the very next page of the same walk counts: the client may look at a list again later.
    if (before?.list === list && offset > 0)
      judgements.check(
        offset < before.end,
        'CLIENT-32',
        'no request for a page after the last one',
        () => `offset=${offset} after has_more: false`,
      )
    this.walks.set(asker, { list, end: page.hasMore === false ? offset + page.items.length : Infinity })
  }

  /** CLIENT-33: a pause after a 429. */
  private judgeWait(exchange: Exchange, judgements: Judgements, asker: string): void {
    const { response, startedAt, durationMs } = exchange
    const request = `${exchange.request.method} ${exchange.request.url}`
    const wait = this.waits.get(asker)
    if (wait?.request === request) {
      const early = Math.round(wait.until - startedAt)
      const received = (): string => `the same request, ${early} ms too early`
      judgements.check(early <= 0, 'CLIENT-33', 'a pause after the 429', received)
      this.waits.delete(asker)
    }
    if (response?.status === 429)
      this.waits.set(asker, { request, until: startedAt + durationMs + (retryAfter(exchange) ?? 1000) })
  }
}

export const rows: readonly Requirement[] = [
  part1.excluded(
    'CLIENT-90',
    '2',
    'Clients treat ids as opaque.',
    'The requests of a client do not show how it interprets an id.',
  ),
  part1.excluded(
    'CLIENT-91',
    '4',
    'Clients ignore fields that they do not recognise.',
    'The requests of a client do not show what it ignores.',
  ),
  part7.excluded(
    'CLIENT-92',
    'error',
    'Clients do not match on the text of an error.',
    'The requests of a client do not show how it reads an error.',
  ),
  ...RULES.map(({ requirement }) => requirement),
  ...PARAMETER_ROWS,
  ...BODY_ROWS,
  ...SEQUENCE_ROWS,
].toSorted((one, other) => one.part - other.part || one.id.localeCompare(other.id))

export const CLIENT_CATALOGUE: Catalogue = catalogueOf(rows)

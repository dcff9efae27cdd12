/**
 * What the specification requires of clients: rows and oracles over requests. Shown apart from the requirements on the
 * target; a run of cases does not judge them, because its own requests are wrong on purpose.
 */
import { type Exchange, header } from '../lib/http/exchange.ts'
import { readJson } from '../lib/http/read-json.ts'
import { retryAfter } from '../lib/http/rate-headers.ts'
import { Judgements } from '../lib/judge/judgements.ts'
import { readPage, sentBody } from '../lib/judge/oracle.ts'
import { type Catalogue, catalogueOf, type Requirement } from '../lib/judge/requirement.ts'
import { derived, excluded, must, section } from '../lib/judge/rows.ts'
import { CONTRACT } from '../lib/spec/api.ts'
import { FORMATS, FORMAT_TEXTS, isFormatName } from '../lib/spec/schemas.ts'
import { type JsonObject, quote } from '../lib/util/values.ts'

export const rows: readonly Requirement[] = [
  ...section(
    { part: 1, section: 'General conventions', endpoint: '*' },
    must(
      'CLIENT-21',
      '6',
      'Clients use the canonical host: no request is answered with the 308 of the apex host.',
    ),
    excluded(
      'CLIENT-90',
      '2',
      'Clients treat ids as opaque.',
      'The requests of a client do not show how it interprets an id.',
    ),
    excluded(
      'CLIENT-91',
      '4',
      'Clients ignore fields that they do not recognise.',
      'The requests of a client do not show what it ignores.',
    ),
  ),
  ...section(
    { part: 4, section: 'Endpoints', endpoint: '*' },
    derived(
      'CLIENT-22',
      'the endpoints',
      'A request has the method and path of an endpoint.',
      'Part 4 lists the endpoints, and part 9 adds the description.',
    ),
    derived(
      'CLIENT-23',
      'Query',
      'A request has only the query parameters of its endpoint, each once.',
      'The table of an endpoint lists its parameters, and each has one value.',
    ),
    must('CLIENT-24', 'Query', 'Each query parameter has its type and keeps its bounds.'),
    must('CLIENT-25', 'Query', 'A required query parameter is present.'),
    must('CLIENT-26', 'Request bodies', 'A request body is JSON, with the Content-Type application/json.'),
    must(
      'CLIENT-27',
      'Body',
      'Each field of a request body has its type and keeps its bounds, and every required field is present.',
    ),
    derived(
      'CLIENT-28',
      'Body',
      'A request body has only the fields of its endpoint.',
      'The table of an endpoint lists the fields of its body.',
    ),
    derived(
      'CLIENT-29',
      'Request bodies',
      'A request has no body if its endpoint takes none.',
      'Part 4 defines a body only for `PATCH` and `POST`.',
    ),
  ),
  ...section(
    { part: 5, section: '', endpoint: '*' },
    must('CLIENT-30', '1', 'Every request carries an API key as a bearer token in the Authorization header.'),
    derived(
      'CLIENT-31',
      '1',
      'The key is only in the `Authorization` header.',
      'Part 5 names no other place for the key.',
    ),
  ),
  ...section(
    { part: 7, section: '', endpoint: '*' },
    excluded(
      'CLIENT-92',
      'error',
      'Clients do not match on the text of an error.',
      'The requests of a client do not show how it reads an error.',
    ),
  ),
  ...section(
    { part: 8, section: '', endpoint: '*' },
    must(
      'CLIENT-32',
      'Pagination',
      'Clients stop when `has_more` is false: they ask for no page after the last one.',
    ),
    derived(
      'CLIENT-33',
      'Over the limit',
      'A request that got 429 is repeated only after `Retry-After`, or after a second if there is none.',
      'The limit counts requests per hour, so only time restores them.',
    ),
  ),
]

export const CLIENT_CATALOGUE: Catalogue = catalogueOf(rows)

/** What is remembered of one client between its requests. */
interface Walk {
  /** The list with its filters. */
  readonly list: string
  /** Where a page after the last one would begin. */
  readonly end: number
}

/** What an oracle knows of the requests before; see {@link ClientJudge}. */
interface Memory {
  /** By client, the last page that it got of the list that it walks. */
  readonly walks: Map<string, Walk>
  /** By client and request, when it may be sent again after a 429. */
  readonly waits: Map<string, number>
}

/** An oracle over a request. `asker` stands for its key, and is no key itself. */
type ClientOracle = (exchange: Exchange, judgements: Judgements, asker: string, memory: Memory) => void

/** How many clients, and refused requests, are remembered at most; the oldest are forgotten. */
export const MOST_CLIENTS = 1000

/** Judges the requests of clients, one after the other. */
export class ClientJudge {
  private readonly memory: Memory = { walks: new Map(), waits: new Map() }

  /**
   * Judges one request, in the order in which they were sent.
   * @param asker - stands for the key, and is no key itself
   */
  judge(exchange: Exchange, asker: string): Pick<Judgements, 'held' | 'findings'> {
    const judgements = new Judgements(exchange)
    for (const oracle of ORACLES) oracle(exchange, judgements, asker, this.memory)
    for (const map of [this.memory.walks, this.memory.waits])
      for (const key of map.keys()) if (map.size > MOST_CLIENTS) map.delete(key)
    return judgements
  }
}

const canonicalHost: ClientOracle = (exchange, judgements) => {
  if (exchange.response === undefined) return
  const { status } = exchange.response
  const location = header(exchange, 'Location') ?? 'another host'
  judgements.check(
    status !== 308,
    'CLIENT-21',
    'a request to the canonical host',
    () => `308 to ${quote(location)}`,
  )
}

const isDescription = ({ request }: Exchange): boolean =>
  request.method === 'GET' && request.path === '/openapi.json'

const endpoint: ClientOracle = (exchange, judgements) => {
  const { operation, request } = exchange
  if (request.method === 'OPTIONS' || request.method === 'HEAD') return
  const isKnown = operation !== undefined || isDescription(exchange)
  judgements.check(
    isKnown,
    'CLIENT-22',
    'an endpoint of part 4',
    () => `${request.method} ${quote(request.path)}`,
  )
}

/** Places where a key has no business: what a client sends there is written into logs. */
export const KEY_NAMES = /^(?:x-)?(?:api[-_]?key|access[-_]?token|token|key|auth)$/i

const key: ClientOracle = (exchange, judgements) => {
  const { operation, request } = exchange
  if (operation === undefined) return
  const authorization = request.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1]
  const scheme = authorization?.trim().split(/\s/)[0]
  judgements.check(
    authorization !== undefined && /^bearer +\S+$/i.test(authorization.trim()),
    'CLIENT-30',
    'Authorization: Bearer <API_KEY>',
    () =>
      scheme === undefined ? 'no Authorization header' : `Authorization with the scheme ${quote(scheme, 20)}`,
  )
  const misplaced = [
    ...request.query.map(([name]) => [name, 'the query'] as const),
    ...request.headers.map(([name]) => [name, 'a header'] as const),
  ].find(([name]) => KEY_NAMES.test(name))
  judgements.check(
    misplaced === undefined,
    'CLIENT-31',
    'no key elsewhere',
    () => `${quote(misplaced?.[0])} in ${misplaced?.[1]}`,
  )
}

const parameters: ClientOracle = (exchange, judgements) => {
  const { operation, request } = exchange
  if (operation === undefined) return
  const known = new Map(CONTRACT.operation(operation).queryParameters.map((one) => [one.name, one]))
  const seen = new Set<string>()
  for (const [name, value] of request.query) {
    if (KEY_NAMES.test(name)) continue
    const parameter = known.get(name)
    if (parameter === undefined)
      judgements.fail('CLIENT-23', 'a parameter of this endpoint', `the parameter ${quote(name)}`, {
        pointer: `?${name}`,
      })
    else if (seen.has(name))
      judgements.fail('CLIENT-23', 'each parameter once', `${quote(name)} more than once`, {
        pointer: `?${name}`,
      })
    else {
      judgements.pass('CLIENT-23')
      const wanted = valueProblem(parameter.schema, value)
      judgements.check(
        wanted === undefined,
        'CLIENT-24',
        () => `${name}: ${wanted}`,
        () => `${name}=${quote(value, 80)}`,
        {
          pointer: `?${name}`,
        },
      )
    }
    seen.add(name)
  }
  for (const { name, required } of known.values())
    if (required) judgements.check(seen.has(name), 'CLIENT-25', `the parameter ${name}`, () => 'none')
}

/** What a query parameter should have been; undefined if its value is right. */
function valueProblem(schema: JsonObject, value: string): string | undefined {
  const { type, minimum, maximum, format, pattern } = schema
  if (type === 'boolean') return value === 'true' || value === 'false' ? undefined : 'true or false'
  if (type === 'integer') {
    const isInside =
      /^-?\d{1,15}$/.test(value) &&
      Number(value) >= Number(minimum ?? -Infinity) &&
      Number(value) <= Number(maximum ?? Infinity)
    const [least, most] = [minimum, maximum].map((bound) => (typeof bound === 'number' ? bound : undefined))
    const bounds = `${least === undefined ? '' : ` from ${least}`}${most === undefined ? '' : ` to ${most}`}`
    return isInside ? undefined : `an integer${bounds}`
  }
  if (isFormatName(format)) return FORMATS[format](value) ? undefined : FORMAT_TEXTS[format]
  if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value))
    return 'values of the table, separated by commas'
  return undefined
}

const body: ClientOracle = (exchange, judgements) => {
  const { operation, request } = exchange
  if (operation === undefined) return
  const { requestSchema } = CONTRACT.operation(operation)
  const isEmpty = (request.body ?? '') === ''
  if (requestSchema === undefined) {
    judgements.check(
      isEmpty,
      'CLIENT-29',
      'no request body',
      () => `a body of ${request.body?.length} characters`,
    )
    return
  }
  const type = request.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  const isJsonType = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type ?? '')
  const { json } = readJson(Buffer.from(request.body ?? ''))
  judgements.check(
    isJsonType && json.ok,
    'CLIENT-26',
    'a JSON body with Content-Type: application/json',
    () =>
      isJsonType
        ? `a body that is not JSON: ${quote(request.body, 60)}`
        : `Content-Type: ${quote(type ?? 'none', 60)}`,
  )
  if (!json.ok) return
  const problems = CONTRACT.validate(requestSchema, json.value)
  if (problems.length === 0) judgements.pass('CLIENT-27')
  for (const { pointer, expected, received } of problems)
    judgements.fail('CLIENT-27', `${pointer || 'the body'}: ${expected}`, received, {
      pointer: `body${pointer}`,
    })
  const names = new Set(CONTRACT.fieldsOf(requestSchema).map(({ name }) => name))
  const unknown = Object.keys(sentBody(exchange)).filter((name) => !names.has(name))
  if (unknown.length === 0) judgements.pass('CLIENT-28')
  for (const name of unknown)
    judgements.fail('CLIENT-28', 'a field of this endpoint', `the field ${quote(name, 60)}`, {
      pointer: `body/${name}`,
    })
}

const pages: ClientOracle = (exchange, judgements, asker, { walks }) => {
  const page = readPage(exchange)
  if (page === undefined) return
  const { request } = exchange
  const filters = request.query.filter(([name]) => name !== 'limit' && name !== 'offset')
  const list = `${request.path}?${new URLSearchParams(filters.map(([name, value]): [string, string] => [name, value])).toString()}`
  const before = walks.get(asker)
  const offset = page.asked.offset ?? 0
  // Only the very next page of the same walk: somebody may look at a list again later.
  if (before?.list === list && offset > 0)
    judgements.check(
      offset < before.end,
      'CLIENT-32',
      'no request for a page after the last one',
      () => `offset=${offset} after has_more: false`,
    )
  walks.delete(asker)
  walks.set(asker, { list, end: page.hasMore === false ? offset + page.items.length : Infinity })
}

const patience: ClientOracle = (exchange, judgements, asker, { waits }) => {
  const { request, response, startedAt, durationMs } = exchange
  const name = `${asker} ${request.method} ${request.url}`
  const until = waits.get(name)
  if (until !== undefined) {
    const early = Math.round(until - startedAt)
    judgements.check(
      early <= 0,
      'CLIENT-33',
      'a pause after the 429',
      () => `the same request, ${early} ms too early`,
    )
    waits.delete(name)
  }
  if (response?.status === 429) waits.set(name, startedAt + durationMs + (retryAfter(exchange) ?? 1000))
}

const ORACLES: readonly ClientOracle[] = [canonicalHost, endpoint, key, parameters, body, pages, patience]

/** Rows that a recording without keys, or without the body of a request, cannot show. */
export const OF_KEYS = ['CLIENT-30', 'CLIENT-31'] as const
export const OF_BODIES = ['CLIENT-26', 'CLIENT-27', 'CLIENT-28', 'CLIENT-29'] as const

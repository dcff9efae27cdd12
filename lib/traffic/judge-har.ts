import { CATALOGUE } from '../../suites/catalogue.ts'
import { CLIENT_CATALOGUE, OF_BODIES, OF_KEYS } from '../../suites/client.ts'
import { judge } from '../../suites/support/judge.ts'
import { RECORDINGS } from '../../suites/isolation/recordings.ts'
import type { Judgement as Judged } from '../judge/judgements.ts'
import { CONTRACT } from '../spec/api.ts'
import type { Exchange, Header, KeyLabel } from '../http/exchange.ts'
import { attribute } from '../judge/roots.ts'
import type { Finding } from '../judge/finding.ts'
import type { Catalogue, Requirement } from '../judge/requirement.ts'
import type { OperationTraffic } from '../report/record.ts'
import { FileProblem } from '../util/errors.ts'
import { groupBy } from '../util/collections.ts'
import type { HarEntry } from './read-har.ts'
import { inferBaseUrl, readHar } from './read-har.ts'
import { Traffic } from './traffic.ts'

/** The judgement of a recording: what it shows of the API, and what it does not. */
export interface HarJudgement {
  readonly baseUrl: string
  readonly entries: {
    readonly total: number
    readonly judged: number
    /** Judged entries without the body, or the headers, of the answer. The missing part is not judged. */
    readonly without: { readonly bodies: number; readonly headers: number }
    readonly skipped: readonly { readonly reason: string; readonly entries: readonly number[] }[]
  }
  readonly violations: readonly { readonly requirement: Requirement; readonly findings: readonly Finding[] }[]
  /** Requirements that were exercised and met, with the number of times. */
  readonly held: readonly { readonly requirement: Requirement; readonly times: number }[]
  /** Requirements on which the recording has no evidence, and why. */
  readonly unproven: readonly { readonly reason: string; readonly requirements: readonly Requirement[] }[]
  /** What the requests show of the clients that sent them. */
  readonly clients: Pick<HarJudgement, 'violations' | 'held'>
  /** What each operation was asked and answered. */
  readonly traffic: readonly OperationTraffic[]
}

/**
 * Judges recorded traffic: the target by every oracle, and its clients. Nothing is sent.
 * @param sources texts of HAR files; the entries of the second are counted on from those of the first
 * @param given the API's base address; inferred where absent
 * @throws FileProblem if there is nothing to judge
 */
export function judgeHar(sources: readonly string[], given?: string): HarJudgement {
  const entries: HarEntry[] = []
  for (const source of sources) {
    const before = entries.length
    entries.push(...readHar(source).map((entry) => ({ ...entry, id: entry.id + before })))
  }
  const baseUrl = given ?? inferBaseUrl(CONTRACT, entries)
  if (baseUrl === undefined) {
    throw new FileProblem('holds no request that looks like this API; name its base address with --base-url')
  }
  const recorded = trafficOf(entries, baseUrl)
  if (recorded.exchanges.length === 0) {
    throw new FileProblem(
      `holds no answered exchange below ${baseUrl}; name the base address with --base-url`,
    )
  }
  const { findings, held } = judgeTraffic(recorded.exchanges, baseUrl, recorded.unseen)
  const operations = new Set(recorded.exchanges.map(({ operation }) => operation))
  const shown = new Set([...findings.map(({ requirement }) => requirement), ...held.keys()])
  const { clients, traffic } = clientsIn(entries, recorded.exchanges, baseUrl)
  return {
    baseUrl,
    entries: {
      total: entries.length,
      judged: recorded.exchanges.length,
      without: recorded.without,
      skipped: [...groupBy(recorded.skipped, ({ reason }) => reason)].map(([reason, some]) => ({
        reason,
        entries: some.map(({ entry }) => entry),
      })),
    },
    ...byRow(CATALOGUE, findings, held),
    unproven: unproven(shown, operations),
    clients,
    traffic,
  }
}

/** Findings by requirement, and the requirements that were only seen to hold, in the order of the catalogue. */
function byRow(
  catalogue: Catalogue,
  findings: readonly Finding[],
  held: ReadonlyMap<string, number>,
): Pick<HarJudgement, 'violations' | 'held'> {
  const found = groupBy(findings, ({ requirement }) => requirement)
  return {
    violations: [...found].map(([id, some]) => ({ requirement: catalogue.get(id), findings: some })),
    held: catalogue.rows
      .filter(({ id }) => held.has(id) && !found.has(id))
      .map((requirement) => ({ requirement, times: held.get(requirement.id) ?? 0 })),
  }
}

/** What recorded requests show of clients. Most exporters leave out their keys, and many their bodies. */
function clientsIn(
  entries: readonly HarEntry[],
  exchanges: readonly Exchange[],
  baseUrl: string,
): Pick<HarJudgement, 'clients' | 'traffic'> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const isKey = ([name, value]: Header): boolean =>
    name.toLowerCase() === 'authorization' && /^bearer +\S/i.test(value)
  const keysAreShown = entries.some(({ requestHeaders }) => requestHeaders.some(isKey))
  const traffic = new Traffic(baseUrl, keysAreShown ? [] : OF_KEYS)
  for (const exchange of exchanges) {
    const entry = byId.get(exchange.id)
    const request = { ...exchange.request, headers: entry?.requestHeaders ?? [] }
    const unseen = entry?.requestBodyMissing === true ? OF_BODIES : []
    traffic.addRequest({ ...exchange, request }, entry?.requestHeaders.find(isKey)?.[1], unseen)
  }
  const { findings, held } = traffic.clients.shown()
  const times = new Map([...held].map(([id, { count }]) => [id, count]))
  return { clients: byRow(CLIENT_CATALOGUE, findings, times), traffic: traffic.asked.operations }
}

function unproven(
  shown: ReadonlySet<string>,
  recorded: ReadonlySet<string | undefined>,
): HarJudgement['unproven'] {
  const rows = CATALOGUE.rows.filter(
    ({ id, strength, excluded }) => excluded === undefined && strength !== 'open' && !shown.has(id),
  )
  const groups = groupBy(rows, ({ endpoint }) =>
    CONTRACT.operations.has(endpoint) && !recorded.has(endpoint)
      ? `${endpoint} is not in the recording`
      : 'nothing in the recording bears on it',
  )
  return [...groups].map(([reason, requirements]) => ({ reason, requirements }))
}

/** Entries of a recording that can be judged, and why the others cannot. */
interface Recorded {
  readonly exchanges: readonly Exchange[]
  readonly skipped: readonly { readonly entry: number; readonly reason: string }[]
  /** How many exchanges lack the body of the answer, or its headers. */
  readonly without: { readonly bodies: number; readonly headers: number }
  /** The requirements that the recording of an exchange cannot show, and that are not judged on it. */
  readonly unseen: (exchange: Exchange) => ReadonlySet<string>
}

/** Selects the exchanges of the API. */
function trafficOf(entries: readonly HarEntry[], baseUrl: string): Recorded {
  const skipped: { entry: number; reason: string }[] = []
  const kept = entries.filter((entry) => {
    const reason = obstacle(entry, baseUrl)
    if (reason !== undefined) skipped.push({ entry: entry.id, reason })
    return reason === undefined
  })
  const unseen = new Map(kept.map((entry) => [entry.id, unseenOf(entry)]))
  return {
    exchanges: kept.map((entry) => exchangeOf(entry, baseUrl)),
    skipped,
    without: {
      bodies: kept.filter(({ bodyMissing }) => bodyMissing).length,
      headers: kept.filter(({ headersMissing }) => headersMissing).length,
    },
    unseen: ({ id }) => unseen.get(id) ?? new Set(),
  }
}

function obstacle({ url, method, response, cached }: HarEntry, baseUrl: string): string | undefined {
  if (!url.startsWith(`${baseUrl}/`)) return 'another address'
  if (method === 'OPTIONS' || method === 'HEAD') return `${method} belongs to HTTP, not to this API`
  if (response === undefined) return 'no answer'
  if (cached) return 'answered out of the cache of the browser'
  if (response.status === 304) return '304 answers a conditional request, without a body'
  return undefined
}

function unseenOf({ bodyMissing, headersMissing, requestBodyMissing }: HarEntry): ReadonlySet<string> {
  return new Set([
    ...(headersMissing ? RECORDINGS.withoutHeaders : []),
    ...(bodyMissing ? RECORDINGS.withoutBody : []),
    ...(requestBodyMissing ? RECORDINGS.withoutRequestBody : []),
  ])
}

function exchangeOf(entry: HarEntry, baseUrl: string): Exchange {
  const { id, method, url, response, startedAt, durationMs } = entry
  const [address = '', ...rest] = (url.split('#')[0] ?? '').split('?')
  const path = address.slice(baseUrl.length)
  return {
    id,
    key: labelOf(entry),
    operation: CONTRACT.match(method, path)?.operation,
    request: {
      method,
      url,
      path,
      query: [...new URLSearchParams(rest.join('?'))],
      headers: withoutRedacted(entry.requestHeaders),
      body: entry.requestBody,
    },
    response,
    startedAt,
    durationMs,
  }
}

/** Exporters drop or redact keys, so only a 401 shows that a request had no valid key. */
function labelOf({ key, response }: HarEntry): KeyLabel {
  return key ?? (response?.status === 401 ? 'invalid' : 'main')
}

/** Without redacted keys: an answer that shows a part of the key cannot be compared with them. */
function withoutRedacted(headers: readonly Header[]): Header[] {
  return headers.filter(
    ([name, value]) => name.toLowerCase() !== 'authorization' || /^Bearer [\w.~+/-]{16,}=*$/i.test(value),
  )
}

/** The judgement of recorded exchanges. */
interface Judgement {
  /** Violations, each with the root causes that it probably follows from. */
  readonly findings: readonly Finding[]
  /** How often each requirement was seen to hold. */
  readonly held: ReadonlyMap<string, number>
}

/** Judges recorded exchanges by every oracle. Pure: nothing is sent. `without` gives the requirements that the recording of an exchange cannot show. */
export function judgeTraffic(
  exchanges: readonly Exchange[],
  baseUrl: string,
  without: (exchange: Exchange) => ReadonlySet<string> = () => new Set(),
): Judgement {
  const held = new Map<string, number>()
  const findings: Finding[] = []
  const take = (found: Judged, unseen: ReadonlySet<string> = new Set()): void => {
    for (const table of found.held)
      for (const [id, times] of table) if (!unseen.has(id)) held.set(id, (held.get(id) ?? 0) + times)
    findings.push(
      ...[...found.findings, ...(found.doubts ?? [])].filter(({ requirement }) => !unseen.has(requirement)),
    )
  }
  for (const exchange of exchanges) take(judge(exchange, { baseUrl, contract: CONTRACT }), without(exchange))
  take(RECORDINGS.overall(exchanges))
  return { findings: attribute(findings, CATALOGUE.restsOn), held }
}

import { CATALOGUE } from '../../suites/catalogue.ts'
import { CLIENT_CATALOGUE, OF_KEYS } from '../../suites/client.ts'
import { isolation } from '../../suites/isolation/listed.ts'
import type { Exchange, KeyLabel } from '../http/exchange.ts'
import type { Finding } from '../judge/finding.ts'
import { dataOf } from '../judge/oracle.ts'
import type { Catalogue, Requirement } from '../judge/requirement.ts'
import { attribute } from '../judge/roots.ts'
import type { OperationTraffic } from '../report/record.ts'
import { CONTRACT } from '../spec/api.ts'
import { groupBy } from '../util/collections.ts'
import { FileProblem } from '../util/errors.ts'
import { exchangeWith } from './exchange.ts'
import { type HarEntry, inferBaseUrl, readHar } from './read-har.ts'
import { type Observed, type Shown, Traffic } from './traffic.ts'

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
  if (baseUrl === undefined)
    throw new FileProblem('holds no request that looks like this API; name its base address with --base-url')
  const byObstacle = groupBy(entries, (entry) => obstacle(entry, baseUrl))
  const judged = byObstacle.get(undefined) ?? []
  byObstacle.delete(undefined)
  if (judged.length === 0)
    throw new FileProblem(
      `holds no answered exchange below ${baseUrl}; name the base address with --base-url`,
    )
  const observed = judged.map((entry) => observedIn(entry, baseUrl))
  // Most exporters leave out every key.
  const keysAreShown = observed.some(({ token }) => token !== undefined)
  const traffic = new Traffic(baseUrl, keysAreShown ? [] : OF_KEYS)
  for (const one of observed) traffic.add(one)
  const target = together(traffic.target.shown(), betweenWorkspaces(observed.map(({ exchange }) => exchange)))
  return {
    baseUrl,
    entries: {
      total: entries.length,
      judged: judged.length,
      without: {
        bodies: judged.filter(({ missing }) => missing.includes('body')).length,
        headers: judged.filter(({ missing }) => missing.includes('headers')).length,
      },
      skipped: [...byObstacle].map(([reason = '', some]) => ({ reason, entries: some.map(({ id }) => id) })),
    },
    ...byRow(CATALOGUE, target),
    unproven: unproven(target, new Set(observed.map(({ exchange }) => exchange.operation))),
    clients: byRow(CLIENT_CATALOGUE, traffic.clients.shown()),
    traffic: traffic.asked.operations,
  }
}

/** Findings by requirement, and the requirements that were only seen to hold, in the order of the catalogue. */
function byRow(catalogue: Catalogue, { findings, held }: Shown): Pick<HarJudgement, 'violations' | 'held'> {
  const found = groupBy(attribute(findings, catalogue.restsOn), ({ requirement }) => requirement)
  return {
    violations: [...found].map(([id, some]) => ({ requirement: catalogue.get(id), findings: some })),
    held: catalogue.rows
      .filter(({ id }) => held.has(id) && !found.has(id))
      .map((requirement) => ({ requirement, times: held.get(requirement.id)?.count ?? 0 })),
  }
}

function unproven(
  { findings, held }: Shown,
  recorded: ReadonlySet<string | undefined>,
): HarJudgement['unproven'] {
  const shown = new Set([...findings.map(({ requirement }) => requirement), ...held.keys()])
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

/** Why an entry cannot be judged; undefined if it can. */
function obstacle({ url, method, response, cached }: HarEntry, baseUrl: string): string | undefined {
  if (!url.startsWith(`${baseUrl}/`)) return 'another address'
  if (method === 'OPTIONS' || method === 'HEAD') return `${method} belongs to HTTP, not to this API`
  if (response === undefined) return 'no answer'
  if (cached) return 'answered out of the cache of the browser'
  if (response.status === 304) return '304 answers a conditional request, without a body'
  return undefined
}

function observedIn(entry: HarEntry, baseUrl: string): Observed {
  const { exchange, token } = exchangeWith(baseUrl, entry)
  const isRedacted = token === undefined || !/^[\w.~+/-]{16,}=*$/.test(token)
  return { exchange, token, missing: isRedacted ? [...entry.missing, 'key'] : entry.missing }
}

/** What exchanges with keys of two workspaces show together. Two keys may belong to one: only `GET /me` shows it. */
function betweenWorkspaces(exchanges: readonly Exchange[]): ReturnType<typeof isolation> {
  const teamOf = (label: KeyLabel): unknown => {
    const me = exchanges.find((one) => one.key === label && one.operation === 'GET /me')
    return me && dataOf(me)['team_id']
  }
  const [own, foreign] = [teamOf('main'), teamOf('other')]
  const areTwo = typeof own === 'string' && typeof foreign === 'string' && own !== foreign
  return areTwo ? isolation(exchanges) : { held: new Map(), findings: [] }
}

function together(shown: Shown, { held, findings }: ReturnType<typeof isolation>): Shown {
  const further = [...held].map(([id, count]) => [id, { count, evidence: [] }] as const)
  return { findings: [...shown.findings, ...findings], held: new Map([...shown.held, ...further]) }
}

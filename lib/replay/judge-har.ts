import type { Api } from '../harness/api.ts'
import type { Requirement } from '../judge/requirement.ts'
import type { Finding } from '../judge/finding.ts'
import { inferBaseUrl } from './base-url.ts'
import { FileProblem } from './file-problem.ts'
import { readHar } from './har.ts'
import { judgeTraffic } from './judge-traffic.ts'
import { trafficOf } from './recorded-traffic.ts'
import { groupBy } from '../util/group-by.ts'

/** What a recording shows of the API, and what it does not. */
export interface HarJudgement {
  readonly baseUrl: string
  readonly entries: {
    readonly total: number
    readonly judged: number
    /** Judged ones whose body, or whose headers, the recording does not hold: nothing is said of these. */
    readonly without: { readonly bodies: number; readonly headers: number }
    readonly skipped: readonly { readonly reason: string; readonly entries: readonly number[] }[]
  }
  readonly violations: readonly { readonly requirement: Requirement; readonly findings: readonly Finding[] }[]
  /** Requirements that were exercised and held, with how often. */
  readonly held: readonly { readonly requirement: Requirement; readonly times: number }[]
  /** What the recording says nothing of, and why. */
  readonly unproven: readonly { readonly reason: string; readonly requirements: readonly Requirement[] }[]
}

/**
 * Judges recorded traffic by every oracle. Nothing is sent.
 * @param source text of a HAR file
 * @param given the API's base address; inferred where absent
 * @throws FileProblem where there is nothing to judge
 */
export function judgeHar(api: Api, source: string, given?: string): HarJudgement {
  const entries = readHar(source)
  const baseUrl = given ?? inferBaseUrl(api.contract, entries)
  if (baseUrl === undefined) {
    throw new FileProblem('holds no request that looks like this API; name its base address with --base-url')
  }
  const traffic = trafficOf(api, entries, baseUrl)
  if (traffic.exchanges.length === 0) {
    throw new FileProblem(
      `holds no answered exchange below ${baseUrl}; name the base address with --base-url`,
    )
  }
  const { findings, held } = judgeTraffic(api, traffic.exchanges, baseUrl, traffic.unseen)
  const violated = new Set(findings.map((finding) => finding.requirement))
  const recorded = new Set(traffic.exchanges.map(({ operation }) => operation))
  return {
    baseUrl,
    entries: {
      total: entries.length,
      judged: traffic.exchanges.length,
      without: traffic.without,
      skipped: [...groupBy(traffic.skipped, ({ reason }) => reason)].map(([reason, some]) => ({
        reason,
        entries: some.map(({ entry }) => entry),
      })),
    },
    violations: [...groupBy(findings, (finding) => finding.requirement)].map(([id, some]) => ({
      requirement: api.catalogue.get(id),
      findings: some,
    })),
    held: api.catalogue.rows
      .filter(({ id }) => held.has(id) && !violated.has(id))
      .map((row) => ({
        requirement: row,
        times: held.get(row.id) ?? 0,
      })),
    unproven: unproven(api, new Set([...violated, ...held.keys()]), recorded),
  }
}

function unproven(
  { catalogue, contract }: Api,
  shown: ReadonlySet<string>,
  recorded: ReadonlySet<string | undefined>,
): HarJudgement['unproven'] {
  const rows = catalogue.rows.filter(
    ({ id, strength, excluded }) => excluded === undefined && strength !== 'open' && !shown.has(id),
  )
  const groups = groupBy(rows, ({ endpoint }) =>
    contract.operations.has(endpoint) && !recorded.has(endpoint)
      ? `${endpoint} is not in the recording`
      : 'nothing in the recording bears on it',
  )
  return [...groups].map(([reason, requirements]) => ({ reason, requirements }))
}

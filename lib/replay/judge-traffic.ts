import type { Api, Judgement as Judged } from '../harness/api.ts'
import type { Exchange } from '../http/exchange.ts'
import { attribute } from '../judge/attribution.ts'
import type { Finding } from '../judge/finding.ts'

/** What recorded exchanges show. */
export interface Judgement {
  /** Violations, each with the root causes that it probably follows from. */
  readonly findings: readonly Finding[]
  /** How often each requirement was seen to hold. */
  readonly held: ReadonlyMap<string, number>
}

/** Judges recorded exchanges by every oracle. Pure: nothing is sent. `without` says what a recording cannot show of an exchange. */
export function judgeTraffic(
  api: Api,
  exchanges: readonly Exchange[],
  baseUrl: string,
  without: (exchange: Exchange) => ReadonlySet<string> = () => new Set(),
): Judgement {
  const held = new Map<string, number>()
  const findings: Finding[] = []
  const take = (found: Judged, unseen: ReadonlySet<string> = new Set()): void => {
    for (const table of found.held)
      for (const [id, times] of table) if (!unseen.has(id)) held.set(id, (held.get(id) ?? 0) + times)
    findings.push(...found.findings.filter(({ requirement }) => !unseen.has(requirement)))
  }
  for (const exchange of exchanges) take(api.judge(exchange, baseUrl), without(exchange))
  take(api.recordings.overall(exchanges))
  return { findings: attribute(findings, api.causality), held }
}

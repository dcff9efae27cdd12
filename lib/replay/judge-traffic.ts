import { CONTRACT } from '../api/contract.ts'
import { type Exchange, json } from '../http/exchange.ts'
import { type ExchangeJudgement, judge } from '../api/oracles/index.ts'
import { isolation } from '../api/oracles/isolation.ts'
import { isObject } from '../util/values.ts'
import { CAUSALITY } from '../api/causes.ts'
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
  exchanges: readonly Exchange[],
  baseUrl: string,
  without: (exchange: Exchange) => ReadonlySet<string> = () => new Set(),
): Judgement {
  const facts = { baseUrl, contract: CONTRACT }
  const held = new Map<string, number>()
  const findings: Finding[] = []
  const take = (found: ExchangeJudgement, unseen: ReadonlySet<string> = new Set()): void => {
    for (const table of found.held)
      for (const [id, times] of table) if (!unseen.has(id)) held.set(id, (held.get(id) ?? 0) + times)
    findings.push(...found.findings.filter(({ requirement }) => !unseen.has(requirement)))
  }
  for (const exchange of exchanges) take(judge(exchange, facts), without(exchange))
  if (showsTwoWorkspaces(exchanges)) {
    const apart = isolation(exchanges)
    take({ ...apart, held: [apart.held] })
  }
  return { findings: attribute(findings, CAUSALITY), held }
}

/** Two keys may belong to one workspace: only their own words tell them apart. */
function showsTwoWorkspaces(exchanges: readonly Exchange[]): boolean {
  const teamOf = (label: Exchange['key']): unknown => {
    const me = exchanges.find(
      ({ key, operation, response }) => key === label && operation === 'GET /me' && response?.status === 200,
    )
    const body = me === undefined ? undefined : json(me)
    return isObject(body) && isObject(body['data']) ? body['data']['team_id'] : undefined
  }
  const [own, foreign] = [teamOf('main'), teamOf('other')]
  return typeof own === 'string' && typeof foreign === 'string' && own !== foreign
}

import { CATALOGUE, judgeExchange } from '../../../suites/index.ts'
import { CLIENT_CATALOGUE, ClientJudge } from '../../../suites/client.ts'
import type { Exchange } from '../../engine/http/exchange.ts'
import { type Finding, kindOf } from '../../engine/judge/finding.ts'
import type { Judgement } from '../../engine/judge/judgements.ts'
import type { Catalogue, Recorded } from '../../engine/judge/requirement.ts'
import { MOST_LISTED } from '../../engine/util/bounds.ts'
import { present } from '../../engine/util/collections.ts'
import { once } from '../../engine/util/memo.ts'
import { Asked } from '../run/asked.ts'
import type { Holding } from '../run/conduct/tally.ts'
import { CONTRACT } from '../../engine/contract/api.ts'
import type { RunEvidence } from '../run/record/results.ts'
import { Noticed } from './noticed.ts'
import { ClientKeys, withoutSecrets } from './secrets.ts'

/** An exchange of a client, and the parts of it that could not be seen. */
export interface ObservedTraffic {
  readonly exchange: Exchange
  /** The bearer token of the request; undefined if it had none. It is never stored. */
  readonly token: string | undefined
  readonly missing: readonly Recorded[]
}

interface Kind {
  readonly finding: Finding
  readonly first: Exchange
  last?: Exchange
  count: number
}

interface HeldRule {
  count: number
  readonly first: Exchange
}

/**
 * The evidence that a stream of exchanges gives about the target and its clients, in bounded memory: counts,
 * and the first and last evidence of each kind.
 */
export class Traffic {
  exchanges = 0
  /** How many exchanges got no response of the target, or lack its body or headers. */
  readonly without = { answer: 0, body: 0, headers: 0 }
  /** Requests and responses of each operation. */
  readonly asked = new Asked()
  /** Remarkable facts about the requests that break no rule. */
  readonly noticed = new Noticed()
  private readonly baseUrl: string
  private readonly judgeClient = new ClientJudge()
  private readonly seen = new ClientKeys()
  /** Kinds of violations by requirement, then by place and status. */
  private readonly kinds = new Map<string, Map<string, Kind>>()
  private readonly passes = new Map<string, HeldRule>()

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl
  }

  /** Judges one exchange and its request, and counts it. */
  add({ exchange, missing, token }: ObservedTraffic): void {
    this.count(exchange, missing)
    this.seen.add(token, exchange.request)
    const stored = once(() => withoutSecrets(exchange))
    const take = ({ held, findings }: Judgement, catalogue: Catalogue): void => {
      // A rule about fields needs a body anyway; others name the parts of an exchange that show them.
      const isHidden = (id: string): boolean =>
        missing.some((part) => catalogue.get(id).seenIn?.includes(part))
      for (const [id, times] of held) if (!isHidden(id)) this.pass(id, times, stored)
      for (const finding of findings) if (!isHidden(finding.requirement)) this.note(finding, stored)
    }
    if (isOfApi(exchange))
      take(judgeExchange(exchange, { baseUrl: this.baseUrl, contract: CONTRACT }), CATALOGUE)
    take(this.judgeClient.judge(exchange, this.seen.nameOf(token)), CLIENT_CATALOGUE)
  }

  private count(exchange: Exchange, missing: readonly Recorded[]): void {
    this.exchanges += 1
    this.asked.add(exchange)
    this.noticed.add(exchange)
    if (exchange.response === undefined) this.without.answer += 1
    else for (const part of ['body', 'headers'] as const) if (missing.includes(part)) this.without[part] += 1
  }

  private pass(id: string, times: number, stored: () => Exchange): void {
    const known = this.passes.get(id)
    if (known === undefined) this.passes.set(id, { count: times, first: stored() })
    else known.count += times
  }

  private note(finding: Finding, stored: () => Exchange): void {
    const { requirement, count } = finding
    const name = kindOf(finding)
    const kinds = this.kinds.get(requirement) ?? new Map<string, Kind>()
    this.kinds.set(requirement, kinds)
    // Once a record's limit of kinds is reached, further kinds are counted with the last one.
    const known = kinds.get(name) ?? (kinds.size < MOST_LISTED ? undefined : [...kinds.values()].at(-1))
    if (known === undefined) {
      kinds.set(name, { finding, first: stored(), count })
      return
    }
    known.last = stored()
    known.count += count
  }

  /**
   * The findings, each kind of violation once with its count and its first and last exchange, and the
   * requirements that held.
   */
  shown(): Pick<RunEvidence, 'findings' | 'held'> {
    const findings = this.violations().map(({ finding, first, last, count }) => ({
      ...finding,
      exchanges: present(first.id, last?.id),
      count,
    }))
    const held = [...this.passes].map(([id, { count, first }]): [string, Holding] => [
      id,
      { count, evidence: [first.id] },
    ])
    return { findings, held: new Map(held) }
  }

  /** The exchanges that {@link shown} names, in the order of sending. */
  kept(): Exchange[] {
    const named = present(
      ...this.violations().flatMap(({ first, last }) => [first, last]),
      ...[...this.passes.values()].map(({ first }) => first),
    )
    return [...new Map(named.map((one) => [one.id, one])).values()].sort((a, b) => a.id - b.id)
  }

  /** The kinds that count as violations: a single exchange proves them, or two exchanges show them. */
  private violations(): Kind[] {
    const all = [...this.kinds.values()].flatMap((kinds) => [...kinds.values()])
    return all.filter(({ finding, last }) => finding.proof === true || last !== undefined)
  }

  /** The keys that clients sent. They leave the process only masked. */
  get keys(): readonly string[] {
    return this.seen.all
  }
}

/**
 * Whether the specification covers an exchange: it says nothing about `/health` or `/favicon.ico` next to the
 * API.
 */
function isOfApi({ operation, request: { method, path }, response }: Exchange): boolean {
  if (method === 'HEAD' || method === 'OPTIONS' || response?.status === 304) return false
  return operation !== undefined || path === '/openapi.json'
}

import { type Contract, loadContract } from '../contract/index.ts'
import type { Exchange } from '../http/exchange.ts'
import { identity } from '../oracles/identity.ts'
import { isolation } from '../oracles/isolation.ts'
import { judge } from '../oracles/index.ts'
import type { Finding } from '../verdict/finding.ts'

/** What the oracles found on all exchanges of a run so far. */
export class Tally {
  readonly exchanges: Exchange[] = []
  readonly findings: Finding[] = []
  /** How often each requirement held, and the first exchanges that showed it. */
  readonly held = new Map<string, { count: number; evidence: number[] }>()
  judgements = 0
  private readonly baseUrl: string
  private readonly contract: Contract

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl
    this.contract = loadContract()
  }

  add(exchange: Exchange): void {
    this.exchanges.push(exchange)
    const bench = judge(exchange, { baseUrl: this.baseUrl, contract: this.contract })
    this.take(bench.held, bench.findings, exchange.id)
  }

  /** Judges what only the whole run shows. */
  conclude(sameWorkspace: boolean): void {
    this.exchanges.sort((a, b) => a.id - b.id)
    this.take(new Map(), identity(this.exchanges))
    if (sameWorkspace) return
    const { held, findings } = isolation(this.exchanges)
    this.take(held, findings)
  }

  private take(held: ReadonlyMap<string, number>, findings: readonly Finding[], exchange?: number): void {
    for (const [requirement, count] of held) {
      const known = this.held.get(requirement) ?? { count: 0, evidence: [] }
      known.count += count
      if (exchange !== undefined && known.evidence.length < 2) known.evidence.push(exchange)
      this.held.set(requirement, known)
      this.judgements += count
    }
    this.findings.push(...findings)
    this.judgements += findings.length
  }
}

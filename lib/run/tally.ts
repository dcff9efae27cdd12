import { type Contract, loadContract } from '../contract/index.ts'
import type { Exchange } from '../http/exchange.ts'
import { identity } from '../oracles/identity.ts'
import { isolation } from '../oracles/isolation.ts'
import { judge } from '../oracles/index.ts'
import type { Finding } from '../verdict/finding.ts'

/** Bytes of bodies that are kept whole; of what comes later only the beginning is kept, once it is judged. */
const MOST_RETAINED = 48 * 1024 * 1024
const KEPT_OF_EACH = 16 * 1024

/** What the oracles found on all exchanges of a run so far. */
export class Tally {
  readonly exchanges: Exchange[] = []
  readonly findings: Finding[] = []
  /** How often each requirement held, and the first exchanges that showed it. */
  readonly held = new Map<string, { count: number; evidence: number[] }>()
  judgements = 0
  /** What oracles threw: faults of the tool, each in one line. */
  readonly faults: string[] = []
  private retained = 0
  private readonly baseUrl: string
  private readonly contract: Contract

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl
    this.contract = loadContract()
  }

  add(exchange: Exchange): void {
    this.attempt(() => {
      const bench = judge(exchange, { baseUrl: this.baseUrl, contract: this.contract })
      this.take(bench.held, bench.findings, exchange.id)
    })
    this.retained += exchange.response?.size ?? 0
    this.exchanges.push(this.retained > MOST_RETAINED ? slim(exchange) : exchange)
  }

  /** Judges what only the whole run shows. */
  conclude(sameWorkspace: boolean): void {
    this.exchanges.sort((a, b) => a.id - b.id)
    this.attempt(() => this.take(new Map(), identity(this.exchanges)))
    if (sameWorkspace) return
    this.attempt(() => {
      const { held, findings } = isolation(this.exchanges)
      this.take(held, findings)
    })
  }

  /** A fault in one judgement costs no other. */
  private attempt(judgement: () => void): void {
    try {
      judgement()
    } catch (error) {
      this.faults.push(error instanceof Error ? error.message : String(error))
    }
  }

  private take(held: ReadonlyMap<string, number>, findings: readonly Finding[], exchange?: number): void {
    for (const [requirement, count] of held) {
      let known = this.held.get(requirement)
      if (known === undefined) this.held.set(requirement, (known = { count: 0, evidence: [] }))
      known.count += count
      if (exchange !== undefined && known.evidence.length < 2) known.evidence.push(exchange)
      this.judgements += count
    }
    this.findings.push(...findings)
    this.judgements += findings.length
  }
}

function slim(exchange: Exchange): Exchange {
  const { response } = exchange
  if (response === undefined || response.size <= KEPT_OF_EACH) return exchange
  const json = { ok: false, problem: 'too much traffic to be kept' } as const
  return { ...exchange, response: { ...response, text: response.text.slice(0, KEPT_OF_EACH), json } }
}

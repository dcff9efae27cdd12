import type { Exchange } from '../http/exchange.ts'
import type { Finding } from '../verdict/finding.ts'

/** What an oracle says beyond the bare fact of a breach. */
export interface BreachDetails {
  readonly pointer?: string
  readonly explainedBy?: readonly string[]
  readonly also?: readonly Exchange[]
}

/** What one exchange can be blamed for: a page of a hundred thousand wrong rows says no more than its first ones. */
const MOST_FINDINGS = 500

/** Where the oracles lay down what they judged of one exchange: which requirements held, and which did not. */
export class Bench {
  readonly held = new Map<string, number>()
  readonly findings: Finding[] = []
  private readonly exchange: Exchange

  constructor(exchange: Exchange) {
    this.exchange = exchange
  }

  /** The requirement was exercised, and it held. */
  hold(requirement: string, times = 1): void {
    if (times > 0) this.held.set(requirement, (this.held.get(requirement) ?? 0) + times)
  }

  /** The requirement was exercised, and it did not hold. Past so many findings one more is not kept. */
  breach(requirement: string, expected: string, received: string, details: BreachDetails = {}): void {
    if (this.findings.length >= MOST_FINDINGS) return
    this.findings.push({
      requirement,
      where: place(this.exchange),
      expected,
      received,
      exchanges: [this.exchange.id, ...(details.also ?? []).map((e) => e.id)],
      count: 1,
      ...(details.pointer === undefined ? {} : { pointer: details.pointer }),
      ...(details.explainedBy === undefined ? {} : { explainedBy: details.explainedBy }),
    })
  }

  /** `hold` or `breach`, by the condition. */
  judge(
    ok: boolean,
    requirement: string,
    expected: string,
    received: () => string,
    details?: BreachDetails,
  ): void {
    if (ok) this.hold(requirement)
    else this.breach(requirement, expected, received(), details)
  }
}

/** How a reader names the place of an exchange: the operation, or method and path. */
export function place(exchange: Exchange): string {
  return exchange.operation ?? `${exchange.request.method} ${exchange.request.path}`
}

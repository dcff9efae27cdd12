import type { Exchange } from '../http/exchange.ts'
import type { Finding } from './finding.ts'
import { anyRow } from './merge.ts'

/** What an oracle says beyond the bare fact of a breach. */
export interface BreachDetails {
  readonly pointer?: string
  readonly explainedBy?: readonly string[]
  readonly also?: readonly Exchange[]
  /** The status of the answer, where another one was due. */
  readonly status?: number
}

/** What one exchange can be blamed for, rows that are wrong alike counted as one. */
const MOST_FINDINGS = 500

/** Words, or how to find them: what is told once need not be said of every row. */
type Words = string | (() => string)

function said(words: Words): string {
  return typeof words === 'string' ? words : words()
}

type Counted = { -readonly [K in keyof Finding]: Finding[K] }

/** Where the oracles lay down what they judged of one exchange: which requirements held, and which did not. */
export class Bench {
  readonly held = new Map<string, number>()
  readonly findings: readonly Finding[]
  private readonly exchange: Exchange
  private readonly found: Counted[] = []
  private readonly alike = new Map<string, Counted>()

  constructor(exchange: Exchange) {
    this.exchange = exchange
    this.findings = this.found
  }

  /** The requirement was exercised, and it held. */
  hold(requirement: string, times = 1): void {
    if (times > 0) this.held.set(requirement, (this.held.get(requirement) ?? 0) + times)
  }

  /** The requirement was exercised, and it did not hold. What is wrong alike in further rows is counted with the first. */
  breach(requirement: string, expected: Words, received: Words, details: BreachDetails = {}): void {
    const { pointer, explainedBy, also, status } = details
    const kind = `${requirement} ${pointer === undefined ? '' : anyRow(pointer)} ${explainedBy?.join()}`
    const known = also === undefined ? this.alike.get(kind) : undefined
    if (known !== undefined) {
      known.count += 1
      return
    }
    if (this.found.length >= MOST_FINDINGS) return
    const finding: Counted = {
      requirement,
      where: place(this.exchange),
      expected: said(expected),
      received: said(received),
      exchanges: [this.exchange.id, ...(also ?? []).map((e) => e.id)],
      count: 1,
      ...(status === undefined ? {} : { status }),
      ...(pointer === undefined ? {} : { pointer }),
      ...(explainedBy === undefined ? {} : { explainedBy }),
    }
    this.found.push(finding)
    if (also === undefined) this.alike.set(kind, finding)
  }

  /** `hold` or `breach`, by the condition. */
  judge(
    ok: boolean,
    requirement: string,
    expected: Words,
    received: () => string,
    details?: BreachDetails,
  ): void {
    if (ok) this.hold(requirement)
    else this.breach(requirement, expected, received, details)
  }
}

/** How a reader names the place of an exchange: the operation, or method and path. */
export function place(exchange: Exchange): string {
  return exchange.operation ?? `${exchange.request.method} ${exchange.request.path}`
}

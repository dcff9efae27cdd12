import type { Exchange } from '../http/exchange.ts'
import { type Finding, kindOf } from './finding.ts'

/** The results of oracles for one exchange, or for several together. */
export interface Judgement {
  /** How often each requirement held. */
  readonly held: ReadonlyMap<string, number>
  readonly findings: readonly Finding[]
}

/** Details of a failure: its place in the exchange, and further evidence. */
export interface FailureDetails extends Partial<
  Pick<Finding, 'pointer' | 'inRequest' | 'header' | 'value' | 'accepted'>
> {
  readonly also?: readonly Exchange[]
  /** The status of the answer, if another was expected. */
  readonly status?: number | undefined
  /**
   * Whether the response proves the violation. It does, unless noise could explain it: a server error, or a
   * page and its total, which come from two queries.
   */
  readonly proof?: boolean | undefined
}

/**
 * A text, or a function that makes it: of a hundred equal failures, most are only counted and need no text.
 */
type Words = string | (() => string)

function textOf(words: Words): string {
  return typeof words === 'string' ? words : words()
}

type MutableFinding = { -readonly [K in keyof Finding]: Finding[K] }

/**
 * Collects the results of oracles for one exchange: requirements met, and a finding for each violated one.
 */
export class Judgements implements Judgement {
  readonly held = new Map<string, number>()
  readonly findings: readonly Finding[]
  private readonly exchange: Exchange
  private readonly found: MutableFinding[] = []
  private readonly alike = new Map<string, MutableFinding>()

  constructor(exchange: Exchange) {
    this.exchange = exchange
    this.findings = this.found
  }

  /** Counts a requirement that was exercised and met. */
  pass(requirement: string, times = 1): void {
    if (times > 0) this.held.set(requirement, (this.held.get(requirement) ?? 0) + times)
  }

  /** Adds a finding. The same failure of a further item adds to its count. */
  fail(requirement: string, expected: Words, received: Words, details: FailureDetails = {}): void {
    const { also, proof = true } = details
    // All findings are of one exchange, and so of one place.
    const kind = `${proof} ${kindOf({ requirement, where: '', ...details })}`
    const known = also === undefined ? this.alike.get(kind) : undefined
    if (known !== undefined) {
      known.count += 1
      return
    }
    const words = { requirement, expected: textOf(expected), received: textOf(received) }
    const finding: MutableFinding = findingIn(this.exchange, words, details)
    this.found.push(finding)
    if (also === undefined) this.alike.set(kind, finding)
  }

  /** `pass` or `fail`, by the condition. */
  check(
    ok: boolean,
    requirement: string,
    expected: Words,
    received: () => string,
    details?: FailureDetails,
  ): void {
    if (ok) this.pass(requirement)
    else this.fail(requirement, expected, received, details)
  }
}

/** A finding that an exchange shows. */
export function findingIn(
  exchange: Exchange,
  { requirement, expected, received }: Pick<Finding, 'requirement' | 'expected' | 'received'>,
  { also = [], status, accepted, pointer, inRequest, header, value, proof = true }: FailureDetails = {},
): Finding {
  return {
    requirement,
    where: whereOf(exchange),
    expected,
    received,
    exchanges: [exchange, ...also].map(({ id }) => id),
    count: 1,
    status,
    accepted,
    pointer,
    inRequest,
    header,
    value,
    proof: proof ? true : undefined,
  }
}

/** Where an exchange belongs, for readers: its operation, or its method and path. */
export function whereOf(exchange: Exchange): string {
  return exchange.operation ?? `${exchange.request.method} ${exchange.request.path}`
}

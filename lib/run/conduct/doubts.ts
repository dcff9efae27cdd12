import type { Finding } from '../../judge/finding.ts'

/**
 * What answers contradict themselves in though it comes from two queries, such as a page and its total: an item that is
 * created in between is in one of them alone. Violated is what two answers to the same read show, and afterwards
 * whatever shows the same requirement violated.
 */
export class Doubts {
  /** By exchange. */
  private readonly open = new Map<number, readonly Finding[]>()
  /** Requirements that two answers have shown to be violated. */
  private readonly violated = new Set<string>()

  /** Takes the doubts about one answer, and returns those that need no second one. */
  add(exchange: number, doubts: readonly Finding[]): readonly Finding[] {
    const isKnown = ({ requirement }: Finding): boolean => this.violated.has(requirement)
    const open = doubts.filter((one) => !isKnown(one))
    if (open.length > 0) this.open.set(exchange, open)
    return doubts.filter(isKnown)
  }

  has(exchange: number): boolean {
    return this.open.has(exchange)
  }

  /** The exchanges that nobody has asked about again. */
  ids(): readonly number[] {
    return [...this.open.keys()]
  }

  /** What two answers to one read show is violated; what one of them shows was seen once. */
  settle(first: number, second?: number): { readonly findings: Finding[]; readonly once: Finding[] } {
    const doubts = this.open.get(first) ?? []
    const again = new Set((this.open.get(second ?? 0) ?? []).map(({ requirement }) => requirement))
    for (const { requirement } of doubts) if (again.has(requirement)) this.violated.add(requirement)
    this.open.delete(first)
    if (second !== undefined) this.open.delete(second)
    const isViolated = ({ requirement }: Finding): boolean => this.violated.has(requirement)
    return {
      findings: doubts.filter(isViolated),
      once: doubts.filter((one) => !isViolated(one)),
    }
  }
}

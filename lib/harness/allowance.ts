import type { CaseDefinition } from './case.ts'

/** What a run may still spend on the key under test, and what its cases are likely to cost. */
export interface Allowance {
  /** Requests left, as far as can be known. */
  readonly left: () => number
  /** Requests that a case is likely to send on the key under test. */
  readonly price: (definition: CaseDefinition) => number
}

/** What a case is worth for each request that it costs, by its declared weight; what costs nothing comes first of all. */
export function value({ requirements, weight = 1 }: CaseDefinition, price: number): number {
  return (weight * requirements.length) / Math.max(price, 0.001)
}

const mostValuable =
  (price: Allowance['price']) =>
  (a: CaseDefinition, b: CaseDefinition): number =>
    value(b, price(b)) - value(a, price(a))

/** Cases in the order in which a short allowance is spent on them; cases of the same value stay in their order. */
export function byValue(
  cases: readonly CaseDefinition[],
  price: Allowance['price'],
): readonly CaseDefinition[] {
  return cases.toSorted(mostValuable(price))
}

/** The most valuable cases that fit into an amount of requests together. */
export function affordable(
  cases: readonly CaseDefinition[],
  left: number,
  price: Allowance['price'],
): ReadonlySet<CaseDefinition> {
  const chosen = new Set<CaseDefinition>()
  let rest = left
  for (const definition of byValue(cases, price)) {
    const cost = price(definition)
    if (cost > rest) continue
    chosen.add(definition)
    rest -= cost
  }
  return chosen
}

interface Waiting {
  readonly definition: CaseDefinition
  readonly decide: (admitted: boolean) => void
}

/**
 * Lets cases in as long as the allowance reaches for what they are likely to cost. A case that does not fit waits for
 * others to end: they mostly cost less than was set aside for them. It is turned away when nothing runs that could.
 */
export class Gate {
  private readonly allowance: Allowance
  private readonly keptBack: () => number
  private readonly waiting = new Set<Waiting>()
  private reserved = 0
  private running = 0

  /** @param keptBack - requests that are set aside for cases of later phases */
  constructor(allowance: Allowance, keptBack: () => number) {
    this.allowance = allowance
    this.keptBack = keptBack
  }

  /** Resolves with whether the case may run; one that may must {@link leave}. */
  enter(definition: CaseDefinition): Promise<boolean> {
    return new Promise((decide) => {
      this.waiting.add({ definition, decide })
      // Of those that come in the same turn the most valuable are let in first, where there is not room for all.
      queueMicrotask(() => this.admit())
    })
  }

  leave(definition: CaseDefinition): void {
    this.running -= 1
    this.reserved -= this.allowance.price(definition)
    this.admit()
  }

  private room(): number {
    return this.allowance.left() - this.keptBack()
  }

  private admit(): void {
    const { price } = this.allowance
    const waiting = [...this.waiting]
    const isShort = waiting.reduce((sum, one) => sum + price(one.definition), this.reserved) > this.room()
    const first = mostValuable(price)
    const sorted = isShort ? waiting.toSorted((a, b) => first(a.definition, b.definition)) : waiting
    for (const one of sorted) {
      const cost = price(one.definition)
      const fits = cost === 0 || this.reserved + cost <= this.room()
      if (!fits && this.running > 0) continue
      this.waiting.delete(one)
      if (fits) {
        this.running += 1
        this.reserved += cost
      }
      one.decide(fits)
    }
  }
}

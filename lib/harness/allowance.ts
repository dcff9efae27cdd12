import type { CaseDefinition } from './suite.ts'

/** What a run may still spend on the key under test, and the likely price of its cases. */
export interface Allowance {
  /** Requests left, as far as is known. */
  readonly left: () => number
  /** Requests that a case is likely to send with the key under test. */
  readonly price: (definition: CaseDefinition) => number
}

/** The worth of a case per request, by its declared weight. Free cases come first. */
function value({ requirements, weight = 1 }: CaseDefinition, price: number): number {
  return (weight * requirements.length) / Math.max(price, 0.001)
}

/**
 * The order in which a short allowance is spent on cases: what runs first, the smoke profile, then what is worth most.
 * Later ones still get their turn where those before them cost less than they declare.
 */
const byValue =
  (price: Allowance['price']) =>
  (a: CaseDefinition, b: CaseDefinition): number =>
    Number(b.phase === 'first') - Number(a.phase === 'first') ||
    Number(b.smoke) - Number(a.smoke) ||
    value(b, price(b)) - value(a, price(a))

/** The most valuable cases that fit into a number of requests together. */
export function affordable(
  cases: readonly CaseDefinition[],
  left: number,
  price: Allowance['price'],
): ReadonlySet<CaseDefinition> {
  const chosen = new Set<CaseDefinition>()
  let rest = left
  for (const definition of cases.toSorted(byValue(price))) {
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
 * Admits cases while the allowance covers their likely price.
 * A case that does not fit waits for running ones, which mostly cost less than reserved. It is turned away when none
 * is running.
 */
export class Gate {
  private readonly allowance: Allowance
  private readonly keptBack: () => number
  private readonly waiting = new Set<Waiting>()
  private reserved = 0
  private running = 0

  /** @param keptBack - requests reserved for cases of later phases */
  constructor(allowance: Allowance, keptBack: () => number) {
    this.allowance = allowance
    this.keptBack = keptBack
  }

  /** Resolves with whether the case may run; one that may must call {@link leave}. */
  enter(definition: CaseDefinition): Promise<boolean> {
    return new Promise((decide) => {
      this.waiting.add({ definition, decide })
      // Among cases that arrive in the same turn, the most valuable are admitted first.
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
    const first = byValue(price)
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

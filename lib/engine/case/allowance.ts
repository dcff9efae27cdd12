import type { CaseDefinition } from './suite.ts'

/** What a run may still spend on the key under test, the likely price of its cases, and why some were left out. */
export interface Allowance {
  /** Requests left, as far as is known. */
  readonly left: () => number
  /** Requests that a case is likely to send with the key under test. */
  readonly price: (definition: CaseDefinition) => number
  /** In one line; asked once, at the end. */
  readonly shortage: () => string
}

/**
 * The most valuable cases that fit into a number of requests together: what runs first, the smoke profile, then what
 * verifies most for its requests.
 */
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

function byValue(price: Allowance['price']): (a: CaseDefinition, b: CaseDefinition) => number {
  const value = (one: CaseDefinition): number => one.requirements.length / Math.max(price(one), 0.001)
  return (a, b) =>
    Number(b.phase === 'first') - Number(a.phase === 'first') ||
    Number(b.smoke) - Number(a.smoke) ||
    value(b) - value(a)
}

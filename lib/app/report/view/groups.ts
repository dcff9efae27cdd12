import { type Outcome, OUTCOMES, type Totals, totalsOf } from '../outcome.ts'
import { groupBy } from '../../../engine/util/collections.ts'
import type { RuleRow } from './rows.ts'

/** Requirements that belong together, with their figures. */
export interface Group {
  readonly name: string
  readonly rows: readonly RuleRow[]
  readonly totals: Totals
  /** The worst outcome; what could not be exercised does not count where anything passed. */
  readonly outcome: Outcome
}

export interface SpecificationPart extends Group {
  readonly part: number
}

/** The parts of the specification. */
export function partsOf(rows: readonly RuleRow[], titles: readonly string[] = []): SpecificationPart[] {
  return [...groupBy(rows, ({ result }) => result.part)]
    .toSorted(([a], [b]) => a - b)
    .map(([part, some]) => ({ ...groupOf(titles[part - 1] ?? '', some), part }))
}

/** The operations of the specification; a rule for all of them counts where it is violated, too. */
export function operationsOf(rows: readonly RuleRow[], operations: readonly string[] = []): Group[] {
  return operations
    .map((operation) => {
      const isHere = ({ result, places }: RuleRow): boolean =>
        result.endpoint === operation || places.includes(operation)
      return groupOf(operation, rows.filter(isHere))
    })
    .filter((group) => group.rows.length > 0)
}

/** What else requirements speak of, every endpoint first. */
export function besideOperations(rows: readonly RuleRow[], operations: readonly string[] = []): Group[] {
  const others = rows.filter(({ result }) => !operations.includes(result.endpoint))
  return [...groupBy(others, ({ result }) => result.endpoint)]
    .toSorted(([a], [b]) => Number(b === '*') - Number(a === '*'))
    .map(([endpoint, some]) => groupOf(endpoint, some))
}

function groupOf(name: string, rows: readonly RuleRow[]): Group {
  const totals = totalsOf(rows.map(({ outcome }) => outcome))
  const worst = OUTCOMES.find((outcome) => totals.by[outcome] > 0) ?? 'disabled'
  const isSoft = worst === 'inconclusive' || worst === 'disabled'
  return { name, rows, totals, outcome: isSoft && totals.by.passed > 0 ? 'passed' : worst }
}

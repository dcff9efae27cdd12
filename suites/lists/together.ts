import type { Query } from '../../lib/harness/actor.ts'
import type { ListKey } from '../../lib/spec/operations.ts'
import type { Known } from './filter-kinds.ts'
import { FILTERS, valuesOf } from './filters.ts'

/**
 * Values for several filters at once: of some combinations the one in which the loss of most filters would show,
 * because an item passes all the others and fails that one.
 * @returns undefined if no combination keeps an item and shows a loss
 */
export function together(list: ListKey, names: readonly string[], known: Known): Query | undefined {
  const choices = names.map((name) => {
    const filter = FILTERS[list][name]
    const values = filter === undefined ? [] : valuesOf(filter, known)
    return values.flatMap((value) => {
      if (!filter?.kind.isPlain(value)) return []
      const keeps = filter.kind.keeps(value)
      return [{ name, value, of: known.items.map((item) => keeps(item[filter.field])) }]
    })
  })
  let best: Query | undefined
  let most = 0
  for (const chosen of combinations(choices)) {
    const rows = known.items.map((_, index) => chosen.map(({ of }) => of[index]))
    if (!rows.some((row) => row.every((membership) => membership === 'in'))) continue
    const isLossShown = (filter: number): boolean =>
      rows.some((row) => row.every((membership, other) => membership === (other === filter ? 'out' : 'in')))
    const shown = names.filter((_, filter) => isLossShown(filter)).length
    if (shown <= most) continue
    most = shown
    best = Object.fromEntries(chosen.map(({ name, value }) => [name, value]))
  }
  return best
}

/** Every way to take one of each. */
function combinations<T>(choices: readonly (readonly T[])[]): readonly (readonly T[])[] {
  return choices.reduce<readonly (readonly T[])[]>(
    (some, next) => some.flatMap((taken) => next.map((one) => [...taken, one])),
    [[]],
  )
}

import type { CaseDefinition } from './case.ts'
import type { Discovery } from '../api/discovery.ts'
import { updateTargets } from '../api/needs.ts'
import { groupBy } from '../util/group-by.ts'

/** Cases that run one after the other. */
export interface Queue {
  readonly cases: readonly CaseDefinition[]
  /** Which one they get of the conversations that updates are tried on. */
  readonly place: number
}

/**
 * Puts cases that touch the same things into one queue, so that the queues can run side by side: one for each lane, and one for each
 * case without a lane. Updates disturb each other only on the same conversation: they are dealt out over as many as there are for them,
 * each to the one with the fewest requests so far.
 */
export function queues(cases: readonly CaseDefinition[], discovery: Discovery): readonly Queue[] {
  const updates = dealt(
    cases.filter((c) => c.lane === 'conversation'),
    Math.max(1, updateTargets(discovery).length),
  )
  const others = groupBy(
    cases.filter((c) => c.lane !== 'conversation'),
    ({ lane, id }) => lane ?? id,
  )
  return [
    ...updates.map((some, place): Queue => ({ cases: some, place })),
    ...[...others.values()].map((some): Queue => ({ cases: some, place: 0 })),
  ]
}

function dealt(cases: readonly CaseDefinition[], hands: number): readonly CaseDefinition[][] {
  const all = Array.from({ length: hands }, () => ({ cost: 0, cases: [] as CaseDefinition[] }))
  for (const definition of cases) {
    const least = all.reduce((one, other) => (other.cost < one.cost ? other : one))
    least.cases.push(definition)
    least.cost += definition.cost
  }
  return all.map((hand) => hand.cases)
}

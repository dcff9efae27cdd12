import type { CaseDefinition } from './case.ts'
import { groupBy } from '../util/group-by.ts'

/** Cases that run one after the other. */
export interface Queue {
  readonly cases: readonly CaseDefinition[]
  /** Which one they get of the things that their lane is dealt out over, counted from 0. */
  readonly place: number
}

/**
 * Puts cases that touch the same things into one queue, so that the queues can run side by side: one for each lane, and one for each
 * case without a lane. The cases of a lane disturb each other only on the same thing: they are dealt out over as many as there are for
 * them, each to the one with the fewest requests so far.
 * @param width - over how many things a lane can be dealt out
 */
export function queues(cases: readonly CaseDefinition[], width: (lane: string) => number): readonly Queue[] {
  const lanes = [...groupBy(cases, ({ lane, id }) => lane ?? id).values()].map((some) => {
    const lane = some[0]?.lane
    return dealt(some, lane === undefined ? 1 : Math.max(1, width(lane)))
  })
  return lanes.flatMap((hands) => hands.map((some, place): Queue => ({ cases: some, place })))
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

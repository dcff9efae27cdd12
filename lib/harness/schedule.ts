import type { CaseDefinition } from './case.ts'
import { execute } from './execute.ts'
import type { CaseOutcome } from './outcome.ts'
import type { Session } from './session.ts'

/**
 * Runs cases in their phases and gives their outcomes in the order of `cases`.
 * Reading cases run side by side. Writing cases of one lane touch the same things, so they run one after the other, the lanes side by
 * side. What spends a whole allowance comes last, one after the other.
 */
export async function schedule(
  cases: readonly CaseDefinition[],
  session: Session,
  onOutcome: (outcome: CaseOutcome) => void = () => {},
): Promise<CaseOutcome[]> {
  const outcomes = new Map<string, CaseOutcome>()
  const run = async (definition: CaseDefinition): Promise<void> => {
    const outcome = await execute(definition, session)
    outcomes.set(definition.id, outcome)
    onOutcome(outcome)
  }
  const inOrder = async (some: readonly CaseDefinition[]): Promise<void> => {
    for (const definition of some) await run(definition)
  }
  const phase = (name: CaseDefinition['phase']): CaseDefinition[] => cases.filter((c) => c.phase === name)

  await Promise.all(phase('read').map(run))
  await Promise.all(lanes(phase('write')).map(inOrder))
  await inOrder(phase('spend'))
  return cases.flatMap((c) => outcomes.get(c.id) ?? [])
}

function lanes(cases: readonly CaseDefinition[]): CaseDefinition[][] {
  const byLane = new Map<string, CaseDefinition[]>()
  for (const definition of cases) {
    const lane = definition.lane ?? definition.id
    byLane.set(lane, [...(byLane.get(lane) ?? []), definition])
  }
  return [...byLane.values()]
}

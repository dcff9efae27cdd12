import { affordable, type Allowance, Gate } from './allowance.ts'
import type { CaseDefinition } from './case.ts'
import { execute } from './execute.ts'
import { type Queue, queues } from './lanes.ts'
import { type CaseOutcome, notRun } from './outcome.ts'
import type { Session } from './session.ts'

export interface Schedule {
  /** Called as each case ends; cases that were not run are told at the end. */
  readonly onOutcome?: (outcome: CaseOutcome) => void
  /** Absent: everything is run. */
  readonly allowance?: Allowance
  /** Why cases were left out; asked once, at the end. */
  readonly shortage?: () => string
}

const UNLIMITED: Allowance = { left: () => Infinity, price: () => 0 }

/**
 * Runs cases in their phases and gives their outcomes in the order of `cases`.
 * Reading cases run side by side; so do, after them, those that only send what is to be refused, since that changes nothing. Writing
 * cases of one lane touch the same things, so they run one after the other, the lanes side by side; with them what counts the requests
 * of the second key, in the lane of that key. What looks back at all that was written waits for its events side by side. What counts the
 * requests of the key under test comes last, and what spends a whole allowance at the very end with nothing beside it: where keys share an
 * allowance, whatever else is under way would be counted too.
 * Where the allowance does not reach for all, it goes to those that tell most for their requests; the others are left out.
 */
export async function schedule(
  cases: readonly CaseDefinition[],
  session: Session,
  { onOutcome = () => {}, allowance = UNLIMITED, shortage = () => '' }: Schedule = {},
): Promise<CaseOutcome[]> {
  const outcomes = new Map<string, CaseOutcome>()
  const keep = (outcome: CaseOutcome): void => {
    outcomes.set(outcome.definition.id, outcome)
    onOutcome(outcome)
  }
  const phase = (name: CaseDefinition['phase']): CaseDefinition[] => cases.filter((c) => c.phase === name)
  const [reading, refusing, reviewing] = [phase('read'), phase('refuse'), phase('review')]
  const aside = phase('spend').filter((c) => c.lane !== undefined && session.discovery.other !== undefined)
  const writing = [...phase('write'), ...aside]
  const spending = phase('spend').filter((c) => !aside.includes(c))
  const possible = cases.filter(({ needs }) => session.api.meet(needs, session.discovery).met)
  const chosen = affordable(possible, allowance.left(), allowance.price)
  const sum = (some: readonly CaseDefinition[]): number =>
    some.filter((c) => chosen.has(c)).reduce((total, c) => total + allowance.price(c), 0)

  const runner = (later: readonly CaseDefinition[]): ((queue: Queue) => Promise<void>) => {
    const keptBack = sum(later)
    const gate = new Gate(allowance, () => keptBack)
    return async ({ cases: some, place }) => {
      for (const definition of some) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other is what a lane is
        if (!(await gate.enter(definition))) continue
        try {
          // oxlint-disable-next-line no-await-in-loop
          keep(await execute(definition, session, place))
        } finally {
          gate.leave(definition)
        }
      }
    }
  }

  await Promise.all(reading.map(alone).map(runner([...refusing, ...writing, ...reviewing, ...spending])))
  await Promise.all(refusing.map(alone).map(runner([...writing, ...reviewing, ...spending])))
  await Promise.all(
    queues(writing, (lane) => session.api.laneWidth(lane, session.discovery)).map(
      runner([...reviewing, ...spending]),
    ),
  )
  await Promise.all(reviewing.map(alone).map(runner(spending)))
  // One after the other: what one of them asks would be counted by the next.
  const last = [...spending.filter((c) => !drains(c)), ...spending.filter(drains)]
  await runner([])({ cases: last, place: 0 })

  const left = cases.filter((c) => !outcomes.has(c.id))
  const reason = left.length === 0 ? '' : shortage()
  for (const definition of left) keep(notRun(definition, 'inconclusive', reason, 'budget'))
  return cases.flatMap((c) => outcomes.get(c.id) ?? [])
}

const alone = (definition: CaseDefinition): Queue => ({ cases: [definition], place: 0 })

/** Whether a case spends a whole allowance. */
function drains(definition: CaseDefinition): boolean {
  return definition.needs.includes('exhaustibleKey')
}

import { groupBy } from '../util/collections.ts'
import type { CaseDefinition, Phase } from './suite.ts'
import { runCase } from './attempt.ts'
import { concluded, isInDoubt, lookAgain } from './second-look.ts'
import { eachInTurn, type Queues } from './queues.ts'
import type { CaseOutcome } from './outcome.ts'
import type { Session } from './session.ts'
import { waitForWrites } from './wait.ts'

interface Schedule {
  readonly onStart?: (definition: CaseDefinition) => void
  readonly onOutcome?: (outcome: CaseOutcome) => void
}

/**
 * Written values are read once more after this time, in milliseconds: slower views of a service then show
 * them, too.
 */
const LATER_MS = 5000

/**
 * Runs cases phase by phase (see {@link Phase}) and returns their outcomes in the order of `cases`. Within a
 * phase, cases run side by side, except cases that touch the same resources (one lane), or that need a key
 * for themselves. Doubtful findings are checked again at the end of each phase, all together. When no more
 * requests may be sent, the client says so, and the remaining cases are inconclusive.
 */
export async function schedule(
  cases: readonly CaseDefinition[],
  session: Session,
  { onStart, onOutcome }: Schedule = {},
): Promise<CaseOutcome[]> {
  const { writes } = session.discovery.capabilities
  const { clock } = session.patience
  const outcomes = new Map<CaseDefinition, CaseOutcome>()
  const keep = (outcome: CaseOutcome): void => {
    outcomes.set(outcome.definition, outcome)
    onOutcome?.(outcome)
  }
  let [ran, requests] = [0, 0]
  // Cases that have not run go first: second runs wait for the end if the requests left may not suffice for
  // both, at the cost of the cases so far.
  const areShort = (secondRuns: number): boolean =>
    session.left() < (requests / ran) * (cases.length - ran + secondRuns)
  const postponed: CaseOutcome[] = []
  const run = async (queues: Queues<CaseDefinition>): Promise<void> => {
    const inDoubt = queues.map((): CaseOutcome[] => [])
    let doubtedAt = -Infinity
    await eachInTurn(queues, async (definition, queue) => {
      onStart?.(definition)
      const first = await runCase(definition, session, 1)
      ran += 1
      requests += definition.phase === 'spend' ? 0 : first.requests
      if (!isInDoubt(first, session)) return keep(concluded(first, session))
      doubtedAt = clock.now()
      inDoubt[queue]?.push(first)
    })
    if (areShort(inDoubt.flat().length)) postponed.push(...inDoubt.flat())
    else await lookAgain(inDoubt, doubtedAt, session, keep)
  }
  const of = (phase: Phase): CaseDefinition[] => cases.filter((c) => c.phase === phase)

  const first = of('first')
  await run([first])
  await run(inLanes(of('keys')))
  // If the case that counts with both keys has passed, the keys have separate allowances.
  const areKeysApart = first.some(
    (one) => one.needs.includes('exhaustibleKey') && outcomes.get(one)?.verdict === 'passed',
  )

  const spend = (): Promise<void> => run([of('spend')])
  // This begins before the reads: after them, its look at the key under test would have to wait.
  const spending = areKeysApart ? spend() : undefined
  const independent = of('independent')
  const [withReads, withRefusals] = writes ? [[], independent] : [independent, []]
  await run(inLanes([...of('read'), ...withReads]))
  await run([of('first-write')])
  await run(inLanes(of('write')))
  const written = clock.now()
  await run(inLanes([...withRefusals, ...of('refuse')]))
  // The cases that spend a key look at the other keys, too.
  await spending
  await run([of('count-writes')])
  await waitForWrites(session, written)
  const reviews = of('review')
  if (writes && reviews.length > 0) await clock.pause(Math.max(0, LATER_MS - (clock.now() - written)))
  await run(inLanes(reviews))
  // Others may have undone a write by now.
  await waitForWrites(session, written)
  await lookAgain([postponed], -Infinity, session, keep)
  if (!areKeysApart) await spend()

  return cases.flatMap((one) => outcomes.get(one) ?? [])
}

/** The cases of each lane as one queue; each case without a lane is a queue of its own. */
function inLanes(cases: readonly CaseDefinition[]): Queues<CaseDefinition> {
  return [...groupBy(cases, ({ lane, id }) => lane ?? id).values()]
}

import { groupBy } from '../util/collections.ts'
import type { CaseDefinition, Phase } from './suite.ts'
import { runCase } from './attempt.ts'
import { concluded, isInDoubt, lookAgain } from './second-look.ts'
import { eachInTurn, type Queues } from './queues.ts'
import type { CaseOutcome } from './outcome.ts'
import type { Session } from './session.ts'
import { waitForWrites } from './wait.ts'

interface ScheduleEvents {
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
 * for themselves. When no more requests may be sent, the client says so, and the remaining cases are
 * inconclusive.
 */
export async function schedule(
  cases: readonly CaseDefinition[],
  session: Session,
  events: ScheduleEvents = {},
): Promise<CaseOutcome[]> {
  const { writes } = session.discovery.capabilities
  const { clock } = session.patience
  const runner = new Runner(cases.length, session, events)
  const of = (phase: Phase): CaseDefinition[] => cases.filter((one) => one.phase === phase)
  const inTurn = (phase: Phase): Promise<void> => runner.run([of(phase)])
  const sideBySide = (...some: readonly CaseDefinition[]): Promise<void> => runner.run(inLanes(some))

  await inTurn('first')
  await sideBySide(...of('keys'))
  // If the case that counts with both keys has passed, the keys have separate allowances.
  const areKeysApart = of('first').some(
    (one) => one.needs.includes('exhaustibleKey') && runner.outcomeOf(one)?.verdict === 'passed',
  )
  // This begins before the reads: after them, its look at the key under test would have to wait.
  const spending = areKeysApart ? inTurn('spend') : undefined
  const [withReads, withRefusals] = writes ? [[], of('independent')] : [of('independent'), []]
  await sideBySide(...of('read'), ...withReads)
  await inTurn('first-write')
  await sideBySide(...of('write'))
  const written = clock.now()
  await sideBySide(...withRefusals, ...of('refuse'))
  // The cases that spend a key look at the other keys, too.
  await spending
  await inTurn('count-writes')
  await waitForWrites(session, written)
  const reviews = of('review')
  if (writes && reviews.length > 0) await clock.pause(Math.max(0, LATER_MS - (clock.now() - written)))
  await sideBySide(...reviews)
  // Others may have undone a write by now.
  await waitForWrites(session, written)
  await runner.runPostponed()
  if (!areKeysApart) await inTurn('spend')

  return cases.flatMap((one) => runner.outcomeOf(one) ?? [])
}

/** Runs the cases of each phase, those in doubt again at its end, and keeps the outcomes. */
class Runner {
  private readonly total: number
  private readonly session: Session
  private readonly events: ScheduleEvents
  private readonly outcomes = new Map<CaseDefinition, CaseOutcome>()
  /** Cases whose second run waits for the end, since requests are short. */
  private readonly postponed: CaseOutcome[] = []
  private ran = 0
  /** The requests of the cases that ran, but for those that spend a key of their own. */
  private requests = 0

  /** @param total - how many cases are to run in all phases */
  constructor(total: number, session: Session, events: ScheduleEvents) {
    this.total = total
    this.session = session
    this.events = events
  }

  outcomeOf(definition: CaseDefinition): CaseOutcome | undefined {
    return this.outcomes.get(definition)
  }

  /** Runs the cases of a phase. */
  async run(queues: Queues<CaseDefinition>): Promise<void> {
    const inDoubt = queues.map((): CaseOutcome[] => [])
    let doubtedAt = -Infinity
    await eachInTurn(queues, async (definition, queue) => {
      this.events.onStart?.(definition)
      const first = await runCase(definition, this.session, 1)
      this.ran += 1
      this.requests += definition.phase === 'spend' ? 0 : first.requests
      if (!isInDoubt(first, this.session)) return this.keep(concluded(first, this.session))
      doubtedAt = this.session.patience.clock.now()
      inDoubt[queue]?.push(first)
    })
    if (this.areRequestsShort(inDoubt.flat().length)) this.postponed.push(...inDoubt.flat())
    else await this.lookAgain(inDoubt, doubtedAt)
  }

  runPostponed(): Promise<void> {
    return this.lookAgain([this.postponed], -Infinity)
  }

  private lookAgain(queues: Queues<CaseOutcome>, since: number): Promise<void> {
    return lookAgain(queues, since, this.session, (outcome) => this.keep(outcome))
  }

  /**
   * Whether the requests left may not suffice for the cases that have not run and for some second runs, at
   * the cost of the cases so far. Then the cases that have not run go first.
   */
  private areRequestsShort(secondRuns: number): boolean {
    const eachCost = this.requests / this.ran
    return this.session.left() < eachCost * (this.total - this.ran + secondRuns)
  }

  private keep(outcome: CaseOutcome): void {
    this.outcomes.set(outcome.definition, outcome)
    this.events.onOutcome?.(outcome)
  }
}

/** The cases of each lane as one queue; each case without a lane is a queue of its own. */
function inLanes(cases: readonly CaseDefinition[]): Queues<CaseDefinition> {
  return [...groupBy(cases, ({ lane, id }) => lane ?? id).values()]
}

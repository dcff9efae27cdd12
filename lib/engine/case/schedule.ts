import { groupBy } from '../util/collections.ts'
import { MOMENT_MS } from './certainty.ts'
import type { CaseDefinition, Phase } from './suite.ts'
import { type RunAgain, runFirst } from './execute.ts'
import type { CaseOutcome } from './outcome.ts'
import { Memo, RunStore } from './run-store.ts'
import type { Session } from './session.ts'

interface Schedule {
  /** Called at the start of each case that runs. */
  readonly onStart?: (definition: CaseDefinition) => void
  /** Called when a case is judged. */
  readonly onOutcome?: (outcome: CaseOutcome) => void
}

/** What was written is read once more so long after it, in milliseconds: slower views of a service have it, too. */
const LATER_MS = 5000

/**
 * Runs cases phase by phase (see {@link Phase}) and returns their outcomes in the order of `cases`.
 * Within a phase cases run side by side, but for those that touch the same resources (one lane), or that need the keys
 * for themselves. What failed in a phase is run again together, after one pause. Where no request may be sent any more,
 * the client says so, and what remains is inconclusive.
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
  const run = async (queues: readonly (readonly CaseDefinition[])[]): Promise<void> => {
    const again = queues.map((): RunAgain[] => [])
    await eachInTurn(queues, async (definition, queue) => {
      onStart?.(definition)
      const first = await runFirst(definition, session)
      if (first.again === undefined) keep(first.outcome)
      else again[queue]?.push(first.again)
    })
    if (again.flat().length === 0) return
    await clock.pause(MOMENT_MS)
    const fresh = { memo: new Memo(), store: new RunStore() }
    await eachInTurn(again, async (runAgain) => keep(await runAgain(fresh)))
  }
  const of = (phase: Phase): CaseDefinition[] => cases.filter((c) => c.phase === phase)

  const first = of('first')
  await run([first])
  await run(inLanes(of('keys')))
  // If the case that counts with both keys has passed, neither takes from the allowance of the other.
  const areKeysApart = first.some(
    (one) => one.needs.includes('exhaustibleKey') && outcomes.get(one)?.verdict === 'passed',
  )

  const spend = (): Promise<void> => run([of('spend')])
  // It begins before the reads: behind them, its look at the key under test would have to wait.
  const spending = areKeysApart ? spend() : undefined
  const independent = of('independent')
  const [withReads, withRefusals] = writes ? [[], independent] : [independent, []]
  await run(inLanes([...of('read'), ...withReads]))
  await run(inLanes(of('write')))
  const written = clock.now()
  await run(inLanes([...withRefusals, ...of('refuse')]))
  // What spends a key looks at the other keys, too.
  await spending
  await run([of('count-writes')])
  const reviews = of('review')
  if (writes && reviews.length > 0) await clock.pause(Math.max(0, LATER_MS - (clock.now() - written)))
  await run(inLanes(reviews))
  if (!areKeysApart) await spend()

  return cases.flatMap((one) => outcomes.get(one) ?? [])
}

/** The cases of each lane, and each case that has none by itself. */
function inLanes(cases: readonly CaseDefinition[]): readonly (readonly CaseDefinition[])[] {
  return [...groupBy(cases, ({ lane, id }) => lane ?? id).values()]
}

/** Acts on the items of each queue one after the other; the queues run side by side. */
async function eachInTurn<T>(
  queues: readonly (readonly T[])[],
  act: (item: T, queue: number) => Promise<void>,
): Promise<void> {
  await Promise.all(
    queues.map(async (queue, index) => {
      // oxlint-disable-next-line no-await-in-loop -- a queue runs one item after the other
      for (const item of queue) await act(item, index)
    }),
  )
}

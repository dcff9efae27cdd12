import { groupBy } from '../util/collections.ts'
import type { CaseDefinition, Phase } from './suite.ts'
import { execute } from './execute.ts'
import type { CaseOutcome } from './outcome.ts'
import type { Session } from './session.ts'

interface Schedule {
  /** Called at the start of each case that runs. */
  readonly onStart?: (definition: CaseDefinition) => void
  /** Called at the end of each case. */
  readonly onOutcome?: (outcome: CaseOutcome) => void
}

/** What was written is read once more so long after it, in milliseconds: slower views of a service have it, too. */
const LATER_MS = 5000

/** Cases that run one after the other. */
type Queue = readonly CaseDefinition[]

/**
 * Runs cases phase by phase (see {@link Phase}) and returns their outcomes in the order of `cases`.
 * Within a phase cases run side by side, but for those that touch the same resources (one lane), or that count the
 * requests of a key. Where no request may be sent any more, the client says so, and what remains is inconclusive.
 */
export async function schedule(
  cases: readonly CaseDefinition[],
  session: Session,
  { onStart, onOutcome }: Schedule = {},
): Promise<CaseOutcome[]> {
  const { discovery, pause } = session
  const outcomes = new Map<CaseDefinition, CaseOutcome>()
  const keep = (outcome: CaseOutcome): void => {
    outcomes.set(outcome.definition, outcome)
    onOutcome?.(outcome)
  }
  const perform = async (definition: CaseDefinition): Promise<void> => {
    onStart?.(definition)
    keep(await execute(definition, session))
  }
  const run = async (queues: readonly Queue[]): Promise<void> => {
    await Promise.all(queues.map((queue) => inTurn(queue, perform)))
  }
  const of = (phase: Phase): CaseDefinition[] => cases.filter((c) => c.phase === phase)

  const first = of('first')
  await run([first])
  await run(of('keys').map(alone))
  const areKeysApart = first.length > 0 && first.every((one) => outcomes.get(one)?.verdict === 'passed')

  const spend = (): Promise<void> => run([of('spend')])
  // Begins before the reads, behind which its look at the key under test would wait.
  const spending = areKeysApart ? spend() : undefined
  await run([of('count-reads')])
  const [beside, later] = discovery.capabilities.writes ? [[], of('independent')] : [of('independent'), []]
  await run([...of('read'), ...beside].map(alone))
  await run(of('refuse').map(alone))
  await run([...groupBy(of('write'), ({ lane, id }) => lane ?? id).values()])
  const written = performance.now()
  await run(later.map(alone))
  // What spends a key looks at the other keys, too.
  await spending
  await run([of('count-writes')])
  const reviews = of('review').map(alone)
  if (discovery.capabilities.writes && reviews.length > 0)
    await pause?.(Math.max(0, LATER_MS - (performance.now() - written)))
  await run(reviews)
  if (!areKeysApart) await spend()

  return cases.flatMap((one) => outcomes.get(one) ?? [])
}

const alone = (definition: CaseDefinition): Queue => [definition]

async function inTurn(queue: Queue, act: (definition: CaseDefinition) => Promise<void>): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- a queue runs one case after the other
  for (const definition of queue) await act(definition)
}

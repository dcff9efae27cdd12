import { groupBy } from '../util/collections.ts'
import { affordable, type Allowance } from './allowance.ts'
import type { CaseDefinition, Phase } from './suite.ts'
import { execute } from './execute.ts'
import { meet } from './needs.ts'
import type { CaseOutcome } from './outcome.ts'
import { notRun } from './outcome.ts'
import type { Session } from './session.ts'

interface Schedule {
  /** Called at the start of each case that runs. */
  readonly onStart?: (definition: CaseDefinition) => void
  /** Called at the end of each case; cases that did not run follow at the end. */
  readonly onOutcome?: (outcome: CaseOutcome) => void
  /** If absent, everything runs. */
  readonly allowance?: Allowance
}

const UNLIMITED: Allowance = { left: () => Infinity, price: () => 0, shortage: () => '' }

/** What was written is read once more so long after it, in milliseconds: slower views of a service have it, too. */
const LATER_MS = 5000

/** Cases that run one after the other. */
type Queue = readonly CaseDefinition[]

/**
 * Runs cases phase by phase (see {@link Phase}) and returns their outcomes in the order of `cases`.
 * Within a phase cases run side by side, but for those that touch the same resources (one lane), or that count the
 * requests of a key.
 * If the allowance does not suffice, it goes to the cases that verify most for their requests.
 */
export async function schedule(
  cases: readonly CaseDefinition[],
  session: Session,
  { onStart, onOutcome, allowance = UNLIMITED }: Schedule = {},
): Promise<CaseOutcome[]> {
  const { discovery, pause } = session
  const { left, price } = allowance
  const outcomes = new Map<CaseDefinition, CaseOutcome>()
  const keep = (outcome: CaseOutcome): void => {
    outcomes.set(outcome.definition, outcome)
    onOutcome?.(outcome)
  }
  // A case that cannot run costs nothing.
  const prices = new Map(cases.map((one) => [one, meet(one.needs, discovery).met ? price(one) : 0]))
  const priceOf = (one: CaseDefinition): number => prices.get(one) ?? 0
  const ahead = new Set(affordable(cases, left(), priceOf))
  const perform = async (definition: CaseDefinition): Promise<void> => {
    ahead.delete(definition)
    onStart?.(definition)
    keep(await execute(definition, session))
  }
  const run = async (queues: readonly Queue[]): Promise<void> => {
    const chosen = queues.map((queue) => queue.filter((definition) => ahead.has(definition)))
    const others = queues.flat().filter((definition) => !ahead.has(definition))
    await Promise.all(chosen.map((queue) => inTurn(queue, perform)))
    // Cases mostly cost less than they declare: what is left, and not kept for later phases, is for others.
    await inTurn(others, async (definition) => {
      const kept = [...ahead].reduce((sum, one) => sum + priceOf(one), 0)
      if (priceOf(definition) <= left() - kept) await perform(definition)
    })
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

  const leftOut = cases.filter((one) => !outcomes.has(one))
  const reason = leftOut.length === 0 ? '' : allowance.shortage()
  for (const definition of leftOut)
    keep(notRun(definition, { verdict: 'inconclusive', reason, reasonKind: 'budget' }))
  return cases.flatMap((one) => outcomes.get(one) ?? [])
}

const alone = (definition: CaseDefinition): Queue => [definition]

async function inTurn(queue: Queue, act: (definition: CaseDefinition) => Promise<void>): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- a queue runs one case after the other
  for (const definition of queue) await act(definition)
}

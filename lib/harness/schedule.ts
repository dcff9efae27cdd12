import { groupBy } from '../util/collections.ts'
import type { Allowance } from './allowance.ts'
import { Gate, affordable } from './allowance.ts'
import type { CaseDefinition, Lane, Phase } from './suite.ts'
import { execute } from './execute.ts'
import { updateTargets } from './chosen.ts'
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
  /** Why cases were left out; called once, at the end. */
  readonly shortage?: () => string
}

const UNLIMITED: Allowance = { left: () => Infinity, price: () => 0 }

/** What was written is read once more so long after it, in milliseconds: slower views of a service have it, too. */
const LATER_MS = 5000

/**
 * Runs cases phase by phase (see {@link Phase}) and returns their outcomes in the order of `cases`.
 * Within a phase cases run side by side, but for those that touch the same resources (one lane), or that count the
 * requests of a key.
 * If the allowance does not suffice, it goes to the cases that verify most for their requests.
 */
export async function schedule(
  cases: readonly CaseDefinition[],
  session: Session,
  { onStart = () => {}, onOutcome = () => {}, allowance = UNLIMITED, shortage = () => '' }: Schedule = {},
): Promise<CaseOutcome[]> {
  const outcomes = new Map<string, CaseOutcome>()
  const keep = (outcome: CaseOutcome): void => {
    outcomes.set(outcome.definition.id, outcome)
    onOutcome(outcome)
  }
  const { discovery, pause } = session
  const possible = cases.filter(({ needs }) => meet(needs, discovery).met)
  const chosen = affordable(possible, allowance.left(), allowance.price)
  const ahead = new Set(cases)
  const of = (phase: Phase): CaseDefinition[] => cases.filter((c) => c.phase === phase)
  const run = async (phase: readonly Queue[]): Promise<void> => {
    for (const queue of phase) for (const definition of queue.cases) ahead.delete(definition)
    const keptBack = (): number =>
      [...ahead]
        .filter((definition) => chosen.has(definition))
        .reduce((total, definition) => total + allowance.price(definition), 0)
    const gate = new Gate(allowance, keptBack)
    await Promise.all(phase.map((queue) => runQueue(queue, session, gate, { onStart, keep })))
  }

  const first = of('first')
  await run([inTurn(first)])
  await run(of('keys').map(alone))
  const areKeysApart = first.length > 0 && first.every(({ id }) => outcomes.get(id)?.verdict === 'passed')
  const perLane = (lane: Lane): number => (lane === 'conversation' ? updateTargets(discovery).length : 1)

  const spend = (): Promise<void> => run([inTurn(of('spend'))])
  // Begins before the reads, behind which its look at the key under test would wait.
  const spending = areKeysApart ? spend() : undefined
  await run([inTurn(of('count-reads'))])
  const [beside, later] = discovery.capabilities.writes ? [[], of('independent')] : [of('independent'), []]
  await run([...of('read'), ...beside].map(alone))
  await run(of('refuse').map(alone))
  await run(queues(of('write'), perLane))
  const written = performance.now()
  await run(later.map(alone))
  // What spends a key looks at the other keys, too.
  await spending
  await run([inTurn(of('count-writes'))])
  const reviews = of('review').map(alone)
  if (discovery.capabilities.writes && reviews.length > 0)
    await pause?.(Math.max(0, LATER_MS - (performance.now() - written)))
  await run(reviews)
  if (!areKeysApart) await spend()

  const left = cases.filter((c) => !outcomes.has(c.id))
  const reason = left.length === 0 ? '' : shortage()
  for (const definition of left)
    keep(notRun(definition, { verdict: 'inconclusive', reason, reasonKind: 'budget' }))
  return cases.flatMap((c) => outcomes.get(c.id) ?? [])
}

async function runQueue(
  { cases, place }: Queue,
  session: Session,
  gate: Gate,
  { onStart, keep }: Required<Pick<Schedule, 'onStart'>> & { readonly keep: (outcome: CaseOutcome) => void },
): Promise<void> {
  for (const definition of cases) {
    // oxlint-disable-next-line no-await-in-loop -- a queue runs one case after the other
    if (!(await gate.enter(definition))) continue
    onStart(definition)
    try {
      // oxlint-disable-next-line no-await-in-loop
      keep(await execute(definition, session, place))
    } finally {
      gate.leave(definition)
    }
  }
}

const inTurn = (cases: readonly CaseDefinition[]): Queue => ({ cases, place: 0 })
const alone = (definition: CaseDefinition): Queue => inTurn([definition])

/** Cases that run one after the other. */
interface Queue {
  readonly cases: readonly CaseDefinition[]
  /** Index of the resource that they use, among those that their lane is shared out over, from 0. */
  readonly place: number
}

/**
 * Groups cases that touch the same resources into queues that can run side by side: one per case without a lane, and
 * for each lane one per resource. Each case of a lane goes to the resource with the fewest requests so far.
 * @param width - how many resources a lane can be shared out over
 */
export function queues(cases: readonly CaseDefinition[], width: (lane: Lane) => number): readonly Queue[] {
  const lanes = [...groupBy(cases, ({ lane, id }) => lane ?? id).values()].map((some) => {
    const lane = some[0]?.lane
    return sharedOut(some, lane === undefined ? 1 : Math.max(1, width(lane)))
  })
  return lanes.flatMap((shares) => shares.map((some, place): Queue => ({ cases: some, place })))
}

function sharedOut(cases: readonly CaseDefinition[], shares: number): readonly CaseDefinition[][] {
  const all = Array.from({ length: shares }, () => ({ cost: 0, cases: [] as CaseDefinition[] }))
  for (const definition of cases) {
    const least = all.reduce((one, other) => (other.cost < one.cost ? other : one))
    least.cases.push(definition)
    least.cost += definition.cost
  }
  return all.map((share) => share.cases)
}

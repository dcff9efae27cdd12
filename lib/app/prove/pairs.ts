import type { Verdict } from '../../engine/judge/verdict.ts'
import { MUTANTS } from '../../../fixtures/mutants/index.ts'
import type { Mutant } from '../../../fixtures/mutants/mutant.ts'
import { canMeet, combine } from '../../../fixtures/changes/combine.ts'
import { createRandom } from '../../../fixtures/reference/resources/seed-tools.ts'
import type { Scope } from '../run/scope.ts'
import { type MutantResult, type PairResult, rootsOf } from './matrix.ts'
import type { ProofSettings } from './subjects.ts'
import { proofOptions, tryReference } from './trial.ts'

/** Two seeded faults in one service. */
export type Pair = readonly [Mutant, Mutant]

/** The most draws per pair: an API with few mutants has fewer pairs than requested. */
const DRAWS = 50

/**
 * Draws pairs of faults that leave each other in force, of different endpoints; the same seed gives the same ones.
 * Returns fewer than `count` if few faults can be combined.
 */
export function drawPairs({ catalogue }: Scope, count: number, seed: number): Pair[] {
  const random = createRandom(seed)
  const pick = (): Mutant | undefined => MUTANTS[random.int(0, MUTANTS.length - 1)]
  const endpointOf = ({ breaks }: Mutant): string => catalogue.get(breaks).endpoint
  const pairs: Pair[] = []
  for (let draws = 0; pairs.length < count && draws < count * DRAWS; draws++) {
    const [first, second] = [pick(), pick()]
    if (first === undefined || second === undefined || endpointOf(first) === endpointOf(second)) continue
    if (canMeet([first, second])) pairs.push([first, second])
  }
  return pairs
}

/** What the cases say of a service with two faults, as plain data. */
export interface PairTrial {
  readonly verdicts: Readonly<Record<string, Verdict>>
  readonly violated: MutantResult['violated']
  readonly problems: readonly string[]
  readonly durationMs: number
}

/** Runs all cases against two faults at once. */
export async function tryPair(scope: Scope, pair: Pair, settings: ProofSettings): Promise<PairTrial> {
  const options = proofOptions(settings.seed, settings.fuzzRuns)
  const trial = await tryReference(scope, combine(pair), scope.cases, options)
  const { violated, problems, durationMs } = trial
  return { verdicts: Object.fromEntries(trial.verdicts()), violated, problems, durationMs }
}

/**
 * Compares a pair with what each of its faults shows alone. Each root cause that one of them has alone must be violated
 * again, or be inconclusive where the other fault is seen: that one may break the premise of its judgement.
 */
export function compared(
  first: MutantResult,
  second: MutantResult,
  { verdicts, violated, problems, durationMs }: PairTrial,
): PairResult {
  const sought = [first, second].flatMap((fault) => {
    const other = fault === first ? second : first
    const isOtherSeen = rootsOf(other.violated).some((id) => id in violated)
    return rootsOf(fault.violated).map((requirement) => ({
      requirement,
      mutant: fault.id,
      isOtherSeen,
    }))
  })
  return {
    id: `${first.id} + ${second.id}`,
    hidden: sought.flatMap(({ requirement, mutant, isOtherSeen }) => {
      const verdict = verdicts[requirement] ?? 'disabled'
      const isTakenAway = verdict === 'inconclusive' && isOtherSeen
      return verdict === 'failed' || isTakenAway ? [] : [{ requirement, mutant, verdict }]
    }),
    problems,
    durationMs,
  }
}

import type { CaseDefinition } from '../harness/case.ts'
import type { Mutant, Setup } from '../run/setup.ts'
import { createRandom } from '../util/collections.ts'
import type { MutantResult, PairResult } from './matrix.ts'
import { casesFor, fuzzRunsFor, type ProofSettings } from './subjects.ts'
import { proofOptions, type Trial, tryReference } from './trial.ts'

/** Two seeded faults in one service. */
export type Pair = readonly [Mutant, Mutant]

/** The most draws per pair: an API with few mutants has fewer pairs than requested. */
const DRAWS = 50

/**
 * Draws pairs of faults that leave each other in force, of different endpoints; the same seed gives the same ones. Faults
 * that only the full profile finds are not drawn. Returns fewer than `count` if few faults can be combined.
 */
export async function drawPairs({ api, embedded }: Setup, count: number, seed: number): Promise<Pair[]> {
  const random = createRandom(seed)
  const mutants = (await embedded.mutants()).filter(({ profile }) => profile === undefined)
  const pick = (): Mutant | undefined => mutants[Math.floor(random() * mutants.length)]
  const endpointOf = ({ breaks }: Mutant): string => api.catalogue.get(breaks).endpoint
  const pairs: Pair[] = []
  for (let draws = 0; pairs.length < count && draws < count * DRAWS; draws++) {
    const [first, second] = [pick(), pick()]
    if (first === undefined || second === undefined || endpointOf(first) === endpointOf(second)) continue
    if (await embedded.canMeet([first, second])) pairs.push([first, second])
  }
  return pairs
}

/** What a fault violates alone, and by its own: the requirements that are its root causes. */
export function rootsOf({ violated }: Pick<MutantResult, 'violated'>): readonly string[] {
  return Object.keys(violated).filter((id) => violated[id]?.length === 0)
}

/**
 * Runs the cases against two faults at once. Each root cause that one of them has alone must be violated again, or be
 * inconclusive where the other fault is seen: that one may break the premise of its judgement.
 * @param [first, second] the root causes that each fault has alone
 */
export async function tryPair(
  setup: Setup,
  pair: Pair,
  [first, second]: readonly [readonly string[], readonly string[]],
  settings: ProofSettings,
): Promise<PairResult> {
  const started = performance.now()
  const broken = pair.map(({ breaks }) => breaks)
  const options = proofOptions(settings.seed, fuzzRunsFor(setup, broken, settings))
  const attempt = async (cases: readonly CaseDefinition[]): Promise<Trial> =>
    tryReference(setup, await setup.embedded.combine(pair), cases, options)
  const hidden = (trial: Trial): PairResult['hidden'] => [
    ...hiddenOf(pair[0], first, second, trial),
    ...hiddenOf(pair[1], second, first, trial),
  ]
  let together = await attempt(casesFor(setup, broken))
  // A mutant that shows itself only to a spent key was tried with all cases.
  if (hidden(together).length > 0) together = await attempt(setup.cases)
  return {
    id: pair.map(({ id }) => id).join(' + '),
    hidden: hidden(together),
    problems: together.problems,
    durationMs: performance.now() - started,
  }
}

function hiddenOf(
  { id: mutant }: Mutant,
  roots: readonly string[],
  ofOther: readonly string[],
  { violations, verdicts }: Trial,
): PairResult['hidden'] {
  const missing = roots.filter((id) => !violations.has(id))
  if (missing.length === 0) return []
  const isOtherSeen = ofOther.some((id) => violations.has(id))
  const given = verdicts()
  return missing
    .map((requirement) => ({ requirement, mutant, verdict: given.get(requirement) ?? 'disabled' }))
    .filter(({ verdict }) => !(isOtherSeen && verdict === 'inconclusive'))
}

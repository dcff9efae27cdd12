import type { Mutant } from '../../../fixtures/mutants/mutant.ts'
import type { Variant } from '../../../fixtures/variants/variant.ts'
import { CASES } from '../../../suites/index.ts'
import type { Finding } from '../../verdict/finding.ts'
import type { MutantResult, Told, VariantResult } from './matrix.ts'
import type { RunOptions } from '../options.ts'
import { casesFor, frozenClock, fullOptions, fuzzRunsFor, proofOptions } from './settings.ts'
import { type Trial, tryReference } from './trial.ts'

/** How a proof is run. */
export interface ProofSettings {
  readonly seed: number
  readonly fuzzRuns?: number
}

/** Lets the cases loose on one mutant. */
export async function tryMutant(mutant: Mutant, { seed, fuzzRuns }: ProofSettings): Promise<MutantResult> {
  const { id, breaks, how, alsoBreaks = {} } = mutant
  const attempt = async (options: RunOptions): Promise<Trial> =>
    tryReference({ now: frozenClock, seams: mutant.seams() }, casesFor(breaks, CASES), options)
  const standard = await attempt(proofOptions(seed, fuzzRuns ?? fuzzRunsFor(breaks)))
  const inFull = mutant.profile === 'full' && !standard.violations.has(breaks)
  const trial = inFull ? await attempt(fullOptions(seed)) : standard
  const told = tell(trial)
  const kill = told.find(({ requirement }) => requirement === breaks)
  const others = told.filter((one) => one !== kill)
  return {
    id,
    breaks,
    how,
    ...(kill === undefined ? {} : { kill }),
    ...(inFull ? { profile: 'full' as const } : {}),
    declared: others.filter(({ requirement }) => requirement in alsoBreaks),
    undeclared: others.filter(({ requirement }) => !(requirement in alsoBreaks)),
    problems: problemsOf(trial),
    durationMs: trial.durationMs,
  }
}

/** Lets the cases loose on one variant: no finding may come of it. */
export async function tryVariant(
  variant: Variant,
  { seed, fuzzRuns }: ProofSettings,
): Promise<VariantResult> {
  const { id, part, why } = variant
  const trial = await tryReference(
    { now: frozenClock, ...variant.options?.(), seams: variant.seams() },
    CASES,
    proofOptions(seed, fuzzRuns),
  )
  return { id, part, why, alarms: tell(trial), problems: problemsOf(trial), durationMs: trial.durationMs }
}

function tell(trial: Trial): Told[] {
  return [...trial.violations].map(([requirement, finding]) => ({ requirement, ...lineOf(finding) }))
}

function lineOf({ where, pointer, expected, received }: Finding): Omit<Told, 'requirement'> {
  return { where: pointer === undefined ? where : `${where} ${pointer}`, expected, received }
}

function problemsOf({ problem, faults }: Trial): string[] {
  return problem === undefined ? [...faults] : [problem, ...faults]
}

import type { ReferenceOptions } from '../../../fixtures/reference/index.ts'
import type { Mutant } from '../../../fixtures/mutants/mutant.ts'
import type { Variant } from '../../../fixtures/variants/variant.ts'
import { CASES } from '../../../suites/index.ts'
import type { CaseDefinition } from '../../harness/case.ts'
import type { Finding } from '../../verdict/finding.ts'
import type { MutantResult, Told, VariantResult } from './matrix.ts'
import type { RunOptions } from '../options.ts'
import { type Coverage, cover, touched } from './coverage.ts'
import { casesFor, casesForFreedom, frozenClock, fullOptions, fuzzRunsFor, proofOptions } from './settings.ts'
import { type Trial, tryReference } from './trial.ts'

/** How a proof is run. */
export interface ProofSettings {
  readonly seed: number
  readonly fuzzRuns?: number
  /** Every case is run on every subject, also where each of its requests is answered as by the unchanged service. */
  readonly thorough?: boolean
}

/** Lets the cases loose on one mutant: first those that it can matter to, then, unless they say just what it declares, all of them. */
export async function tryMutant(mutant: Mutant, settings: ProofSettings): Promise<MutantResult> {
  const started = performance.now()
  const { breaks, profile } = mutant
  const cases = casesFor(breaks, CASES)
  const { seed, fuzzRuns = fuzzRunsFor(breaks) } = settings
  const standard = proofOptions(seed, fuzzRuns)
  const reference = (): ReferenceOptions => ({ now: frozenClock, seams: mutant.seams() })
  const attempt = async (some: readonly CaseDefinition[], options: RunOptions): Promise<Judged> =>
    judged(mutant, await tryReference(reference(), some, options))

  const some = await casesToTry(reference(), cases, standard, settings)
  let result = await attempt(some, standard)
  if (result.kill === undefined && profile === 'full')
    result = { ...(await attempt(cases, fullOptions(seed))), profile }
  else if (some.length < cases.length && !isAsDeclared(result)) result = await attempt(cases, standard)
  return { ...result, durationMs: performance.now() - started }
}

type Judged = Omit<MutantResult, 'durationMs'>

function judged({ id, breaks, how, alsoBreaks = {} }: Mutant, trial: Trial): Judged {
  const told = tell(trial)
  const kill = told.find(({ requirement }) => requirement === breaks)
  const others = told.filter((one) => one !== kill)
  return {
    id,
    breaks,
    how,
    ...(kill === undefined ? {} : { kill }),
    declared: others.filter(({ requirement }) => requirement in alsoBreaks),
    undeclared: others.filter(({ requirement }) => !(requirement in alsoBreaks)),
    problems: problemsOf(trial),
  }
}

function isAsDeclared({ kill, undeclared, problems }: Judged): boolean {
  return kill !== undefined && undeclared.length === 0 && problems.length === 0
}

/** Lets the cases loose on one variant, those that it can matter to: no finding may come of it. */
export async function tryVariant(variant: Variant, settings: ProofSettings): Promise<VariantResult> {
  const started = performance.now()
  const { id, part, why } = variant
  const cases = casesForFreedom(id, CASES)
  const options = proofOptions(settings.seed, settings.fuzzRuns)
  const reference = (): ReferenceOptions => ({
    now: frozenClock,
    ...variant.options?.(),
    seams: variant.seams(),
  })
  const some = await casesToTry(reference(), cases, options, settings)
  const trial = await tryReference(reference(), some, options)
  return {
    id,
    part,
    why,
    alarms: tell(trial),
    problems: problemsOf(trial),
    durationMs: performance.now() - started,
  }
}

async function casesToTry(
  reference: ReferenceOptions,
  cases: readonly CaseDefinition[],
  options: RunOptions,
  { thorough = false }: ProofSettings,
): Promise<readonly CaseDefinition[]> {
  return thorough ? cases : touched(await coverageOf(cases, options), reference)
}

/** The unchanged service is asked once for all subjects that are tried alike. */
const coverages = new Map<string, Promise<Coverage>>()

function coverageOf(cases: readonly CaseDefinition[], options: RunOptions): Promise<Coverage> {
  const terms = `${cases.length} ${options.seed} ${options.fuzzRuns}`
  const known = coverages.get(terms) ?? cover(cases, options)
  coverages.set(terms, known)
  return known
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

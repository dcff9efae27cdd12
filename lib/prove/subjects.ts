import { MUTANTS } from '../../fixtures/mutants/index.ts'
import type { Mutant } from '../../fixtures/mutants/mutant.ts'
import type { ReferenceOptions } from '../../fixtures/reference/index.ts'
import { VARIANTS } from '../../fixtures/variants/index.ts'
import type { Variant } from '../../fixtures/variants/variant.ts'
import { CASES } from '../../suites/index.ts'
import type { CaseDefinition } from '../harness/case.ts'
import type { Finding } from '../judge/finding.ts'
import type { MutantResult, Told, VariantResult } from './matrix.ts'
import type { RunOptions } from '../run/options.ts'
import { type Coverage, cover, touched } from './coverage.ts'
import type { Changed } from './infection.ts'
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
  const { profile } = mutant
  const { seed, thorough = false } = settings
  const { cases, options: standard } = termsOf(mutant, settings)
  const reference = (): ReferenceOptions => ({ now: frozenClock, seams: mutant.seams() })
  const attempt = async (some: readonly CaseDefinition[], options: RunOptions): Promise<Judged> =>
    judged(mutant, await tryReference(reference(), some, options))

  const some = thorough ? cases : await casesToTry(mutant, MUTANTS, termsOf, settings)
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
  const { cases, options } = termsOfFreedom(variant, settings)
  const some =
    settings.thorough === true ? cases : await casesToTry(variant, VARIANTS, termsOfFreedom, settings)
  const reference = { now: frozenClock, ...variant.options?.(), seams: variant.seams() }
  const trial = await tryReference(reference, some, options)
  return {
    id,
    part,
    why,
    alarms: tell(trial),
    problems: problemsOf(trial),
    durationMs: performance.now() - started,
  }
}

/** On what terms a subject is tried: by which cases, and how they are run. */
interface Terms {
  readonly cases: readonly CaseDefinition[]
  readonly options: RunOptions
}

function termsOf({ breaks }: Mutant, { seed, fuzzRuns = fuzzRunsFor(breaks) }: ProofSettings): Terms {
  return { cases: casesFor(breaks, CASES), options: proofOptions(seed, fuzzRuns) }
}

function termsOfFreedom({ id }: Variant, { seed, fuzzRuns }: ProofSettings): Terms {
  return { cases: casesForFreedom(id, CASES), options: proofOptions(seed, fuzzRuns) }
}

function nameOf({ cases, options }: Terms): string {
  return `${cases.length} ${options.seed} ${options.fuzzRuns}`
}

/** The unchanged service is asked once for all subjects that are tried on the same terms. */
const coverages = new Map<string, Promise<Coverage>>()

/** Families of subjects on the same terms, by each of their members. */
const families = new WeakMap<Changed, readonly Changed[]>()

/** The cases that a subject can matter to. It is told apart together with its family, out of all that are tried. */
async function casesToTry<S extends Changed>(
  subject: S,
  all: readonly S[],
  termsFor: (subject: S, settings: ProofSettings) => Terms,
  settings: ProofSettings,
): Promise<readonly CaseDefinition[]> {
  const terms = termsFor(subject, settings)
  const name = nameOf(terms)
  const coverage = coverages.get(name) ?? cover(terms.cases, terms.options)
  coverages.set(name, coverage)
  const prefix = subject.id.slice(0, subject.id.indexOf('/') + 1)
  const isKin = (one: S): boolean => one.id.startsWith(prefix) && nameOf(termsFor(one, settings)) === name
  let kin = families.get(subject)
  if (kin === undefined) {
    kin = all.includes(subject) ? all.filter(isKin) : [subject]
    for (const one of kin) families.set(one, kin)
  }
  return touched(await coverage, subject, kin)
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

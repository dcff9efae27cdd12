import type { CaseDefinition } from '../harness/case.ts'
import type { Finding } from '../judge/finding.ts'
import type { RunOptions } from '../run/options.ts'
import type { Mutant, Setup, Variant } from '../run/setup.ts'
import type { MutantResult, ShownFinding, VariantResult, Violated } from './matrix.ts'
import { frozenClock, fullOptions, proofOptions, type Trial, tryReference } from './trial.ts'

/** The settings of a proof. */
export interface ProofSettings {
  readonly seed: number
  readonly fuzzRuns?: number
  /** Runs all cases against every mutant, also if the cases of its requirement find exactly what it declares. */
  readonly thorough?: boolean
}

/**
 * Runs the cases against one mutant: first those that verify the requirement it breaks and those of the smoke
 * profile, whose answers the oracles judge. Unless they find exactly what the mutant declares, all cases follow.
 */
export async function tryMutant(
  setup: Setup,
  mutant: Mutant,
  settings: ProofSettings,
): Promise<MutantResult> {
  const started = performance.now()
  const all = setup.cases
  const { breaks, profile } = mutant
  const { seed, thorough = false } = settings
  const cases = casesFor(setup, [breaks])
  const fuzzRuns = fuzzRunsFor(setup, [breaks], settings)
  const attempt = async (some: readonly CaseDefinition[], options: RunOptions): Promise<Judged> =>
    judged(mutant, await tryReference(setup, { now: frozenClock, seams: mutant.seams() }, some, options))

  let result: Judged | undefined
  if (!thorough) {
    const few = all.filter((one) => one.smoke || verifies(one, [breaks]))
    result = await attempt(few, proofOptions(seed, fuzzRuns))
  }
  if (result === undefined || !isAsDeclared(result))
    result = await attempt(cases, proofOptions(seed, fuzzRuns))
  if (result.kill === undefined && cases.length < all.length)
    result = await attempt(all, proofOptions(seed, fuzzRuns))
  if (result.kill === undefined && profile === 'full')
    result = { ...(await attempt(cases, fullOptions(seed))), profile }
  return { ...result, durationMs: performance.now() - started }
}

/** All cases; those that spend a key are left out unless a requirement is broken that only they verify. */
export function casesFor({ cases }: Setup, broken: readonly string[]): readonly CaseDefinition[] {
  const isNeeded = cases.some((one) => spends(one) && verifies(one, broken))
  return isNeeded ? cases : cases.filter((one) => !spends(one))
}

/** How many bodies are generated: several only where one of these requirements is verified by generated ones. */
export function fuzzRunsFor(
  { cases }: Setup,
  broken: readonly string[],
  { fuzzRuns }: ProofSettings,
): number {
  return fuzzRuns ?? (cases.some((one) => one.generated && verifies(one, broken)) ? 5 : 1)
}

function verifies({ requirements }: CaseDefinition, some: readonly string[]): boolean {
  return requirements.some((id) => some.includes(id))
}

/** Whether a case sends as many requests as a key may send in an hour. */
function spends({ needs }: CaseDefinition): boolean {
  return needs.includes('exhaustibleKey')
}

type Judged = Omit<MutantResult, 'durationMs'>

function judged({ id, breaks, how, alsoBreaks = {} }: Mutant, trial: Trial): Judged {
  const inWords = shownFindings(trial)
  const kill = inWords.find(({ requirement }) => requirement === breaks)
  // A consequence of another violation needs no declaration.
  const others = inWords.filter((one) => one !== kill && one.follows !== true)
  return {
    id,
    breaks,
    how,
    ...(kill === undefined ? {} : { kill }),
    declared: others.filter(({ requirement }) => requirement in alsoBreaks),
    undeclared: others.filter(({ requirement }) => !(requirement in alsoBreaks)),
    violated: violatedIn(trial),
    problems: problemsOf(trial),
  }
}

/** What a trial violates, with what each violation follows from. */
export function violatedIn({ violations }: Trial): Violated {
  return Object.fromEntries([...violations].map(([id, { consequenceOf = [] }]) => [id, consequenceOf]))
}

function isAsDeclared({ kill, undeclared, problems }: Judged): boolean {
  return kill !== undefined && undeclared.length === 0 && problems.length === 0
}

/** Runs all cases against one variant. There must be no finding. */
export async function tryVariant(
  setup: Setup,
  { id, part, why, options, seams }: Variant,
  { seed, fuzzRuns }: ProofSettings,
): Promise<VariantResult> {
  const reference = { now: frozenClock, ...options?.(), seams: seams() }
  const trial = await tryReference(setup, reference, setup.cases, proofOptions(seed, fuzzRuns))
  return {
    id,
    part,
    why,
    alarms: shownFindings(trial),
    problems: problemsOf(trial),
    durationMs: trial.durationMs,
  }
}

/**
 * Runs the cases against several freedoms at once. If they raise an alarm, freedoms are removed one by one while the
 * alarm remains: the report names the smallest set that raises it.
 */
export async function tryTogether(
  setup: Setup,
  freedoms: readonly Variant[],
  settings: ProofSettings,
): Promise<VariantResult> {
  const attempt = async (some: readonly Variant[]): Promise<VariantResult> =>
    tryVariant(setup, await setup.embedded.combine(some), settings)
  let result = await attempt(freedoms)
  const wrong = wrongs(result)
  let needed = wrong.size === 0 ? [] : freedoms
  for (const freedom of needed) {
    const fewer = needed.filter((one) => one !== freedom)
    if (fewer.length === 0) break
    // oxlint-disable-next-line no-await-in-loop -- which ones are tried depends on what these say
    const less = await attempt(fewer)
    if (![...wrongs(less)].some((one) => wrong.has(one))) continue
    needed = fewer
    result = less
  }
  return result
}

/** The defects of a result: the requirements of its alarms, and its problems. */
function wrongs({ alarms, problems }: VariantResult): ReadonlySet<string> {
  return new Set([...alarms.map(({ requirement }) => requirement), ...problems])
}

function shownFindings(trial: Trial): ShownFinding[] {
  return [...trial.violations].map(([requirement, finding]) => ({
    requirement,
    ...lineOf(finding),
    ...(finding.consequenceOf === undefined ? {} : { follows: true as const }),
  }))
}

function lineOf({ where, pointer, expected, received }: Finding): Omit<ShownFinding, 'requirement'> {
  return { where: pointer === undefined ? where : `${where} ${pointer}`, expected, received }
}

/** Why a trial did not judge, and faults of the tool in it. */
export function problemsOf({ problem, faults }: Trial): string[] {
  return problem === undefined ? [...faults] : [problem, ...faults]
}

import type { CaseDefinition } from '../harness/context.ts'
import type { Finding } from '../judge/finding.ts'
import type { Variant } from '../../fixtures/variants/tools.ts'
import { combine } from '../../fixtures/variants/combine.ts'
import type { Mutant } from '../../fixtures/mutants/tools/mutant.ts'
import type { Scope } from '../run/scope.ts'
import { isAlarm, type MutantResult, type ShownFinding, type VariantResult } from './matrix.ts'
import { proofOptions, type Trial, tryReference } from './trial.ts'

/** The settings of a proof. */
export interface ProofSettings {
  readonly seed: number
  readonly fuzzRuns?: number
}

/**
 * Runs the cases against one mutant: first those that verify the requirement it breaks and those of the smoke
 * profile, whose answers the oracles judge. If they find nothing on it, all cases follow.
 * @param thorough whether all cases run in any case
 */
export async function tryMutant(
  scope: Scope,
  mutant: Mutant,
  thorough: boolean,
  settings: ProofSettings,
): Promise<MutantResult> {
  const started = performance.now()
  const all = scope.cases
  const { breaks } = mutant
  const { seed } = settings
  const cases = casesFor(scope, breaks)
  const standard = proofOptions(seed, fuzzRunsFor(scope, [breaks], settings))
  const attempt = async (some: readonly CaseDefinition[], options = standard): Promise<Judged> =>
    judged(mutant, await tryReference(scope, { seams: mutant.seams() }, some, options))

  let result: Judged | undefined
  if (!thorough) result = await attempt(all.filter((one) => one.smoke || verifies(one, [breaks])))
  if (result === undefined || result.kill === undefined || result.problems.length > 0)
    result = await attempt(cases)
  if (result.kill === undefined && cases.length < all.length) result = await attempt(all)
  return { ...result, durationMs: performance.now() - started }
}

/** All cases; those that spend a key are left out unless they verify the broken requirement. */
function casesFor({ cases }: Scope, broken: string): readonly CaseDefinition[] {
  const isNeeded = cases.some((one) => spends(one) && verifies(one, [broken]))
  return isNeeded ? cases : cases.filter((one) => !spends(one))
}

/** How many bodies are generated: several only where one of these requirements is verified by generated ones. */
export function fuzzRunsFor(
  { cases }: Scope,
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

function judged({ id, breaks, how }: Mutant, trial: Trial): Judged {
  const kill = shownFindings(trial).find(({ requirement }) => requirement === breaks)
  return { id, breaks, how, kill, violated: trial.violated, problems: trial.problems }
}

/**
 * Runs all cases against a service with these variants, each of which leaves the others in force. There must be no
 * finding; if there is one, each variant is tried alone.
 */
export async function tryVariants(
  scope: Scope,
  variants: readonly Variant[],
  settings: ProofSettings,
): Promise<readonly VariantResult[]> {
  const together = await tryTogether(scope, variants, settings)
  const { alarms, problems } = together
  if (variants.length === 1) return [together]
  if (!isAlarm(together)) {
    const durationMs = together.durationMs / variants.length
    return variants.map(({ id, part, why }) => ({ id, part, why, alarms, problems, durationMs }))
  }
  const alone: VariantResult[] = []
  for (const one of variants) alone.push(await tryTogether(scope, [one], settings))
  return alone.some(isAlarm) ? alone : [...alone, together]
}

async function tryTogether(
  scope: Scope,
  variants: readonly Variant[],
  { seed, fuzzRuns }: ProofSettings,
): Promise<VariantResult> {
  const trial = await tryReference(scope, combine(variants), scope.cases, proofOptions(seed, fuzzRuns))
  const [first] = variants
  return {
    id: variants.map(({ id }) => id).join(' + '),
    part: first?.part ?? 0,
    why: variants.map(({ why }) => why).join(' '),
    alarms: shownFindings(trial),
    problems: trial.problems,
    durationMs: trial.durationMs,
  }
}

function shownFindings({ violations }: Trial): ShownFinding[] {
  return [...violations].map(([requirement, finding]) => shown(requirement, finding))
}

function shown(
  requirement: string,
  { where, pointer, expected, received, consequenceOf }: Finding,
): ShownFinding {
  const place = pointer === undefined ? where : `${where} ${pointer}`
  return { requirement, where: place, expected, received, follows: consequenceOf && true }
}

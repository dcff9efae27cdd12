import type { CaseDefinition } from '../../engine/case/suite.ts'
import type { Variant } from '../../../fixtures/variants/variant.ts'
import { combine } from '../../../fixtures/changes/combine.ts'
import type { Mutant } from '../../../fixtures/mutants/mutant.ts'
import type { Scope } from '../run/scope.ts'
import { isAlarm, type MutantResult, type ShownFinding, type VariantResult } from './matrix.ts'
import { proofOptions, type Trial, tryReference } from './trial.ts'

/** The settings of a proof. */
export interface ProofSettings {
  readonly seed: number
}

/**
 * Runs the cases against one mutant: first those that verify what it breaks, or, where the answers to all cases
 * do, those of the smoke profile. If they do not find all of it, all cases follow.
 * @param thorough whether all cases run in any case
 */
export async function tryMutant(
  scope: Scope,
  mutant: Mutant,
  thorough: boolean,
  settings: ProofSettings,
): Promise<MutantResult> {
  const started = performance.now()
  const { cases } = scope
  const { id, breaks, how } = mutant
  const own = cases.filter(({ requirements }) => requirements.some((one) => breaks.includes(one)))
  const few = own.length > 0 ? own : cases.filter(({ smoke }) => smoke)
  // A key is exhausted only where that is verified, or where nothing else finds the fault.
  const most = cases.filter((one) => !spends(one) || own.some(spends))

  const attempt = async ([
    some = cases,
    ...further
  ]: readonly (readonly CaseDefinition[])[]): Promise<MutantResult> => {
    // A few cases have room to draw all that they may; all of them would not fit into the hour of a key.
    const profile = some === few ? 'full' : 'standard'
    const options = { ...proofOptions(settings.seed), profile } as const
    const trial = await tryReference(scope, { seams: mutant.seams() }, some, options)
    const { violations, problems } = trial
    const violated = [...violations.keys()]
    const missed = breaks.filter((one) => !violations.has(one))
    if ((missed.length > 0 || problems.length > 0) && further.length > 0) return attempt(further)
    const found = shownFindings(trial).find(({ requirement }) => requirement === breaks[0])
    const kill = missed.length === 0 ? found : undefined
    return { id, breaks, how, kill, missed, violated, problems, durationMs: performance.now() - started }
  }
  return attempt(thorough ? [most, cases] : [few, most, cases])
}

/** Whether a case sends as many requests as a key may send in an hour. */
function spends({ needs }: CaseDefinition): boolean {
  return needs.includes('exhaustibleKey')
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
  { seed }: ProofSettings,
): Promise<VariantResult> {
  const trial = await tryReference(scope, combine(variants), scope.cases, proofOptions(seed))
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
  return [...violations].map(([requirement, { where, pointer, expected, received }]) => ({
    requirement,
    where: pointer === undefined ? where : `${where} ${pointer}`,
    expected,
    received,
  }))
}

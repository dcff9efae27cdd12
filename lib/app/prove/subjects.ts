import type { CaseDefinition } from '../../engine/case/suite.ts'
import type { Variant } from '../../../fixtures/variants/variant.ts'
import { combine } from '../../../fixtures/changes/combine.ts'
import type { Mutant } from '../../../fixtures/mutants/mutant.ts'
import type { RunOptions } from '../run/options.ts'
import type { Scope } from '../run/scope.ts'
import { isAlarm, type MutantResult, type ShownFinding, type VariantResult } from './matrix.ts'
import { proofOptions, type Trial, tryReference } from './trial.ts'

/**
 * Runs the cases against one mutant: first those that verify what it breaks, then the same with all inputs that they may
 * draw; where the answers to all cases do, those of the smoke profile. If they do not find all of it, all cases follow, and
 * at last those that exhaust a key.
 */
export async function tryMutant(scope: Scope, mutant: Mutant, seed: number): Promise<MutantResult> {
  const started = performance.now()
  const { cases } = scope
  const { id, breaks, how } = mutant
  const own = cases.filter(({ requirements }) => requirements.some((one) => breaks.includes(one)))
  const attempts: readonly (readonly [readonly CaseDefinition[], RunOptions['profile']])[] = [
    [own.length > 0 ? own : cases.filter(({ smoke }) => smoke), 'standard'],
    [own, 'full'],
    [cases.filter((one) => !spends(one)), 'standard'],
    [cases.filter(spends), 'standard'],
  ]
  // What one attempt does not find of a mistake that is made in many places, another one may.
  const found = new Map<string, ShownFinding>()
  const attempt = async (place: number): Promise<MutantResult> => {
    const [some = cases, profile = 'standard'] = attempts[place] ?? []
    const trial = await tryReference(scope, { seams: mutant.seams() }, some, {
      ...proofOptions(seed),
      profile,
    })
    const { problems } = trial
    for (const finding of shownFindings(trial)) found.set(finding.requirement, finding)
    const missed = breaks.filter((one) => !found.has(one))
    const next = attempts.findIndex(([{ length }], at) => at > place && length > 0)
    if ((missed.length > 0 || problems.length > 0) && next > 0) return attempt(next)
    const [first = ''] = breaks
    const kill = missed.length === 0 ? found.get(first) : undefined
    const violated = [...found.keys()]
    return { id, breaks, how, kill, missed, violated, problems, durationMs: performance.now() - started }
  }
  return attempt(0)
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
  seed: number,
): Promise<readonly VariantResult[]> {
  const together = await tryTogether(scope, variants, seed)
  const { alarms, problems } = together
  if (variants.length === 1) return [together]
  if (!isAlarm(together)) {
    const durationMs = together.durationMs / variants.length
    return variants.map(({ id, why }) => ({ id, why, alarms, problems, durationMs }))
  }
  const alone: VariantResult[] = []
  for (const one of variants) alone.push(await tryTogether(scope, [one], seed))
  return alone.some(isAlarm) ? alone : [...alone, together]
}

async function tryTogether(scope: Scope, variants: readonly Variant[], seed: number): Promise<VariantResult> {
  const trial = await tryReference(scope, combine(variants), scope.cases, proofOptions(seed))
  return {
    id: variants.map(({ id }) => id).join(' + '),
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

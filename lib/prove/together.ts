import type { Variant } from '../../fixtures/variants/variant.ts'
import { combine } from './combine.ts'
import type { VariantResult } from './matrix.ts'
import { type ProofSettings, tryVariant } from './subjects.ts'

/**
 * Lets the cases loose on several freedoms at once. Where these raise an alarm, each that can be spared is left out in turn: what is told is
 * the alarm of the few that raise it together.
 */
export async function tryTogether(
  freedoms: readonly Variant[],
  settings: ProofSettings,
): Promise<VariantResult> {
  // Hardly a case is left that none of several freedoms matters to: finding those out would take longer than running them.
  const attempt = (some: readonly Variant[]): Promise<VariantResult> =>
    tryVariant(combine(some), { ...settings, thorough: true })
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

/** What is wrong with a result: the requirements of its alarms, and its problems. */
function wrongs({ alarms, problems }: VariantResult): ReadonlySet<string> {
  return new Set([...alarms.map(({ requirement }) => requirement), ...problems])
}

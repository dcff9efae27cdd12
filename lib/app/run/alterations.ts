/**
 * Seeded faults and freedoms of the reference service. There are hundreds, so they are loaded only if
 * somebody names one.
 */
import type { Mutant } from '../../../fixtures/mutants/mutant.ts'
import type { ReferenceOptions } from '../../../fixtures/reference/index.ts'
import type { Variant } from '../../../fixtures/variants/variant.ts'
import { FEW } from '../../engine/util/bounds.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import { didYouMean } from '../../engine/util/nearest.ts'
import type { Conducted } from './conduct.ts'

/** Every seeded fault and freedom that the reference service can be started with. */
export async function listAlterations(): Promise<{
  readonly mutants: readonly Mutant[]
  readonly variants: readonly Variant[]
}> {
  const [{ MUTANTS }, { VARIANTS }] = await Promise.all([
    import('../../../fixtures/mutants/index.ts'),
    import('../../../fixtures/variants/index.ts'),
  ])
  return { mutants: MUTANTS, variants: VARIANTS }
}

/**
 * The settings of the altered service. Freedoms come first: if a fault and a freedom replace the same step,
 * the fault wins.
 */
export async function alteration(
  mutants: readonly string[],
  variants: readonly string[],
): Promise<() => ReferenceOptions> {
  if (mutants.length + variants.length === 0) return () => ({})
  const known = await listAlterations()
  const { combine } = await import('../../../fixtures/changes/combine.ts')
  const changes = [...named('variant', known.variants, variants), ...named('mutant', known.mutants, mutants)]
  return () => combine(changes)
}

function named<T extends { readonly id: string }>(
  what: string,
  known: readonly T[],
  ids: readonly string[],
): readonly T[] {
  return ids.map((id) => {
    const found = known.find((one) => one.id === id)
    if (found === undefined) {
      const meant = didYouMean(
        id,
        known.map((one) => one.id),
      )
      throw new ConfigurationError(`there is no ${what} "${id}"${meant || '; `serve --list` lists them all'}`)
    }
    return found
  })
}

/**
 * Ids of seeded faults of the reference service that also break a requirement: `serve --mutant ID` runs such
 * a service.
 */
export type SeededFaults = (requirement: string) => readonly string[] | undefined

/** A few seeded faults for each requirement on which a run found something. */
export async function seededFaults({ tally }: Conducted): Promise<SeededFaults> {
  if (tally.found.size === 0) return () => undefined
  const { mutants } = await listAlterations()
  return (requirement) => {
    const faults = mutants.filter(({ breaks }) => breaks.includes(requirement))
    return faults.length === 0 ? undefined : faults.slice(0, FEW).map(({ id }) => id)
  }
}

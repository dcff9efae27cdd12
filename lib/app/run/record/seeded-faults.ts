import { FEW } from '../../../engine/util/bounds.ts'
import type { Conducted } from '../conduct.ts'

/** Ids of seeded faults of the reference service that break a requirement, too: `serve --mutant ID` runs such a service. */
export type SeededFaults = (requirement: string) => readonly string[] | undefined

/** A few seeded faults for each requirement, where a run found something. */
export async function seededFaults({ tally }: Conducted): Promise<SeededFaults> {
  if (tally.findings.length === 0) return () => undefined
  // Loaded only after a violation: hundreds of small sources.
  const { MUTANTS } = await import('../../../../fixtures/mutants/index.ts')
  return (requirement) => {
    const faults = MUTANTS.filter(({ breaks }) => breaks.includes(requirement))
    return faults.length === 0 ? undefined : faults.slice(0, FEW).map(({ id }) => id)
  }
}

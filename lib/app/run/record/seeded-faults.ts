import { FEW } from '../../../engine/util/bounds.ts'
import { groupBy } from '../../../engine/util/collections.ts'
import type { RunRecord } from '../../report/record.ts'

/**
 * Names for each violated requirement a few seeded faults of the reference service that violate it, too: `serve --mutant ID`
 * runs such a service.
 */
export async function withSeededFaults(record: RunRecord): Promise<RunRecord> {
  if (!record.requirements.some(({ verdict }) => verdict === 'failed')) return record
  // Loaded only after a violation: hundreds of small sources.
  const { MUTANTS } = await import('../../../../fixtures/mutants/index.ts')
  const faults = groupBy(MUTANTS, ({ breaks }) => breaks)
  return {
    ...record,
    requirements: record.requirements.map((row) =>
      row.verdict === 'failed'
        ? {
            ...row,
            mutants: faults
              .get(row.id)
              ?.slice(0, FEW)
              .map(({ id }) => id),
          }
        : row,
    ),
  }
}

import type { Finding } from '../../judge/finding.ts'
import type { RequirementResult, RunRecord } from '../../report/record.ts'

/** The most seeded faults named for one requirement. */
const NAMED = 3

interface Seeded {
  readonly id: string
  readonly breaks: string
}

/**
 * Names seeded faults of the reference service that show the same symptom: they violate the same requirement, at the
 * same member or with the same wrong status. None where none fits. `serve --mutant ID` runs such a service.
 */
export async function withSymptoms(record: RunRecord): Promise<RunRecord> {
  if (!record.requirements.some(({ verdict }) => verdict === 'failed')) return record
  // Loaded only after a violation: hundreds of small sources.
  const { MUTANTS } = await import('../../../fixtures/mutants/index.ts')
  return {
    ...record,
    requirements: record.requirements.map((row) =>
      row.verdict === 'failed' ? { ...row, mutants: fitting(row, MUTANTS) } : row,
    ),
  }
}

/** The ids of faults that fit the first finding; undefined if there is none. */
export function fitting(
  { id, findings: [first] }: Pick<RequirementResult, 'id' | 'findings'>,
  seeded: readonly Seeded[],
): readonly string[] | undefined {
  if (first === undefined) return undefined
  const found = seeded.filter(({ breaks }) => breaks === id).filter((one) => shows(one, first))
  return found.length === 0 ? undefined : found.slice(0, NAMED).map((one) => one.id)
}

/** Whether the id of a fault names the wrong status or, without one, the member at fault. */
function shows({ id }: Seeded, { status, pointer }: Finding): boolean {
  const names = id.toLowerCase().split(/[^a-z0-9_]+/)
  if (status !== undefined) return names.includes(String(status))
  const member = pointer
    ?.split('/')
    .findLast((token) => !/^\d*$/.test(token))
    ?.toLowerCase()
  return member !== undefined && names.includes(member)
}

import type { RequirementResult, RunRecord } from '../../report/record.ts'

/** The most seeded faults named for one requirement. */
const NAMED = 3

/**
 * Names seeded faults of the reference service that violate the same requirement, those first whose description
 * shares most words with the findings. `serve --mutant ID` runs such a service.
 */
export async function withSymptoms(record: RunRecord): Promise<RunRecord> {
  if (!record.requirements.some(({ verdict }) => verdict === 'failed')) return record
  // Loaded only after a violation: hundreds of small sources.
  const { MUTANTS: seeded } = await import('../../../fixtures/mutants/index.ts')
  return {
    ...record,
    requirements: record.requirements.map((row) => {
      if (row.verdict !== 'failed') return row
      const mutants = closest(
        row,
        seeded.filter(({ breaks }) => breaks === row.id),
      )
      return mutants.length === 0 ? row : { ...row, mutants }
    }),
  }
}

function closest(
  { findings }: RequirementResult,
  mutants: readonly { readonly id: string; readonly how: string }[],
): string[] {
  const found = words(
    findings
      .slice(0, 3)
      .map(({ where, pointer = '', expected, received }) => `${where} ${pointer} ${expected} ${received}`)
      .join(' '),
  )
  const score = ({ id, how }: (typeof mutants)[number]): number =>
    [...words(`${id} ${how}`)].filter((word) => found.has(word)).length
  return mutants
    .toSorted((a, b) => score(b) - score(a))
    .slice(0, NAMED)
    .map(({ id }) => id)
}

/** Words of four letters or more without their ending, so that `order` and `orders` are one. */
function words(text: string): ReadonlySet<string> {
  return new Set((text.toLowerCase().match(/[a-z]{4,}/g) ?? []).map((word) => word.replace(/e?s$/, '')))
}

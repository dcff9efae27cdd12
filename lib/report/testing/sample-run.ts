import type { CaseResult, RequirementResult, RunRecord } from '../record.ts'
import { sampleExchange, sampleRecord, sampleRequirement } from './sample-parts.ts'
import { SAMPLE_ROWS } from './sample-rows.ts'

const EXCHANGES = Array.from({ length: 13 }, (_, index) => sampleExchange(index + 1))

/** Rows of the sample catalogue; `change` says what differs from a pass for the row with that id. */
export function requirements(
  change: Readonly<Record<string, Partial<RequirementResult>>> = {},
): RequirementResult[] {
  return SAMPLE_ROWS.map((row) => sampleRequirement(row, { cases: [`${row[0]}-case`], ...change[row[0]] }))
}

function cases(rows: readonly RequirementResult[]): CaseResult[] {
  return rows.map((row, index) => ({
    id: `${row.id}-case`,
    suite: row.endpoint,
    title: row.text,
    requirements: [row.id],
    verdict: row.verdict,
    requests: 2,
    durationMs: 11,
    exchanges: row.evidence,
    file: 'suites/leads.ts',
    line: 12 + index * 9,
  }))
}

/** A record of these results, with cases, exchanges and observations that go with them. */
export function assemble(rows: RequirementResult[], overrides: Partial<RunRecord> = {}): RunRecord {
  const observations = rows
    .filter((row) => row.strength === 'open' && row.verdict === 'passed')
    .map((row) => ({
      requirement: row.id,
      text: `${row.text}: seen as one consistent choice`,
      exchanges: [3],
    }))
  return sampleRecord({
    requirements: rows,
    cases: cases(rows),
    exchanges: EXCHANGES,
    observations,
    ...overrides,
  })
}

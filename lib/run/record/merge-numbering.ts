import type { RunRecord } from '../../report/record.ts'

/** Records whose exchange ids do not overlap: each continues where the one before it ended. */
export function renumbered(records: readonly RunRecord[]): RunRecord[] {
  let used = 0
  return records.map((record) => {
    const offset = used
    used += highest(record)
    return offset === 0 ? record : shifted(record, offset)
  })
}

function shifted(record: RunRecord, offset: number): RunRecord {
  const move = (ids: readonly number[]): number[] => ids.map((id) => (id === 0 ? 0 : id + offset))
  return {
    ...record,
    requirements: record.requirements.map((row) => ({
      ...row,
      evidence: move(row.evidence),
      findings: row.findings.map((finding) => ({ ...finding, exchanges: move(finding.exchanges) })),
    })),
    cases: record.cases.map((result) => ({ ...result, exchanges: move(result.exchanges) })),
    observations: record.observations.map((one) => ({ ...one, exchanges: move(one.exchanges) })),
    exchanges: record.exchanges.map((one) => ({ ...one, id: one.id + offset })),
  }
}

function highest({ requests, exchanges, cases }: RunRecord): number {
  const ids = [...exchanges.map(({ id }) => id), ...cases.flatMap((result) => result.exchanges)]
  return ids.reduce((most, id) => Math.max(most, id), requests.total)
}

import { describe, expect, test } from 'vitest'
import type { Verdict } from '../judge/verdict.ts'
import type { Observation, RunRecord } from './record.ts'
import { sinceEarlier } from './since.ts'
import { cleanRun } from './testing/sample-records.ts'

function observing(...observations: (readonly [requirement: string, text: string])[]): RunRecord {
  const rows = observations.map(([requirement, text]): Observation => ({ requirement, text, exchanges: [] }))
  return { ...cleanRun(), observations: rows }
}

function previousOf(record: RunRecord): (string | undefined)[] {
  return record.observations.map(({ previous }) => previous)
}

describe('open points since an earlier run', () => {
  test('tell what was observed before, where it differs', () => {
    const now = observing(['RES-05', 'null'], ['CONV-03', 'exact'], ['LEAD-23', 'new'])
    const then = observing(['RES-05', 'absent'], ['CONV-03', 'exact'])
    expect(previousOf(sinceEarlier(now, then))).toEqual(['absent', undefined, undefined])
  })

  test('are compared whole where a point was observed several times', () => {
    const now = observing(['RES-05', 'null'], ['RES-05', 'absent'])
    const then = observing(['RES-05', 'absent'], ['RES-05', 'empty'])
    expect(previousOf(sinceEarlier(now, then))).toEqual(['absent; empty', undefined])
  })

  test('do not change with the time of day or the marks of a run', () => {
    const now = observing(['RES-05', 'updated_at stays "2026-11-20T21:11:52Z"'], ['CONV-03', 'name cac-1a-7'])
    const then = observing(
      ['RES-05', 'updated_at stays "2026-11-19T08:00:00Z"'],
      ['CONV-03', 'name cac-9z-12'],
    )
    expect(previousOf(sinceEarlier(now, then))).toEqual([undefined, undefined])
  })

  test('say nothing of another target', () => {
    const then = {
      ...observing(['RES-05', 'absent']),
      target: { baseUrl: 'https://other.test', embedded: false },
    }
    expect(previousOf(sinceEarlier(observing(['RES-05', 'null']), then))).toEqual([undefined])
  })
})

test('verdicts that turned are named, and what one of the runs did not judge is not', () => {
  const judging = (verdicts: Readonly<Record<string, Verdict>>): RunRecord => {
    const record = cleanRun()
    return {
      ...record,
      requirements: record.requirements.map((row) => ({ ...row, verdict: verdicts[row.id] ?? row.verdict })),
    }
  }
  const earlier = judging({ 'GEN-03': 'failed', 'ERR-02': 'failed', 'ME-01': 'inconclusive' })
  const record = judging({ 'LEAD-21': 'failed', 'ERR-02': 'failed', 'ME-01': 'failed' })
  expect(sinceEarlier(record, earlier).since).toMatchObject({ broke: ['LEAD-21'], mended: ['GEN-03'] })
})

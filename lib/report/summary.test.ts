import { describe, expect, test } from 'vitest'
import type { RequirementResult, RunRecord } from './record.ts'
import { causesOf, digestOf, exercisedOf, headlineOf, placesOf, receivedOf } from './summary.ts'
import { sampleFinding } from './testing/sample-parts.ts'
import { cleanRun, manyFindings, staleExcuses, threeFindings } from './testing/sample-records.ts'

function changed(changes: Readonly<Record<string, Partial<RequirementResult>>>): RunRecord {
  const record = cleanRun()
  return {
    ...record,
    requirements: record.requirements.map((row) => ({ ...row, ...changes[row.id] })),
  }
}

const idsOf = (record: RunRecord): string[] => causesOf(record).map(({ row }) => row.id)
const failed = (id: string, more: Partial<RequirementResult> = {}): Partial<RequirementResult> => ({
  verdict: 'failed',
  findings: [sampleFinding(id)],
  ...more,
})

describe('what breaks a run', () => {
  test('is named with the most serious first', () => {
    const record = changed({
      'GEN-03': failed('GEN-03', { severity: 'minor' }),
      'LEAD-21': failed('LEAD-21', { severity: 'major' }),
      'ERR-02': failed('ERR-02', { severity: 'critical' }),
    })
    expect(idsOf(record)).toEqual(['ERR-02', 'LEAD-21', 'GEN-03'])
  })

  test('is named with what is seen in most places first, where it is as serious', () => {
    const places = ['GET /leads', 'GET /bookings'].map((where) => sampleFinding('LEAD-21', { where }))
    const record = changed({
      'GEN-03': failed('GEN-03'),
      'LEAD-21': failed('LEAD-21', { findings: places }),
    })
    expect(idsOf(record)).toEqual(['LEAD-21', 'GEN-03'])
  })

  test('has its places in order of how often it was seen, cut where there are many', () => {
    const findings = ['A', 'B', 'C', 'D'].map((where, index) =>
      sampleFinding('LEAD-21', { where, count: index + 1 }),
    )
    const [cause] = causesOf(changed({ 'LEAD-21': failed('LEAD-21', { findings }) }))
    expect(cause && placesOf(cause)).toBe('D, C and 2 more')
    expect(cause && receivedOf(cause)).toBe('200 with existing: false and a new lead Zt81Qa0, 10 times')
  })

  test('is counted in one line', () => {
    const [three, stale] = [threeFindings(), staleExcuses()]
    expect(headlineOf(three)).toBe('2 root causes')
    expect(headlineOf(stale)).toBe(
      '1 known failure passed unexpectedly, and the date of 1 known failure has passed',
    )
  })
})

test('what was received is what was received most often', () => {
  const findings = ['status 500', 'status 200', 'status 200'].map((received, index) =>
    sampleFinding('LEAD-21', { received, where: `GET /${index}`, count: 2 }),
  )
  const [cause] = causesOf(changed({ 'LEAD-21': failed('LEAD-21', { findings }) }))
  expect(cause && receivedOf(cause)).toBe('status 200, 4 times')
})

test('what was received is what was served wrongly, where others were refused in another way', () => {
  const findings = [404, 404, 200].map((status, index) =>
    sampleFinding('LEAD-21', {
      status,
      expected: 'status 401',
      accepted: [401],
      received: `status ${status}`,
      where: `GET /${index}`,
    }),
  )
  const [cause] = causesOf(changed({ 'LEAD-21': failed('LEAD-21', { findings }) }))
  expect(cause && receivedOf(cause)).toBe('status 200 instead of 401')
})

describe('the digest of many violations', () => {
  test('names causes with the same wrong status together', () => {
    const many = manyFindings()
    const record: RunRecord = {
      ...many,
      requirements: many.requirements.map((row) => ({
        ...row,
        findings: row.findings.map((one) => ({ ...one, status: 422, accepted: [400] })),
      })),
    }
    expect(digestOf(record, causesOf(record))[0]).toMatch(
      /^12 of the 12: status 422 in place of status 400, first [A-Z]+-\d+$/,
    )
  })

  test('is empty where a reader sees all at a glance', () => {
    expect(digestOf(threeFindings(), causesOf(threeFindings()))).toEqual([])
  })

  test('says where to start, and what broke altogether', () => {
    const record: RunRecord = {
      ...manyFindings(),
      serverErrors: [{ status: 500, count: 146, first: 'GET /leads/{id}', exchange: 1 }],
    }
    const [first, ...others] = digestOf(record, causesOf(record))
    expect(first).toMatch(/^\d+ of the 12 are rules for every endpoint/)
    expect(others).toEqual([
      expect.stringMatching(/^start with [A-Z]+-\d+, seen in \d+ places/),
      '146 answers with 500, first: GET /leads/{id}',
    ])
  })

  test('names what could not be judged for an error', () => {
    const record = changed({ 'ME-01': { verdict: 'error', reason: 'closes the connection' } })
    expect(digestOf(record, [])).toEqual(['1 error: closes the connection'])
  })
})

describe('how much was exercised', () => {
  test('leaves out open points and what the operator left out', () => {
    const all = exercisedOf(cleanRun())
    const fewer = exercisedOf(changed({ 'LEAD-21': { verdict: 'disabled', reason: 'not selected' } }))
    expect(all).toMatchObject({ exercised: 35, applicable: 39 })
    expect(fewer).toMatchObject({ exercised: 34, applicable: 38 })
  })

  test('gives what is missing by its reason, the largest group first', () => {
    expect(exercisedOf(cleanRun()).missing.map(({ ids }) => ids.length)).toEqual([2, 1, 1])
  })
})

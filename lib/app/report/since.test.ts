import { describe, expect, test } from 'vitest'
import type { CaseResult, RunRecord } from './record.ts'
import { sendersOf, sinceEarlier } from './since.ts'
import { sampleCase, sampleFinding, sampleRecord, sampleRequirement } from './testing/sample-parts.ts'

describe('what failed is asked about again by the cases that', () => {
  const shows = sampleCase('shows', { exchanges: [7], requests: 9 })
  const dearer = sampleCase('dearer', { exchanges: [7], requests: 10 })
  const writes = sampleCase('writes', { exchanges: [8] })
  const [dear, cheap] = [sampleCase('dear', { requests: 5 }), sampleCase('cheap', { requests: 0 })]
  const lacking = sampleCase('lacking', { verdict: 'inconclusive', requests: 0 })
  const all = [shows, dearer, writes, lacking, dear, cheap]
  const read = { where: 'GET /leads', exchanges: [7] }
  const write = { where: 'POST /leads', exchanges: [8] }

  test.each<[string, readonly string[], readonly CaseResult[], readonly object[], readonly string[]]>([
    ['sent it, and can show that it holds', ['lacking', 'dear', 'cheap'], all, [read], ['shows', 'cheap']],
    ['sent it, where these verify it', ['shows', 'dear'], all, [read], ['shows']],
    ['sent it, where nothing else was judged', ['lacking'], all, [read], ['shows']],
    ['sent it at each operation', ['shows'], all, [read, write, write], ['shows', 'writes']],
    ['asserted it', ['dear'], all, [{ ...read, case: 'dear' }], ['dear']],
    ['verify it, where the run itself sent it', ['dear', 'cheap'], [dear, cheap], [read], ['dear', 'cheap']],
  ])('%s', (_, own, cases, found, expected) => {
    const findings = found.map((one) => sampleFinding('A-01', one))
    const row = sampleRequirement(['A-01', 4, '*', 'must', 'r'], { verdict: 'failed', findings, cases: own })
    expect(sendersOf({ cases }, row)).toEqual(expected)
  })
})

describe('changes', () => {
  const failed = sampleRequirement(['A-01', 4, '*', 'must', 'r'], {
    verdict: 'failed',
    findings: [sampleFinding('A-01', { where: 'GET /leads' })],
  })
  const run = (overrides: Partial<RunRecord> = {}): RunRecord =>
    sampleRecord({ requirements: [sampleRequirement(['A-01', 4, '*', 'must', 'r'])], ...overrides })
  const whole = run({ requirements: [failed] })
  const { settings } = whole

  test.each<[string, RunRecord, RunRecord | undefined, RunRecord['since']]>([
    [
      'are those since the last whole run',
      run(),
      whole,
      { startedAt: whole.startedAt, broke: [], fixed: ['A-01'] },
    ],
    ['are not said of a first run', run(), undefined, undefined],
    [
      'are not said of another target',
      run({ target: { baseUrl: 'https://b.test', embedded: false } }),
      whole,
      undefined,
    ],
    ['are not said of other inputs', run({ seed: 5 }), whole, undefined],
    ['are not said of another profile', run({ profile: 'smoke' }), whole, undefined],
    ['are not said of a run that was cut short', run({ cutShort: true }), whole, undefined],
    [
      'are not said of a part',
      run({ settings: { ...settings, selection: { only: ['A-01'] } } }),
      whole,
      undefined,
    ],
    ['are not said beside traffic of clients', run(), { ...whole, clients: [] }, undefined],
  ])('%s', (_, later, earlier, expected) => {
    expect(sinceEarlier(earlier, later)).toEqual(expected)
  })

  test('of what failed name all that failed, whatever the target is called', () => {
    const again = { settings: { ...settings, selection: { lastFailed: true as const } } }
    const target = { baseUrl: 'https://b.test', embedded: false }
    const expected = { startedAt: whole.startedAt, broke: [], failed: ['A-01'] }
    expect(sinceEarlier(whole, run({ ...again, target }))).toEqual({ ...expected, fixed: ['A-01'] })
    expect(sinceEarlier(whole, run({ ...again, requirements: [failed] }))).toEqual({ ...expected, fixed: [] })
  })
})

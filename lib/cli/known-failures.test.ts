import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { RequirementResult } from '../app/report/record.ts'
import { sampleFinding, sampleRecord, sampleRequirement } from '../app/report/testing/sample-parts.ts'
import { call } from './testing/call.ts'

function row(id: string, overrides: Partial<RequirementResult> = {}): RequirementResult {
  return sampleRequirement([id, 4, '*', 'must', `requirement ${id}`], overrides)
}

const finding = sampleFinding('LEAD-01', {
  where: 'GET /leads',
  pointer: '/data/0/email',
  expected: 'x',
  received: 'y\nz',
})

/** LEAD-01 fails at two operations, LEAD-02 at one; AUTH-01 passes, RATE-01 is not judged. */
const record = sampleRecord({
  requirements: [
    row('LEAD-01', { verdict: 'failed', findings: [finding, { ...finding, where: 'POST /leads' }] }),
    row('LEAD-02', {
      verdict: 'failed',
      findings: [sampleFinding('LEAD-02', { where: 'GET /me' })],
    }),
    row('AUTH-01'),
    row('RATE-01', { verdict: 'inconclusive', reason: 'no key' }),
  ],
  startedAt: '2026-11-20T10:00:00Z',
})

const FILE = 'known-failures.json'
const OURS = { id: 'LEAD-01', where: 'POST /leads', reason: 'our own words', link: 'https://tracker.test/7' }
const NARROW = { id: 'LEAD-01', where: 'GET /leads', pointer: '/data/*/email', reason: 'this field alone' }
const UNJUDGED = { id: 'RATE-01', reason: 'not judged' }
const PASSED = { id: 'AUTH-01', reason: 'fixed' }

async function said(
  argv: readonly string[],
  present?: unknown,
  run: object = record,
): Promise<{ code: number; said: string; written: unknown }> {
  const files: Record<string, string> = { 'reports/run.json': JSON.stringify(run) }
  if (present !== undefined) files[FILE] = JSON.stringify(present)
  const { code, out, err, folder } = await call(['known-failures', ...argv], { files })
  const text = await readFile(join(folder, FILE), 'utf8')
  return { code, said: out.replaceAll(folder, 'FOLDER') + err, written: JSON.parse(text) }
}

describe('known-failures --update', () => {
  const atList = {
    id: 'LEAD-01',
    where: 'GET /leads',
    reason: 'Failing since 2026-11-20 or earlier. GET /leads: expected x; received y z',
  }
  const atWrite = { id: 'LEAD-01', where: 'POST /leads' }
  const atMe = { id: 'LEAD-02', where: 'GET /me' }

  test.each([
    ['writes a first file', undefined, [atList, atWrite, atMe], 'added LEAD-01 at POST /leads: replace its'],
    ['keeps what is listed', [OURS], [OURS, atList, atMe], 'added LEAD-01 at GET /leads: replace its'],
    ['knows a narrower entry', [NARROW, OURS], [NARROW, OURS, atMe], 'added LEAD-02 at GET /me: replace its'],
    [
      'drops what passed',
      [UNJUDGED, PASSED],
      [UNJUDGED, atList, atWrite, atMe],
      'removed AUTH-01: it passed',
    ],
  ])('%s', async (_, present, entries, says) => {
    const { code, said: text, written } = await said(['--update'], present)
    expect([code, written]).toMatchObject([0, entries])
    expect(text).toContain(`${entries.length} entries\n`)
    expect(text).toContain(`\n${says}`)
  })

  test.each([
    [
      'a file that is wrong',
      [{}],
      record,
      'known-failures file FOLDER/known-failures.json, entry 1: has no id',
    ],
    [
      'a run that judged nothing',
      [OURS],
      { ...record, exitCode: 2, verdict: 'error' },
      'the run of the record judged nothing: known failures stay as they are',
    ],
  ])('changes nothing for %s', async (_, present, run, says) => {
    const { code, said: text, written } = await said(['--update', 'reports/run.json'], present, run)
    expect([code, text, written]).toEqual([2, `error: ${says}\n`, present])
  })
})

test.each([
  [{ until: '2999-12-31' }, 0, '2999-12-31  r\n'],
  [{ until: '2020-01-31' }, 1, '2020-01-31  r\nThe date has passed: LEAD-01. Fix it, or set another date.\n'],
  [{ link: 'https://tracker.test/7' }, 0, '-      r https://tracker.test/7\n'],
])(
  'known-failures prints the entries, and fails where a date has passed: %j',
  async (more, exitCode, says) => {
    const { code, said: text } = await said([], [{ id: 'LEAD-01', reason: 'r', ...more }])
    expect(code).toBe(exitCode)
    expect(text).toMatch(/^id +where +until +reason\nLEAD-01 +anywhere /)
    expect(text.endsWith(says)).toBe(true)
  },
)

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Finding } from '../../judge/finding.ts'
import type { RequirementResult } from '../../report/record.ts'
import { sampleFinding, sampleRecord, sampleRequirement } from '../../report/testing/sample-parts.ts'
import { call } from '../testing/call.ts'
import { updateKnownFailures } from './known-failures.ts'

function row(id: string, overrides: Partial<RequirementResult> = {}): RequirementResult {
  return sampleRequirement([id, 4, '*', 'must', `requirement ${id}`], overrides)
}

const record = sampleRecord({
  requirements: [
    row('LEAD-01', {
      verdict: 'failed',
      findings: [sampleFinding('LEAD-01', { where: 'GET /leads', expected: 'x', received: 'y\nz' })],
    }),
    row('LEAD-02', { verdict: 'failed', findings: [sampleFinding('LEAD-02')] }),
    row('AUTH-01'),
    row('RATE-01', { verdict: 'inconclusive', reason: 'no key' }),
  ],
  startedAt: '2026-11-20T10:00:00Z',
})
const OWN = { id: 'LEAD-02', reason: 'our own words', link: 'https://tracker.test/7' }

async function said(
  argv: readonly string[],
  files: Readonly<Record<string, string>>,
): Promise<{ code: number; out: string; err: string; written: () => Promise<unknown> }> {
  const { code, out, err, folder } = await call(['known-failures', ...argv], { files })
  const written = async (): Promise<unknown> =>
    JSON.parse(await readFile(join(folder, 'known-failures.json'), 'utf8'))
  return { code, out: out.replaceAll(folder, 'FOLDER'), err, written }
}

describe('known failures of a record', () => {
  test('keep what still fails, add what is new, drop what passed, keep what was not judged', () => {
    const present = [
      { id: 'RATE-01', reason: 'not judged' },
      OWN,
      { id: 'AUTH-01', reason: 'mended' },
      { id: 'OTHER-01', reason: 'of another selection' },
    ]
    expect(updateKnownFailures(record, present)).toEqual({
      entries: [
        {
          id: 'LEAD-01',
          where: 'GET /leads',
          reason: 'Failing since 2026-11-20 or earlier. GET /leads: expected x; received y z',
        },
        OWN,
        { id: 'RATE-01', reason: 'not judged' },
        { id: 'OTHER-01', reason: 'of another selection' },
      ],
      added: ['LEAD-01 at GET /leads'],
      removed: ['AUTH-01'],
    })
  })
  test('name each place of their own, and what follows from another violation', () => {
    const at = (where: string, pointer?: string): Finding =>
      sampleFinding('LEAD-01', { where, ...(pointer === undefined ? {} : { pointer }) })
    const findings = [
      at('GET /leads', '/data/0/email'),
      at('GET /leads', '/data/7/email'),
      at('POST /leads', '/data/email'),
    ]
    const follows = { ...at('GET /me'), requirement: 'LEAD-02', consequenceOf: ['LEAD-01'] }
    const requirements = [
      row('LEAD-01', { verdict: 'failed', findings }),
      row('LEAD-02', { verdict: 'failed', findings: [follows], consequenceOf: ['LEAD-01'] }),
    ]
    const present = [{ id: 'LEAD-01', where: 'POST /leads', reason: 'known there' }]

    expect(updateKnownFailures({ ...record, requirements }, present).entries).toMatchObject([
      { id: 'LEAD-01', where: 'POST /leads', reason: 'known there' },
      { id: 'LEAD-01', where: 'GET /leads', pointer: '/data/*/email' },
      { id: 'LEAD-02', where: 'GET /me', reason: expect.stringContaining('probably because of LEAD-01') },
    ])
  })

  test('name no place of a body where there are too many', () => {
    const findings = Array.from({ length: 9 }, (_, index) =>
      sampleFinding('LEAD-01', { where: 'GET /leads', pointer: `/data/0/field${index}` }),
    )
    const requirements = [row('LEAD-01', { verdict: 'failed', findings })]

    expect(updateKnownFailures({ ...record, requirements }).added).toEqual(['LEAD-01 at GET /leads'])
  })
})

describe('the command', () => {
  const runFile = { 'run.json': JSON.stringify(record) }

  test('writes the file from a record', async () => {
    const { code, out, written } = await said(['--update', 'run.json'], {
      ...runFile,
      'known-failures.json': JSON.stringify([OWN]),
    })
    expect(code).toBe(0)
    expect(out).toBe(
      'FOLDER/known-failures.json: 2 entries, added LEAD-01 at GET /leads, none removed\nReplace the reasons of added entries by your own, with a link.\n',
    )
    expect(await written()).toMatchObject([{ id: 'LEAD-01' }, OWN])
  })
  test('writes a first file where there is none, from the record of the reports folder', async () => {
    const { out, written } = await said(['--update', '--reports', '.'], runFile)
    expect(out).toContain('2 entries, added LEAD-01 at GET /leads, LEAD-02 at POST /leads')
    expect(await written()).toMatchObject([{ id: 'LEAD-01' }, { id: 'LEAD-02' }])
  })

  test.each<[string, Record<string, string>, string]>([
    [
      'a file that is wrong',
      { ...runFile, 'known-failures.json': '[{}]' },
      'known-failures file FOLDER/known-failures.json, entry 1: has no id',
    ],
    [
      'a run that judged nothing',
      { 'run.json': JSON.stringify({ ...record, exitCode: 2, verdict: 'error' }) },
      'run.json is of a run that judged nothing; known failures stay as they are',
    ],
  ])('changes nothing for %s', async (_, files, says) => {
    const { code, err } = await said(['--update', 'run.json'], files)
    expect([code, err]).toEqual([2, `error: ${says}\n`])
  })

  test.each([
    [{ until: '2999-12-31' }, 0, '2999-12-31  r\n'],
    [
      { until: '2020-01-31' },
      1,
      '2020-01-31  r\nThe date of LEAD-01 has passed: fix it, or set another date.\n',
    ],
    [{ link: 'https://tracker.test/7' }, 0, '-      r (https://tracker.test/7)\n'],
  ])(
    'without --update prints the entries, and fails where a date has passed: %j',
    async (more, exitCode, says) => {
      const { code, out } = await said([], {
        'known-failures.json': JSON.stringify([{ id: 'LEAD-01', reason: 'r', ...more }]),
      })
      expect([code, out]).toEqual([
        exitCode,
        expect.stringMatching(/^id +where +until +reason\nLEAD-01 +anywhere /),
      ])
      expect(out.endsWith(says)).toBe(true)
    },
  )
})

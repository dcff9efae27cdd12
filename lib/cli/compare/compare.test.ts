import { describe, expect, test } from 'vitest'
import type { Observation, RequirementResult, RunRecord } from '../../app/report/record.ts'
import {
  sampleCase,
  sampleFinding,
  sampleRecord,
  sampleRequirement,
} from '../../app/report/testing/sample-parts.ts'
import { layoutFor } from '../../app/report/console/render.ts'
import { call } from '../testing/call.ts'
import { compareRecords, type Comparison, exitCodeOf } from './compare.ts'
import { renderMarkdown, renderText } from './render.ts'

const LAYOUT = layoutFor({ width: 200 })

function row(id: string, overrides: Partial<RequirementResult> = {}): RequirementResult {
  return sampleRequirement([id, 4, '*', 'must', `requirement ${id}`], overrides)
}

const passed = row('A-1')
const failed = row('A-1', {
  verdict: 'failed',
  findings: [
    sampleFinding('A-1', { where: 'GET /leads', expected: 'newest first', received: 'oldest first' }),
  ],
})
const known = { ...failed, known: { reason: 'being fixed', unexpectedPass: false } }
const inconclusive = row('A-1', { verdict: 'inconclusive', reason: 'no leads' })

const record = (rows: RequirementResult[], overrides: Partial<RunRecord> = {}): RunRecord =>
  sampleRecord({ requirements: rows, cases: [], observations: [], exchanges: [], ...overrides })

function compared(before: RequirementResult[], after: RequirementResult[]): Comparison {
  return compareRecords(record(before), record(after))
}

function seen(...texts: string[]): Observation[] {
  return texts.map((text) => ({ requirement: 'A-9', text, exchanges: [] }))
}

describe('a requirement', () => {
  test.each([
    ['passed, failed', [passed], [failed], 'newlyBroken', 1],
    ['inconclusive, failed', [inconclusive], [failed], 'newlyBroken', 1],
    ['absent, failed', [], [failed], 'newlyBroken', 1],
    ['passed, failed but known', [passed], [known], 'newlyExcused', 0],
    ['failed, passed', [failed], [passed], 'mended', 0],
    ['known, passed', [known], [passed], 'mended', 0],
    ['passed, inconclusive', [passed], [inconclusive], 'newlyInconclusive', 0],
    ['failed, absent', [failed], [], 'newlyInconclusive', 0],
    ['failed, failed', [failed], [failed], 'stillBroken', 0],
    ['known, failed', [known], [failed], 'stillBroken', 0],
    ['passed, passed', [passed], [passed], undefined, 0],
    ['inconclusive, passed', [inconclusive], [passed], undefined, 0],
  ] as const)('%s', (_, before, after, list, exitCode) => {
    const comparison = compared([...before], [...after])
    const filled = Object.entries(comparison).flatMap(([name, entries]) =>
      Array.isArray(entries) && entries.length > 0 ? [name] : [],
    )
    expect(filled).toEqual(list === undefined ? [] : [list])
    expect(exitCodeOf(comparison)).toBe(exitCode)
  })
})

test('a case that drew other inputs, or fewer, shows no fix', () => {
  const drawn = (isDrawn: true | undefined, seed: number, fuzzRuns?: number): RunRecord => {
    const settings = { ...record([]).settings, fuzzRuns }
    return record([passed], { seed, settings, cases: [sampleCase('A-1', { isDrawn })] })
  }
  const found = sampleFinding('A-1', { case: sampleCase('A-1').id })
  const before = record([{ ...failed, findings: [found] }], { seed: 1 })
  const fixed = (after: RunRecord): number => compareRecords(before, after).mended.length
  expect([drawn(true, 1), drawn(true, 2), drawn(undefined, 2)].map(fixed)).toEqual([1, 0, 1])
  expect([drawn(true, 1, 5), drawn(undefined, 1, 5)].map(fixed)).toEqual([0, 1])
})

test('a changed open point is named, and is no regression', () => {
  const then = record([], { observations: seen('answers 404') })
  const now = record([], { observations: seen('answers 400', 'answers 400') })
  const comparison = compareRecords(then, now)
  expect(comparison.openPoints).toEqual([{ id: 'A-9', before: 'answers 404', after: 'answers 400' }])
  expect(exitCodeOf(comparison)).toBe(0)
})

test('other settings are named: what was not judged may be due to them', () => {
  const settings = { ...record([]).settings, writes: false }
  const comparison = compareRecords(record([]), record([], { profile: 'smoke', settings }))
  expect(renderText(comparison, LAYOUT)).toContain(
    'Other settings: profile "standard" → "smoke", writes true → false.',
  )
})

test('a new run that judged nothing is no success', () => {
  const comparison = compareRecords(record([]), record([], { verdict: 'error', exitCode: 2 }))
  expect(exitCodeOf(comparison)).toBe(2)
})

test('nothing of a target acts on a terminal, or is markup', () => {
  const broken = (received: string): RunRecord =>
    record([{ ...failed, findings: [sampleFinding('A-1', { received })] }])
  const hostile = '\u001b[2J <img src=x> [a](http://b) @all'
  const comparison = compareRecords(record([passed]), broken(hostile))
  expect(renderText(comparison, LAYOUT)).toContain('\\u001b[2J <img')
  expect(renderText(comparison, LAYOUT)).toContain(
    '1 regression, 0 fixed, 0 still broken, 0 not judged this time\n',
  )
  const markdown = renderMarkdown(comparison)
  expect(markdown).toContain('## Conformance: 1 regression, 0 fixed')
  expect(markdown).toContain(String.raw`&lt;img src=x&gt; \[a\]\(http&#58;//b\) &#64;all`)
})

describe('the command', () => {
  const files = { 'old.json': JSON.stringify(record([passed])), 'new.json': JSON.stringify(record([failed])) }

  test.each([
    [[], 'Newly broken: 1\n  A-1 requirement A-1\n    passed → failed: GET /leads'],
    [['--markdown'], '## Newly broken: 1\n\n- **A-1** requirement A\\-1 · passed → failed'],
    [['--json'], '"before": "passed"'],
  ])('exits with 1 on a regression, and prints it: %j', async (argv, says) => {
    const { code, out, err } = await call(['compare', 'old.json', 'new.json', ...argv], { files })
    expect([code, err, out]).toEqual([1, '', expect.stringContaining(says)])
  })
  test.each([
    ['a file that is not JSON', { 'old.json': 'secret' }, 'error: old.json is not JSON\n'],
    [
      'a record beside that of a later run, which judged nothing',
      { 'unjudged.json': '{}' },
      'error: new.json is not of the last run, which judged nothing: see unjudged.json beside it\n',
    ],
    [
      'JSON that is no record',
      { 'old.json': '{"schemaVersion":1}' },
      "error: old.json is not the run.json of a run: / must have required property 'tool'\n",
    ],
  ])('refuses %s', async (_, given, expected) => {
    const { code, out, err } = await call(['compare', 'old.json', 'new.json'], {
      files: { ...files, ...given },
    })
    expect([code, out, err]).toEqual([2, '', expected])
  })
})

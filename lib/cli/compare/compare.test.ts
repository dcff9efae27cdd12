import { describe, expect, test } from 'vitest'
import type { Observation, RequirementResult, RunRecord } from '../../app/report/record.ts'
import { sampleFinding, sampleRecord, sampleRequirement } from '../../app/report/testing/sample-parts.ts'
import { layoutFor } from '../../app/report/console/render.ts'
import { call } from '../testing/call.ts'
import { compareRecords, type RecordComparison, exitCodeOf } from './compare.ts'
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

function compared(before: RequirementResult[], after: RequirementResult[]): RecordComparison {
  return compareRecords(record(before), record(after))
}

function seen(...texts: string[]): Observation[] {
  return texts.map((text) => ({ requirement: 'A-9', text, exchanges: [] }))
}

describe('a requirement', () => {
  test.each([
    ['passed, failed', [passed], [failed], 'broke', 1],
    ['inconclusive, failed', [inconclusive], [failed], 'notJudgedThen', 0],
    ['absent, failed', [], [failed], 'notJudgedThen', 0],
    ['passed, failed but known', [passed], [known], 'excused', 0],
    ['failed, passed', [failed], [passed], 'fixed', 0],
    ['known, passed', [known], [passed], 'fixed', 0],
    ['passed, inconclusive', [passed], [inconclusive], 'notJudgedNow', 0],
    ['failed, absent', [failed], [], 'notJudgedNow', 0],
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

test('a changed open point is named, and is no regression', () => {
  const then = record([], { observations: seen('answers 404') })
  const now = record([], { observations: seen('answers 400', 'answers 400') })
  const comparison = compareRecords(then, now)
  expect(comparison.openPoints).toEqual([{ id: 'A-9', before: 'answers 404', after: 'answers 400' }])
  expect(exitCodeOf(comparison)).toBe(0)
})

test('other settings are named: a difference may be due to them', () => {
  const settings = { ...record([]).settings, writes: false }
  const comparison = compareRecords(record([]), record([], { profile: 'smoke', settings }))
  expect(renderText(comparison, LAYOUT)).toContain(
    'Other settings: profile "standard" → "smoke", writes true → false.',
  )
})

test.each<[string, Partial<RunRecord>, number]>([
  ['judged nothing', { verdict: 'error', exitCode: 2 }, 2],
  ['was cut short', { verdict: 'incomplete', exitCode: 3, cutShort: true }, 3],
])('a new run that %s is no success', (_, after, expected) => {
  expect(exitCodeOf(compareRecords(record([]), record([], after)))).toBe(expected)
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
    [[], 'Broke: 1\n  A-1 requirement A-1\n    passed → failed: GET /leads'],
    [['--markdown'], '## Broke: 1\n\n- **A-1** requirement A\\-1 · passed → failed'],
    [['--json'], '"before": "passed"'],
  ])('exits with 1 on a regression, and prints it: %j', async (argv, says) => {
    const { code, out, err } = await call(['compare', 'old.json', 'new.json', ...argv], { files })
    expect([code, err, out]).toEqual([1, '', expect.stringContaining(says)])
  })
  test.each([
    ['a file that is not JSON', { 'old.json': 'secret' }, 'error: old.json is not JSON\n'],
    [
      'a record beside that of a later run, which was cut short',
      { 'partial/run.json': JSON.stringify(record([])) },
      'error: new.json is not of the last run, which did not judge everything: see partial/run.json beside it\n',
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

import { type Details, parse, type TestCase, type TestSuite, type TestSuites } from 'junit2json'
import { describe, expect, test } from 'vitest'
import type { RequirementResult, RunRecord } from '../record.ts'
import { dayOf, outcomeOf, totalsOf } from '../outcome.ts'
import { endpointSlug } from './test-case.ts'
import { sampleFinding } from '../testing/sample-parts.ts'
import {
  changed,
  cleanRun,
  erroredRun,
  hostileRun,
  manyFindings,
  SAMPLES,
  threeFindings,
  unreachableRun,
} from '../testing/sample-records.ts'
import { shown } from '../../../engine/util/text.ts'
import { renderJUnit } from './render.ts'
import { MAX_VALUE_BYTES } from './xml.ts'
import { viewOf } from '../view/view.ts'

/** The file as a tree, read by a parser that throws if the file is not well-formed. */
const treeOf = async (source: string): Promise<TestSuites> => (await parse(source)) as TestSuites

const casesIn = (suites: readonly TestSuite[] = []): TestCase[] =>
  suites.flatMap(({ testcase = [] }) => testcase)

async function ending(record: RunRecord, id: string): Promise<Details | undefined> {
  const { testsuite } = await treeOf(renderJUnit(viewOf(record)))
  const one = casesIn(testsuite).find(({ name }) => name?.startsWith(`${id} `))
  return one?.failure?.[0] ?? one?.error?.[0] ?? one?.skipped?.[0]
}

/** How a reader understands each outcome; all others, and open points, are skipped. */
const READ_AS: Readonly<Record<string, string>> = {
  passed: 'passed',
  failed: 'red',
  error: 'red',
  'unexpected-pass': 'red',
}

const readAs = ({ strength }: RequirementResult, outcome: string): string =>
  strength === 'open' ? 'skipped' : (READ_AS[outcome] ?? 'skipped')

describe.each(Object.entries(SAMPLES))('junit.xml of the sample %s', (_name, build) => {
  const record = build()
  const source = renderJUnit(viewOf(record))
  const outcomes = record.requirements.map((row) => outcomeOf(row, dayOf(record)))
  const open = record.requirements.filter(({ strength }) => strength === 'open')

  test('is read by a parser as what we say', async () => {
    const wanted = record.requirements.map(
      (row, index) =>
        `${readAs(row, outcomes[index]!)} conformance.part${row.part}.${endpointSlug(row.endpoint)} ${shown(`${row.id} ${row.text}`)}`,
    )
    const read = casesIn((await treeOf(source)).testsuite).map(
      ({ name, classname, failure, error, skipped }) => {
        const other = skipped === undefined ? 'passed' : 'skipped'
        return `${(failure ?? error) === undefined ? other : 'red'} ${classname} ${name}`
      },
    )
    expect(read).toEqual(wanted.length === 0 ? ['red conformance.run the run judges its target'] : wanted)
  })

  test('has the totals of the record, and the time of the run', async () => {
    const { tests, failures, by } = totalsOf(outcomes)
    const added = tests === 0 ? 1 : 0
    const errors = by.error + added
    const { testsuite = [], ...root } = await treeOf(source)
    const sum = (name: 'tests' | 'failures' | 'errors' | 'skipped'): number =>
      testsuite.reduce((total, suite) => total + (suite[name] ?? Number.NaN), 0)
    expect([sum('tests'), sum('failures'), sum('errors'), sum('skipped')]).toEqual([
      tests + added,
      failures,
      errors,
      tests - failures - by.error - by.passed + open.filter(({ verdict }) => verdict === 'passed').length,
    ])
    expect(root).toMatchObject({ failures, errors, time: record.durationMs / 1000 })
  })
})

test('has only what the schema of Jenkins allows: no properties, file or line on a test case', () => {
  const used = new Set<string>()
  for (const build of Object.values(SAMPLES)) {
    const markup = renderJUnit(viewOf(build())).replaceAll(/<!\[CDATA\[.*?\]\]>/gs, '')
    for (const [, element, attributes = ''] of markup.matchAll(/<([\w-]+)((?: [\w-]+="[^"]*")*)\/?>/g))
      used.add(`${element}: ${[...attributes.matchAll(/ ([\w-]+)=/g)].map(([, name]) => name).join(' ')}`)
  }
  expect([...used].toSorted()).toEqual([
    'error: message type',
    'failure: message type',
    'properties: ',
    'property: name value',
    'skipped: message',
    'system-out: ',
    'testcase: name classname time',
    'testsuite: name tests failures errors skipped time timestamp',
    'testsuites: name failures errors time',
  ])
})

test('a failure answers what, where, expected, and received', async () => {
  const { message, inner = '' } = (await ending(threeFindings(), 'LEAD-21')) ?? {}
  expect(message).toBe(
    'POST /v1/leads {"chatbot_id":"b7Qe2"} → 200: /data/id: expected 200 with existing: true and the lead Uk4xqL9, received 200 with existing: false and a new lead Zt81Qa0 (and 1 more)',
  )
  expect(inner).toMatch(/^suites\/leads\.ts:\d+\nrequired: LEAD-21 \(must, part 4, POST \/leads\) returns/)
  for (const label of [
    'expected: ',
    'received: ',
    'curl:     curl',
    'answer:   {"data":',
    'explain:  npx chat-agent-conformance explain LEAD-21',
  ])
    expect(inner).toContain(label)
})

test('what another requirement shows says so, in the message and the text', async () => {
  const record = threeFindings()
  const [same] = record.requirements.find(({ id }) => id === 'LEAD-21')?.findings ?? []
  const findings = [{ ...same!, requirement: 'LEAD-20' }]
  const { message, inner } =
    (await ending(changed(record, { 'LEAD-20': { verdict: 'failed', findings } }), 'LEAD-20')) ?? {}
  expect(message).toMatch(/^the same as LEAD-21: POST /)
  expect(inner).toContain('same as:  LEAD-21')
})

const known = { reason: 'renamed soon', until: '2026-11-20', unexpectedPass: false }

test.each<[string, Partial<RequirementResult>, RegExp]>([
  ['a known failure is skipped', { known }, /^is a known failure until 2026-11-20: renamed soon$/],
  [
    'one after its last day is red',
    { known: { ...known, until: '2026-11-19' } },
    /^GET \/v1\/chatbots → 200: expected/,
  ],
  [
    'one that passes is red',
    { verdict: 'passed', known: { ...known, places: ['GET /me'], unexpectedPass: true } },
    /^passes now at GET \/me: remove it from the known failures;/,
  ],
  ['an inconclusive one is skipped', { verdict: 'inconclusive', reason: 'why' }, /^inconclusive: why$/],
])('%s, with the reason', async (_, members, message) => {
  const record = changed(threeFindings(), { 'ERR-02': { known: undefined, ...members } })
  expect((await ending(record, 'ERR-02'))?.message).toMatch(message)
})

test('hostile text is escaped, and no value is longer than its cap', async () => {
  const lead = await ending(hostileRun(), 'LEAD-21')
  expect(lead?.message).toContain(String.raw`\u0000\u001b[31m<script>alert("1")</script>&]]>\ud800`)
  for (const filler of ['&', 'é', 'a']) {
    const findings = [sampleFinding('LEAD-21', { received: filler.repeat(300_000) })]
    const source = renderJUnit(viewOf(changed(threeFindings(), { 'LEAD-21': { findings } })))
    expect((await treeOf(source)).testsuite).toHaveLength(9)
    for (const value of source.split(/[<>"]/))
      expect(Buffer.byteLength(value)).toBeLessThanOrEqual(MAX_VALUE_BYTES)
  }
  // Cautious readers limit the number of entity references.
  expect(renderJUnit(viewOf(manyFindings())).match(/&#?\w+;/g)?.length ?? 0).toBeLessThan(5000)
})

test('a run that ended with an error is red, also where all its rows are inconclusive', async () => {
  const record = erroredRun()
  const inconclusive = { verdict: 'inconclusive', reason: 'no answer' } as const
  const requirements = record.requirements.map((row) => ({ ...row, ...inconclusive }))
  expect((await treeOf(renderJUnit(viewOf({ ...record, requirements })))).errors).toBe(1)
  expect(renderJUnit(viewOf(unreachableRun()))).toContain(
    'connection refused at https://staging.example.test/v1',
  )
})

test('an open point says what was observed, and a reason stands in its element, too', async () => {
  const record = threeFindings()
  expect(await ending(record, 'LEAD-23')).toMatchObject({
    message: expect.stringMatching(/^open point, observed: /),
    inner: expect.stringMatching(/^open point, observed: /),
  })
})

test('cases that ran side by side take no longer than the run', async () => {
  const run = cleanRun()
  const { testsuite = [] } = await treeOf(renderJUnit(viewOf({ ...run, durationMs: 40 })))
  const sum = testsuite.reduce((total, { time = 0 }) => total + time, 0)
  expect(run.cases.reduce((total, { durationMs }) => total + durationMs, 0)).toBeGreaterThan(40)
  expect(sum).toBeLessThanOrEqual(0.04)
})

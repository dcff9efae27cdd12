import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import type { RequirementResult, RunRecord } from '../record.ts'
import { dayOf, outcomeOf, totalsOf } from '../outcome.ts'
import { endpointSlug } from '../wording.ts'
import { READERS } from '../testing/junit-readers.ts'
import { sampleFinding } from '../testing/sample-parts.ts'
import {
  cleanRun,
  erroredRun,
  hostileRun,
  manyFindings,
  SAMPLES,
  threeFindings,
  unreachableRun,
} from '../testing/sample-records.ts'
import { renderJUnit } from './render.ts'
import { MAX_VALUE_BYTES } from './xml.ts'

/** An element: its attributes have a name that begins with @, its children are lists. */
interface Element {
  readonly [name: string]: string | readonly Element[]
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseAttributeValue: false,
  parseTagValue: false,
  htmlEntities: true,
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
  alwaysCreateTextNode: true,
})

function parse(record: RunRecord): Element {
  const source = renderJUnit(record)
  expect(XMLValidator.validate(source)).toBe(true)
  // oxlint-disable-next-line no-control-regex -- what XML 1.0 forbids
  expect(source).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/)
  const { testsuites } = parser.parse(source) as { readonly testsuites: readonly Element[] }
  return testsuites[0]!
}

const children = (element: Element | undefined, name: string): readonly Element[] => {
  const found = element?.[name]
  return Array.isArray(found) ? found : []
}
/** An attribute (`@name`) or the text (`#text`) of an element. */
const textOf = (element: Element | undefined, name: string): string => {
  const value = element?.[name]
  return typeof value === 'string' ? value : ''
}
const suitesOf = (root: Element): readonly Element[] => children(root, 'testsuite')
const casesOf = (root: Element): readonly Element[] =>
  suitesOf(root).flatMap((one) => children(one, 'testcase'))

/** The first child of a test case that says how it ended. */
function ending(record: RunRecord, id: string): Element | undefined {
  const one = casesOf(parse(record)).find((element) => textOf(element, '@name').startsWith(`${id} `))
  return ['failure', 'error', 'skipped', 'flakyFailure'].flatMap((name) => children(one, name))[0]
}

function change(record: RunRecord, id: string, members: Partial<RequirementResult>): RunRecord {
  return {
    ...record,
    requirements: record.requirements.map((row) => (row.id === id ? { ...row, ...members } : row)),
  }
}

const outcomes = (record: RunRecord): ReturnType<typeof outcomeOf>[] =>
  record.requirements.map((row) => outcomeOf(row, dayOf(record)))

describe.each(Object.entries(SAMPLES))('junit.xml of the sample %s', (_name, build) => {
  const record = build()
  const root = parse(record)

  test('has the totals of the record, and those of its own elements', () => {
    const { tests, failures, errors, skipped } = totalsOf(outcomes(record))
    const added = tests === 0 ? 1 : 0
    const wanted = { tests: tests + added, failures, errors: errors + added, skipped }
    const counted = (name: string): number =>
      casesOf(root).reduce((sum, one) => sum + children(one, name).length, 0)
    const summed = (name: string): number =>
      suitesOf(root).reduce((sum, suite) => sum + Number(textOf(suite, `@${name}`)), 0)

    expect({
      tests: casesOf(root).length,
      failures: counted('failure'),
      errors: counted('error'),
      skipped: counted('skipped'),
    }).toEqual(wanted)
    expect({
      tests: summed('tests'),
      failures: summed('failures'),
      errors: summed('errors'),
      skipped: summed('skipped'),
    }).toEqual(wanted)
    expect(root).toMatchObject({ '@failures': String(failures), '@errors': String(wanted.errors) })
    expect(root['@time']).toBe((record.durationMs / 1000).toFixed(3))
  })

  test.each(Object.keys(READERS))('is read by %s as what it says', async (reader) => {
    const cases = await READERS[reader]?.(renderJUnit(record))
    const wanted = casesOf(root).map((one) => {
      const other = 'skipped' in one ? 'skipped' : 'passed'
      return { name: one['@name'], outcome: 'failure' in one || 'error' in one ? 'red' : other }
    })
    expect(cases?.map(({ name, outcome }) => ({ name, outcome }))).toEqual(wanted)
  })

  test('has each test case once, under the class of its part and operation', () => {
    const names = casesOf(root).map(
      (one) => `${textOf(one, '@classname')}/${textOf(one, '@name').split(' ')[0]}`,
    )
    const wanted = record.requirements.map(
      ({ id, part, endpoint }) => `conformance.part${part}.${endpointSlug(endpoint)}/${id}`,
    )
    expect(names).toEqual(wanted.length === 0 ? ['conformance.run/the'] : wanted)
  })
})

test('has only what the schema of Jenkins allows: no properties, file or line on a test case', () => {
  const used = new Set<string>()
  const collect = (name: string, element: Element): void => {
    for (const [key, value] of Object.entries(element)) {
      if (key === '#text') continue
      used.add(key.startsWith('@') ? name + key : `${name}/${key}`)
      if (Array.isArray(value)) for (const child of value as readonly Element[]) collect(key, child)
    }
  }
  for (const build of Object.values(SAMPLES)) collect('testsuites', parse(build()))
  expect([...used].toSorted()).toEqual(
    [
      'testsuites@name testsuites@time testsuites@failures testsuites@errors testsuites/testsuite',
      'testsuite@name testsuite@tests testsuite@failures testsuite@errors testsuite@skipped testsuite@time',
      'testsuite@timestamp testsuite/properties testsuite/testcase',
      'properties/property property@name property@value',
      'testcase@name testcase@classname testcase@time testcase/system-out',
      'testcase/failure testcase/error testcase/skipped testcase/flakyFailure flakyFailure/stackTrace',
      'failure@message failure@type error@message error@type skipped@message',
      'flakyFailure@message flakyFailure@type',
    ]
      .flatMap((line) => line.split(' '))
      .toSorted(),
  )
})

test('a failure answers what, where, expected, received, and how to see it again', () => {
  const failure = ending(threeFindings(), 'LEAD-21')
  expect(failure?.['@message']).toBe(
    'POST /leads: expected 200 with existing: true and the lead Uk4xqL9, received 200 with existing: false and a new lead Zt81Qa0 (and 1 more)',
  )
  const text = textOf(failure, '#text')
  expect(text).toMatch(/^suites\/leads\.ts:\d+\nrequired: LEAD-21 \(must, part 4, POST \/leads\) returns/)
  for (const label of [
    'expected: ',
    'received: ',
    'curl:     curl',
    'explain:  npx chat-agent-conformance explain LEAD-21',
    'replay:   npx chat-agent-conformance run',
  ])
    expect(text).toContain(label)
})

const known = { reason: 'renamed soon', until: '2026-11-20', unexpectedPass: false }

test.each<[string, Partial<RequirementResult>, RegExp]>([
  ['a known failure is skipped', { known }, /^is a known failure until 2026-11-20: renamed soon$/],
  ['one after its last day is red', { known: { ...known, until: '2026-11-19' } }, /^GET \/leads: expected/],
  [
    'one that holds is red',
    { verdict: 'passed', findings: [], known: { ...known, unexpectedPass: true } },
    /^holds now/,
  ],
  ['an inconclusive one is skipped', { verdict: 'inconclusive', reason: 'why' }, /^inconclusive: why$/],
])('%s, with the reason', (_, members, message) => {
  expect(
    ending(change(threeFindings(), 'ERR-02', { known: undefined, ...members }), 'ERR-02')?.['@message'],
  ).toMatch(message)
})

test('a pass at the second try has a flakyFailure', () => {
  expect(ending(threeFindings(), 'ME-01')?.['@type']).toBe('flaky')
})

test('hostile text is escaped, and no value is longer than its cap', () => {
  const lead = ending(hostileRun(), 'LEAD-21')
  expect(lead?.['@message']).toContain(String.raw`\u0000\u001b[31m<script>alert("1")</script>&]]>\ud800`)
  for (const filler of ['&', 'é', 'a']) {
    const findings = [sampleFinding('LEAD-21', { received: filler.repeat(300_000) })]
    const source = renderJUnit(change(threeFindings(), 'LEAD-21', { findings }))
    expect(XMLValidator.validate(source)).toBe(true)
    for (const value of source.split(/[<>"]/))
      expect(Buffer.byteLength(value)).toBeLessThanOrEqual(MAX_VALUE_BYTES)
  }
  // Guarded readers limit the number of entity references.
  expect(renderJUnit(manyFindings()).match(/&#?\w+;/g)?.length ?? 0).toBeLessThan(5000)
})

test('a run that judged nothing is one test case with an error', () => {
  const [only] = casesOf(parse(unreachableRun()))
  expect(children(only, 'error')[0]?.['@message']).toBe(
    'connection refused at https://staging.example.test/v1',
  )
})

test('a run that ended with an error is red, also where all its rows are inconclusive', () => {
  const record = erroredRun()
  const inconclusive = { verdict: 'inconclusive', reason: 'no answer' } as const
  const requirements = record.requirements.map((row) => ({ ...row, ...inconclusive }))
  expect(parse({ ...record, requirements })['@errors']).toBe('1')
  expect(parse(cleanRun())['@errors']).toBe('0')
})

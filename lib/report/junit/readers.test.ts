import { describe, expect, test } from 'vitest'
import type { RunRecord } from '../record.ts'
import { type CaseRead, ctrf, junit2json, merger, type Reading, testBeats } from '../testing/junit-readers.ts'
import { renderJUnit } from './render.ts'
import { dayOf, outcomeOf, totalsOf } from '../outcome.ts'
import { endpointSlug } from '../wording.ts'
import { parseXml } from '../testing/parse-xml.ts'
import { schemaProblems } from '../testing/jenkins-schema.ts'
import { hostileRun, manyFindings, SAMPLES, threeFindings } from '../testing/sample-records.ts'
import { shown } from '../../util/text.ts'

const READERS = [junit2json, testBeats, ctrf, merger]
const samples = Object.entries(SAMPLES)

/** What a reader has to see, out of the record alone. A run without a verdict on anything is one red case. */
function expected(record: RunRecord): Required<Omit<Reading, 'cases'>> & { readonly cases: CaseRead[] } {
  const { tests, failures, errors, skipped } = totalsOf(record.requirements, dayOf(record))
  const added = tests === 0 ? 1 : 0
  const alone = { name: 'the run judges its target', classname: 'conformance.run', seconds: 0 }
  return {
    totals: { tests: tests + added, red: failures + errors + added, skipped },
    cases: record.requirements.length === 0 ? [{ ...alone, outcome: 'red' }] : casesOf(record),
  }
}

/** What a reader makes of each outcome; the others are skipped. */
const READ_AS: Readonly<Record<string, CaseRead['outcome']>> = {
  passed: 'passed',
  failed: 'red',
  error: 'red',
  'unexpected-pass': 'red',
  'expired-excuse': 'red',
}

function casesOf(record: RunRecord): CaseRead[] {
  return record.requirements.map((requirement) => {
    const outcome = outcomeOf(requirement, dayOf(record))
    const own = record.cases.filter((one) => one.requirements[0] === requirement.id)
    return {
      name: shown(`${requirement.id} ${requirement.text}`),
      classname: `conformance.part${requirement.part}.${endpointSlug(requirement.endpoint)}`,
      outcome: READ_AS[outcome] ?? 'skipped',
      seconds: own.reduce((sum, one) => sum + one.durationMs, 0) / 1000,
    }
  })
}

describe.each(READERS)('$name', ({ read }) => {
  test.each(samples)('counts what we count: %s', async (_name, build) => {
    const record = build()
    expect((await read(renderJUnit(record))).totals).toEqual(expected(record).totals)
  })
})

const BY_CASE = READERS.filter((reader) => reader !== merger)

describe.each(BY_CASE)('$name', ({ read }) => {
  test.each(samples)('knows each case once, by name, class, outcome and time: %s', async (_name, build) => {
    const record = build()
    const { cases } = await read(renderJUnit(record))
    const wanted = expected(record).cases
    const seen = cases.map(({ name, classname, outcome, seconds }, index) => ({
      name,
      classname: classname || wanted[index]?.classname,
      outcome,
      seconds: Number(seconds.toFixed(3)),
    }))
    expect(seen).toEqual(wanted)
  })

  test('shows what is violated, and the curl', async () => {
    const { cases } = await read(renderJUnit(threeFindings()))
    const lead = cases.find(({ name }) => name.startsWith('LEAD-21 '))
    expect(lead?.message).toMatch(/^POST \/leads: expected 200 .* received 200 .*\(and 1 more\)$/)
    expect(lead?.details).toMatch(/^suites\/leads\.ts:\d+\nrequired: LEAD-21 /)
    expect(lead?.details).toContain("'https://staging.example.test/v1/")
  })

  test('shows hostile text escaped, and sizes capped', async () => {
    const { cases } = await read(renderJUnit(hostileRun()))
    const lead = cases.find(({ name }) => name.startsWith('LEAD-21 '))
    expect(lead?.message).toContain(String.raw`\u0000\u001b[31m<script>alert("1")</script>&]]>\ud800`)
    const details = cases.map((one) => Buffer.byteLength(one.details ?? ''))
    expect(Math.max(...details)).toBeLessThanOrEqual(64 * 1024)
    expect(Math.max(...cases.map((one) => one.message?.length ?? 0))).toBeLessThanOrEqual(1000)
  })
})

describe('forms that some readers know', () => {
  test('a flaky case is a pass with one retry', async () => {
    const { cases } = await ctrf.read(renderJUnit(threeFindings()))
    const retried = cases.filter(({ retries = 0 }) => retries > 0)
    expect(retried).toMatchObject([{ outcome: 'passed', retries: 1 }])
    expect(retried[0]?.name).toMatch(/^ME-01 /)
  })

  test('a skipped case says why', async () => {
    const { cases } = await junit2json.read(renderJUnit(threeFindings()))
    const reasons = cases.filter(({ outcome }) => outcome === 'skipped').map(({ message }) => message)
    expect(reasons).toEqual([
      'inconclusive: blocked by LEAD-21',
      'inconclusive: no webhook listener; give --webhook-port, and point the target at it',
      'known failure: renamed in the next release, https://tracker.example.test/7, until 2026-12-31',
    ])
  })
})

describe('the schema of Jenkins', () => {
  test.each(samples)('allows the file: %s', (_name, build) => {
    expect(schemaProblems(parseXml(renderJUnit(build())))).toEqual([])
  })

  test('is seen to refuse', () => {
    const wrong =
      '<testsuites skipped="1"><testsuite name="a" tests="1" failures="0"><testcase name="b" file="c"><properties/></testcase></testsuite></testsuites>'
    expect(schemaProblems(parseXml(wrong))).toEqual([
      'testsuites: skipped is not allowed',
      'testsuite: has no errors',
      'testcase: file is not allowed',
      'testcase: properties is not allowed',
    ])
  })
})

test('a file with many findings has few entity references, which guarded readers limit', () => {
  for (const record of [manyFindings(), threeFindings()]) {
    expect(renderJUnit(record).match(/&#?\w+;/g)?.length ?? 0).toBeLessThan(5000)
  }
})

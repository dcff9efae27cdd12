import { describe, expect, test } from 'vitest'
import type { RunRecord } from '../record.ts'
import { renderJUnit } from './render.ts'
import { MAX_VALUE_BYTES } from './xml.ts'
import { dayOf, totalsOf } from '../outcome.ts'
import { elementsNamed, parseXml } from '../testing/parse-xml.ts'
import { sampleFinding } from '../testing/sample-parts.ts'
import { cleanRun, erroredRun, SAMPLES, threeFindings, unreachableRun } from '../testing/sample-records.ts'

function change(
  record: RunRecord,
  id: string,
  members: Partial<RunRecord['requirements'][number]>,
): RunRecord {
  return {
    ...record,
    requirements: record.requirements.map((row) => (row.id === id ? { ...row, ...members } : row)),
  }
}

function caseNamed(record: RunRecord, id: string): ReturnType<typeof parseXml> {
  const found = elementsNamed(parseXml(renderJUnit(record)), 'testcase').find((one) =>
    one.attributes['name']?.startsWith(`${id} `),
  )
  if (found === undefined) throw new Error(`no test case for ${id}`)
  return found
}

describe.each(Object.entries(SAMPLES))('JUnit of the sample %s', (_name, build) => {
  const record = build()
  const root = parseXml(renderJUnit(record))
  const tests = elementsNamed(root, 'testcase')

  test('has totals that equal those of the record and those of its own elements', () => {
    const totals = totalsOf(record.requirements, dayOf(record))
    const added = record.requirements.length === 0 ? 1 : 0
    expect(tests).toHaveLength(totals.tests + added)
    expect(root.attributes).not.toHaveProperty('tests')
    expect(root.attributes).toMatchObject({
      failures: String(totals.failures),
      errors: String(totals.errors + added),
    })
    expect(elementsNamed(root, 'failure')).toHaveLength(totals.failures)
    expect(elementsNamed(root, 'error')).toHaveLength(totals.errors + added)
    expect(elementsNamed(root, 'skipped')).toHaveLength(totals.skipped)
    const suites = elementsNamed(root, 'testsuite')
    const sum = (name: string): number =>
      suites.reduce((total, suite) => total + Number(suite.attributes[name]), 0)
    expect({ tests: sum('tests'), skipped: sum('skipped') }).toEqual({
      tests: totals.tests + added,
      skipped: totals.skipped,
    })
    for (const name of ['failures', 'errors'] as const) expect(sum(name)).toBe(Number(root.attributes[name]))
  })

  test('says how long the run took, not what its cases add up to', () => {
    expect(root.attributes['time']).toBe((record.durationMs / 1000).toFixed(3))
  })

  test('has a test case, and none twice', () => {
    const names = tests.map((one) => `${one.attributes['classname']}/${one.attributes['name']}`)
    expect(names.length).toBeGreaterThan(0)
    expect(new Set(names).size).toBe(names.length)
  })

  test('puts properties first in each suite', () => {
    for (const suite of elementsNamed(root, 'testsuite')) expect(suite.children[0]?.name).toBe('properties')
  })

  test('gives each case at most one outcome, with text in each failure and error', () => {
    for (const one of tests) {
      const outcomes = one.children.filter((child) => ['failure', 'error', 'skipped'].includes(child.name))
      expect(outcomes.length).toBeLessThanOrEqual(1)
      for (const child of outcomes) {
        expect(child.attributes['message']).not.toBe('')
        expect(child.name === 'skipped' ? 'no text needed' : child.text.trim()).not.toBe('')
      }
    }
  })

  test('has dotted class names, timestamps without fraction or zone, and no host name', () => {
    for (const one of tests) expect(one.attributes['classname']).toMatch(/^conformance(\.[a-z0-9-]+)+$/)
    for (const suite of elementsNamed(root, 'testsuite')) {
      expect(suite.attributes['timestamp']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
      expect(suite.attributes).not.toHaveProperty('hostname')
    }
  })
})

describe('a test case', () => {
  test('answers the five questions below a failure', () => {
    const failure = caseNamed(threeFindings(), 'LEAD-21').children[0]
    expect(failure?.attributes).toEqual({
      message:
        'POST /leads: expected 200 with existing: true and the lead Uk4xqL9, received 200 with existing: false and a new lead Zt81Qa0 (and 1 more)',
      type: 'must',
    })
    expect(failure?.text).toMatch(
      /^suites\/leads\.ts:\d+\nrequired: LEAD-21 \(must, part 4, POST \/leads\) returns/,
    )
    for (const label of [
      'expected: ',
      'received: ',
      'curl:     curl',
      'explain:  npx chat-agent-conformance explain LEAD-21',
      'replay:   npx chat-agent-conformance run',
    ]) {
      expect(failure?.text).toContain(label)
    }
  })

  test('skips a known failure with its reason, and fails one that passes', () => {
    const known = caseNamed(threeFindings(), 'ERR-02').children[0]
    expect(known?.name).toBe('skipped')
    expect(known?.attributes['message']).toBe(
      'known failure: renamed in the next release, https://tracker.example.test/7, until 2026-12-31',
    )
    const passing = change(cleanRun(), 'ERR-02', { known: { reason: 'old', unexpectedPass: true } })
    expect(caseNamed(passing, 'ERR-02').children[0]?.name).toBe('failure')
  })

  test('fails a known failure after its last day', () => {
    const expired = change(threeFindings(), 'ERR-02', {
      known: { reason: 'old', until: '2026-11-19', unexpectedPass: false },
    })
    expect(caseNamed(expired, 'ERR-02').children[0]?.name).toBe('failure')
    const lastDay = change(threeFindings(), 'ERR-02', {
      known: { reason: 'old', until: '2026-11-20', unexpectedPass: false },
    })
    expect(caseNamed(lastDay, 'ERR-02').children[0]?.name).toBe('skipped')
  })

  test('says why it was skipped', () => {
    expect(caseNamed(cleanRun(), 'EVENT-01').children[0]?.attributes['message']).toBe(
      'inconclusive: no webhook listener; give --webhook-port, and point the target at it',
    )
  })

  test('shows a flaky case as a pass with a flakyFailure', () => {
    expect(caseNamed(threeFindings(), 'ME-01').children.map((child) => child.name)).toEqual([
      'flakyFailure',
      'system-out',
    ])
  })

  test('carries its properties', () => {
    const { text = '' } = caseNamed(threeFindings(), 'LEAD-21').children.at(-1) ?? {}
    expect(text.split('\n')).toEqual(
      expect.arrayContaining([
        '[[PROPERTY|requirement=LEAD-21]]',
        '[[PROPERTY|verdict=failed]]',
        '[[PROPERTY|part=4]]',
      ]),
    )
  })
})

describe('hostile data', () => {
  const hostile = '\u0000\u001B[31m<x a="1">&]]>\uD800 \u{1F600}\r\n'

  test('stays well-formed, with illegal characters shown', () => {
    const record = change(threeFindings(), 'LEAD-21', {
      findings: [sampleFinding('LEAD-21', { received: hostile })],
    })
    const failure = caseNamed(record, 'LEAD-21').children[0]
    expect(failure?.text).toContain(String.raw`\u0000\u001b[31m<x a="1">&]]>\ud800 ${'\u{1F600}'}\u000d`)
  })

  test('never makes a value longer than the cap', () => {
    for (const filler of ['&', 'é', 'a']) {
      const findings = [sampleFinding('LEAD-21', { received: filler.repeat(300_000) })]
      const source = renderJUnit(change(threeFindings(), 'LEAD-21', { findings }))
      parseXml(source)
      for (const value of source.split(/[<>"]/))
        expect(Buffer.byteLength(value)).toBeLessThanOrEqual(MAX_VALUE_BYTES)
    }
  })
})

describe('a run that judged nothing', () => {
  test('is one test case with an error', () => {
    const root = parseXml(renderJUnit(unreachableRun()))
    expect(root.attributes).toMatchObject({ failures: '0', errors: '1' })
    expect(elementsNamed(root, 'error')[0]?.attributes['message']).toBe(
      'connection refused at https://staging.example.test/v1',
    )
  })

  test('is red as well where all its rows are inconclusive', () => {
    const record = erroredRun()
    const rows = record.requirements.map((row) => ({
      ...row,
      verdict: 'inconclusive' as const,
      reason: 'no answer',
    }))
    expect(parseXml(renderJUnit({ ...record, requirements: rows })).attributes['errors']).toBe('1')
  })
})

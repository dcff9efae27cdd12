import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '../../../suites/catalogue.ts'
import type { Strength } from '../../judge/requirement.ts'
import type { RequirementResult } from '../../report/record.ts'
import type { Conducted } from '../conduct.ts'
import type { KnownFailure, RunOptions } from '../options.ts'
import { evidenceOf } from './evidence.ts'
import { conclude, requirementResults } from './results.ts'
import { conductedOf, findingOf, outcomeOf } from '../testing/conducted.ts'
import { OPTIONS } from '../testing/options.ts'
import type { Verdict } from '../../judge/verdict.ts'

const ID = 'GET-ME-01'
const OPEN = 'OPEN-01'

function resultOf(conducted: Conducted, id = ID, options: Partial<RunOptions> = {}): RequirementResult {
  const found = requirementResults(CATALOGUE, evidenceOf(conducted), { ...OPTIONS, ...options }).find(
    (row) => row.id === id,
  )
  if (found === undefined) throw new Error(`no result for ${id}`)
  return found
}

test('every requirement that can be judged has a result, in the order of the catalogue', () => {
  const judged = CATALOGUE.rows.filter(({ excluded }) => excluded === undefined)

  expect(requirementResults(CATALOGUE, evidenceOf(conductedOf()), OPTIONS).map(({ id }) => id)).toEqual(
    judged.map(({ id }) => id),
  )
})

test.each([
  ['critical', 200],
  ['major', 403],
])('a violation of something critical is %s where the status is %d', (severity, status) => {
  const findings = [findingOf('ISOLATION-01', { status })]
  expect(resultOf(conductedOf({ findings }), 'ISOLATION-01')).toMatchObject({ severity, verdict: 'failed' })
})

describe('a requirement with cases', () => {
  test('is passed where all of them passed, with what showed it', () => {
    const outcomes = [
      outcomeOf('passed', [ID], { exchanges: [7] }),
      outcomeOf('passed', ['ME-01', ID], { exchanges: [1, 2, 3] }),
    ]

    expect(resultOf(conductedOf({ outcomes }))).toMatchObject({
      verdict: 'passed',
      judgements: 2,
      evidence: [7, 2],
      findings: [],
      cases: ['GET-ME-01/holds', 'ME-01/holds'],
    })
  })

  test.each(['inconclusive', 'error'] as const)('is not passed where one of them is %s', (verdict) => {
    const outcomes = [
      outcomeOf('passed', [ID]),
      outcomeOf(verdict, [ID], { reason: 'needs an item', reasonKind: 'missing-need' }),
    ]

    expect(resultOf(conductedOf({ outcomes }))).toMatchObject({
      verdict,
      reason: 'needs an item',
      reasonKind: 'missing-need',
    })
  })

  test('is failed by what a case found that was then cut short', () => {
    const own = findingOf(ID, { case: 'x' })
    const outcomes = [outcomeOf('error', [ID], { reason: 'no answer', findings: [own] })]

    expect(resultOf(conductedOf({ outcomes }))).toMatchObject({ verdict: 'failed', findings: [own] })
  })

  test('is failed by what a case or an oracle found of it', () => {
    const own = findingOf(ID, { case: 'x', exchanges: [4] })
    const seen = findingOf(ID, { pointer: '/data', count: 3 })
    const outcomes = [outcomeOf('failed', [ID], { findings: [own] }), outcomeOf('passed', [ID])]

    expect(resultOf(conductedOf({ outcomes, findings: [seen] }))).toMatchObject({
      verdict: 'failed',
      findings: [own, seen],
      judgements: 5,
    })
  })

  test('shows at most 20 findings, and says how many there are more', () => {
    const findings = Array.from({ length: 25 }, (_, index) => findingOf(ID, { where: `GET /${index}` }))
    const result = resultOf(conductedOf({ findings }))

    expect(result.findings).toHaveLength(20)
    expect(result).toMatchObject({
      verdict: 'failed',
      reason: '5 more findings are not shown',
      judgements: 25,
    })
  })

  const { id: effect } = CATALOGUE.rows.find(
    ({ id, strength, excluded }) =>
      strength === 'must' && excluded === undefined && CATALOGUE.restsOn(id).length > 0,
  ) ?? { id: '' }
  const [cause = ''] = CATALOGUE.restsOn(effect)

  test('that another violation explains is failed, too, and says so', () => {
    const conducted = conductedOf({ findings: [findingOf(cause), findingOf(effect)] })
    expect(resultOf(conducted, effect)).toMatchObject({ verdict: 'failed', consequenceOf: [cause] })
    expect(resultOf(conducted, cause).consequenceOf).toBeUndefined()
  })

  test('that another violation explains only in part is a root cause', () => {
    const elsewhere = findingOf(effect, { where: 'GET /elsewhere' })
    const result = resultOf(
      conductedOf({ findings: [findingOf(cause), elsewhere, findingOf(effect)] }),
      effect,
    )
    expect(result.consequenceOf).toBeUndefined()
    expect(result.findings).toHaveLength(2)
  })

  test('whose case ended at another violation cannot be determined', () => {
    const outcomes = [
      outcomeOf('failed', [ID, 'ME-01'], {
        findings: [findingOf('ME-01', { case: 'GET-ME-01/holds' })],
      }),
    ]

    expect(resultOf(conductedOf({ outcomes }))).toMatchObject({
      verdict: 'inconclusive',
      reason: 'blocked by ME-01',
      reasonKind: 'premise-broken',
    })
  })

  test.each([
    [['inconclusive', 'error', 'not-applicable'], 'error'],
    [['not-applicable', 'inconclusive'], 'inconclusive'],
    [['not-applicable'], 'not-applicable'],
  ] as const)('of %j is %s, with the reason', (verdicts, verdict) => {
    const outcomes = verdicts.map((one) => outcomeOf(one, [ID], { reason: `because ${one}` }))

    expect(resultOf(conductedOf({ outcomes }))).toMatchObject({ verdict, reason: `because ${verdict}` })
  })
})

describe('a requirement without cases', () => {
  test('is passed where an oracle saw it hold', () => {
    expect(resultOf(conductedOf({ held: { [ID]: 7 } }))).toMatchObject({
      verdict: 'passed',
      judgements: 7,
      evidence: [1],
    })
  })

  test.each([
    [undefined, 'not tested in this run'],
    ['interrupted', 'the run ended early: interrupted'],
  ])('cannot be determined where nothing was seen (%s)', (problem, reason) => {
    const conducted = conductedOf(problem === undefined ? {} : { problem })

    expect(resultOf(conducted)).toMatchObject({ verdict: 'inconclusive', reason })
  })
})

describe('an open point', () => {
  test('is passed once it was observed, and never failed', () => {
    const observed = [{ requirement: OPEN, text: 'status "new"', exchanges: [1] }]

    expect(resultOf(conductedOf({ observed, findings: [findingOf(OPEN)] }), OPEN)).toMatchObject({
      verdict: 'passed',
      findings: [],
    })
  })

  test('that was not observed says why', () => {
    const outcomes = [outcomeOf('inconclusive', [OPEN], { reason: 'needs permission to write' })]

    expect(resultOf(conductedOf({ outcomes }), OPEN)).toMatchObject({
      verdict: 'inconclusive',
      reason: 'needs permission to write',
    })
    expect(resultOf(conductedOf(), OPEN)).toMatchObject({ reason: 'not observed' })
  })
})

test('what was not selected is disabled, whatever was seen', () => {
  const conducted = conductedOf({ findings: [findingOf(ID)] })

  expect(resultOf(conducted, ID, { only: ['ME-01'] })).toMatchObject({
    verdict: 'disabled',
    reason: 'not selected (--only, --case, --part)',
    findings: [],
  })
})

test('what is derived does not fail a run that fails on what is stated alone', () => {
  const id = 'CREATE-LEAD-36'
  const conducted = conductedOf({ findings: [findingOf(id), findingOf(ID)] })

  expect(resultOf(conducted, id, { failOn: 'must' })).toMatchObject({
    verdict: 'failed',
    known: { reason: expect.stringContaining('--fail-on must') },
  })
  expect(resultOf(conducted, id).known).toBeUndefined()
  expect(resultOf(conducted, ID, { failOn: 'must' }).known).toBeUndefined()
})

test('of some cases alone what they do not show is disabled', () => {
  const cases = ['ME-01/holds']
  const conducted = conductedOf({ held: { [ID]: 1 }, outcomes: [outcomeOf('passed', ['ME-01'])] })

  expect(resultOf(conducted, 'ME-01', { cases }).verdict).toBe('passed')
  expect(resultOf(conducted, ID, { cases }).verdict).toBe('passed')
  expect(resultOf(conducted, 'CREATE-LEAD-01', { cases })).toMatchObject({
    verdict: 'disabled',
    reasonKind: 'not-selected',
  })
})

describe('a known failure', () => {
  const knownFailures = [{ id: ID, reason: 'ticket 1', link: 'https://example.com/1', until: '2027-01-01' }]

  test('stays with its requirement', () => {
    expect(resultOf(conductedOf({ findings: [findingOf(ID)] }), ID, { knownFailures })).toMatchObject({
      verdict: 'failed',
      known: {
        reason: 'ticket 1',
        link: 'https://example.com/1',
        until: '2027-01-01',
        unexpectedPass: false,
      },
    })
  })

  test.each<[string, Partial<KnownFailure>, number | undefined]>([
    ['wherever it is', {}, undefined],
    ['at its place', { where: 'GET /me' }, undefined],
    ['at its place in the body', { where: 'GET /me', pointer: '/leads/*/title' }, undefined],
    ['at another place not', { where: 'GET /leads' }, 1],
    ['at another place in the body not', { where: 'GET /me', pointer: '/leads/*/year' }, 1],
  ])('excuses %s', (_, place, unexcused) => {
    const entries = [{ id: ID, reason: 'ticket 1', ...place }]
    const findings = [findingOf(ID, { pointer: '/leads/3/title' })]

    expect(resultOf(conductedOf({ findings }), ID, { knownFailures: entries }).known?.unexcused).toBe(
      unexcused,
    )
  })

  test('excuses by several entries, of which the earliest date counts', () => {
    const entries = [
      { id: ID, reason: 'one', where: 'GET /me', until: '2027-02-01' },
      { id: ID, reason: 'two', where: 'GET /leads', until: '2027-01-01' },
    ]
    const findings = [findingOf(ID), findingOf(ID, { where: 'GET /leads' })]

    expect(resultOf(conductedOf({ findings }), ID, { knownFailures: entries }).known).toEqual({
      reason: 'one',
      until: '2027-01-01',
      unexpectedPass: false,
    })
  })

  test('shows first what it does not excuse', () => {
    const knownFailures = [{ id: ID, reason: 'ticket 1', where: 'GET /me' }]
    const findings = [findingOf(ID), findingOf(ID, { where: 'GET /leads' })]

    expect(resultOf(conductedOf({ findings }), ID, { knownFailures })).toMatchObject({
      known: { unexcused: 1 },
      findings: [{ where: 'GET /leads' }, { where: 'GET /me' }],
    })
  })

  test('that passes is unexpected', () => {
    expect(resultOf(conductedOf({ held: { [ID]: 1 } }), ID, { knownFailures }).known?.unexpectedPass).toBe(
      true,
    )
    expect(resultOf(conductedOf(), ID, { knownFailures }).known?.unexpectedPass).toBe(false)
  })
})

const DAY = '2026-11-20'

function row(verdict: Verdict, more: Partial<RequirementResult> = {}): RequirementResult {
  return {
    id: 'GET-ME-01',
    part: 4,
    endpoint: 'GET /me',
    strength: 'must',
    text: 't',
    verdict,
    findings: [],
    judgements: 1,
    evidence: [],
    cases: [],
    ...more,
  }
}

const known = (verdict: Verdict, until: string | undefined, unexpectedPass = false): RequirementResult =>
  row(verdict, { known: { reason: 'ticket', unexpectedPass, ...(until === undefined ? {} : { until }) } })
const open = (verdict: Verdict): RequirementResult => row(verdict, { strength: 'open' satisfies Strength })

type Circumstances = Partial<Parameters<typeof conclude>[1]>

const end = (rows: readonly RequirementResult[], circumstances: Circumstances = {}): unknown => {
  const { verdict, exitCode } = conclude(rows, { day: DAY, strict: false, faults: 0, ...circumstances })
  return [verdict, exitCode]
}

describe('a run', () => {
  test.each<[string, readonly RequirementResult[], Circumstances, unknown]>([
    ['that saw everything hold', [row('passed'), open('passed')], {}, ['passed', 0]],
    ['that saw a violation', [row('passed'), row('failed')], {}, ['failed', 1]],
    ['with a known failure', [row('passed'), known('failed', '2026-11-20')], {}, ['passed', 0]],
    [
      'with a known failure of which the time is over',
      [row('passed'), known('failed', '2026-11-19')],
      {},
      ['failed', 1],
    ],
    [
      'with a known failure of which the time is over, and that it could not exercise',
      [row('passed'), known('inconclusive', '2026-11-19')],
      {},
      ['failed', 1],
    ],
    ['in which a known failure passed', [known('passed', undefined, true)], {}, ['failed', 1]],
    ['that could not exercise something', [row('passed'), row('inconclusive')], {}, ['passed', 0]],
    [
      'the same, where that matters',
      [row('passed'), row('inconclusive')],
      { strict: true },
      ['incomplete', 3],
    ],
    [
      'that withheld requests from an endpoint that hangs',
      [row('passed'), row('inconclusive', { reasonKind: 'withheld' })],
      {},
      ['error', 2],
    ],
    [
      'in which only an open point was not seen',
      [row('passed'), open('inconclusive')],
      { strict: true },
      ['passed', 0],
    ],
    [
      'in which something does not apply',
      [row('passed'), row('not-applicable')],
      { strict: true },
      ['passed', 0],
    ],
    ['in which something is not selected', [row('passed'), row('disabled')], { strict: true }, ['passed', 0]],
    ['in which something had no answer', [row('passed'), row('error')], {}, ['error', 2]],
    ['in which only an open point had no answer', [row('passed'), open('error')], {}, ['passed', 0]],
    ['that judged nothing', [row('inconclusive'), open('passed')], {}, ['error', 2]],
    ['without requirements', [], {}, ['error', 2]],
    ['that was cut short', [row('passed')], { problem: 'interrupted' }, ['error', 2]],
    ['that was cut short after a violation', [row('failed')], { problem: 'interrupted' }, ['failed', 1]],
    ['in which the tool failed', [row('passed')], { faults: 1 }, ['error', 2]],
    ['in which the tool failed beside a violation', [row('failed')], { faults: 1 }, ['failed', 1]],
    [
      'of which the key was rejected after a violation',
      [row('failed')],
      { problem: 'key-rejected' },
      ['failed', 1],
    ],
  ])('%s', (_, rows, circumstances, expected) => {
    expect(end(rows, circumstances)).toEqual(expected)
  })
})

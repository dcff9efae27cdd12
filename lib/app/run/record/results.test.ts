import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '../../../../suites/catalogue.ts'
import { catalogueOf } from '../../../engine/judge/requirement.ts'
import type { RequirementResult } from '../../report/record.ts'
import type { Conducted } from '../conduct.ts'
import type { KnownFailure, RunOptions } from '../options.ts'
import { runEvidence } from './assemble.ts'
import { requirementResults } from './results.ts'
import { selectionOf } from '../selection.ts'
import { conductedOf, findingOf, outcomeOf } from '../testing/conducted.ts'
import { OPTIONS } from '../testing/options.ts'
import { exchange } from '../../../engine/judge/testing/exchanges.ts'

const ID = 'GET-ME-01'
const OPEN = 'OPEN-01'

function resultsOf(
  conducted: Conducted,
  options: Partial<RunOptions> = {},
  catalogue = CATALOGUE,
): RequirementResult[] {
  const terms = { ...OPTIONS, ...options }
  const selection = selectionOf({ cases: [], catalogue }, { ...terms, case: undefined })
  const isByCase = terms.case !== undefined
  return requirementResults(catalogue, runEvidence(conducted), { ...selection, isByCase }, terms)
}

function resultOf(conducted: Conducted, id = ID, options: Partial<RunOptions> = {}): RequirementResult {
  const found = resultsOf(conducted, options).find((row) => row.id === id)
  if (found === undefined) throw new Error(`no result for ${id}`)
  return found
}

test('every requirement that can be judged has a result, in the order of the catalogue', () => {
  const judged = CATALOGUE.rows.filter(({ excluded }) => excluded === undefined)

  expect(resultsOf(conductedOf()).map(({ id }) => id)).toEqual(judged.map(({ id }) => id))
})

const FOUND = findingOf(ID, { case: 'x', exchanges: [4] })
const DERIVED = 'CREATE-LEAD-36'
const needsItem = { reason: 'needs an item', reasonKind: 'missing-need' } as const

type Given = Parameters<typeof conductedOf>[0]
type Terms = Parameters<typeof resultOf>[2]

/** What a run showed, and the result of one requirement that follows from it. */
const RESULTS: Record<string, readonly [given: Given, id: string, expected: object, terms?: Terms]> = {
  'something critical that was served': [
    { findings: [findingOf('ISOLATION-01', { status: 200 })] },
    'ISOLATION-01',
    { severity: 'critical', verdict: 'failed' },
  ],
  'something critical that was refused, if with a wrong status': [
    { findings: [findingOf('ISOLATION-01', { status: 403 })] },
    'ISOLATION-01',
    { severity: 'major', verdict: 'failed' },
  ],
  'all its cases passed': [
    {
      outcomes: [
        outcomeOf('passed', [ID], { exchanges: [7] }),
        outcomeOf('passed', ['ME-01', ID], { exchanges: [1, 2, 3] }),
      ],
    },
    ID,
    {
      verdict: 'passed',
      judgements: 2,
      evidence: [7, 2],
      findings: [],
      cases: ['GET-ME-01/holds', 'ME-01/holds'],
    },
  ],
  'one of its cases is inconclusive': [
    { outcomes: [outcomeOf('passed', [ID]), outcomeOf('inconclusive', [ID], needsItem)] },
    ID,
    { verdict: 'inconclusive', ...needsItem },
  ],
  'one of its cases is an error': [
    { outcomes: [outcomeOf('inconclusive', [ID]), outcomeOf('error', [ID], needsItem)] },
    ID,
    { verdict: 'error', ...needsItem },
  ],
  'a case found something, and was then cut short': [
    { outcomes: [outcomeOf('error', [ID], { reason: 'no answer' })], findings: [FOUND] },
    ID,
    { verdict: 'failed', findings: [FOUND] },
  ],
  'a case and an oracle found something': [
    {
      outcomes: [outcomeOf('failed', [ID]), outcomeOf('passed', [ID])],
      findings: [FOUND, findingOf(ID, { count: 3 })],
    },
    ID,
    { verdict: 'failed', findings: [FOUND, { count: 3 }], judgements: 5 },
  ],
  'a request was served, and plainer ones were refused': [
    {
      findings: [
        findingOf(ID, { exchanges: [1], received: 'long' }),
        findingOf(ID, { exchanges: [2], received: 'plain' }),
        findingOf(ID, { exchanges: [3], received: 'served', status: 200 }),
      ],
      exchanges: [
        exchange('GET /me?limit=1', { id: 1 }),
        exchange('GET /me', { id: 2 }),
        exchange('GET /me?limit=1', { id: 3 }),
      ],
    },
    ID,
    { findings: [{ received: 'served' }, { received: 'plain', count: 2 }] },
  ],
  'it held elsewhere': [
    {
      findings: [1, 2].map((id) => findingOf('RATE-01', { exchanges: [id] })),
      held: { 'RATE-01': [2, 3, 4] },
      exchanges: ['/leads?limit=1', '/leads?limit=1', '/leads', '/me'].map((path, index) =>
        exchange(`GET ${path}`, { id: index + 1 }),
      ),
    },
    'RATE-01',
    { held: 2, contrast: 'none of them with limit' },
  ],
  'more was found than is shown': [
    { findings: Array.from({ length: 25 }, (_, index) => findingOf(ID, { where: `GET /${index}` })) },
    ID,
    {
      verdict: 'failed',
      reason: '5 more findings are not shown',
      judgements: 25,
      findings: { length: 20 },
    },
  ],
  'its case ended at another violation': [
    {
      outcomes: [outcomeOf('failed', [ID, 'ME-01'])],
      findings: [findingOf('ME-01', { case: 'GET-ME-01/holds' })],
    },
    ID,
    { verdict: 'inconclusive', reason: 'blocked by ME-01', reasonKind: 'premise-broken' },
  ],
  'no case names it, and an oracle saw it hold': [
    { held: { [ID]: [1] } },
    ID,
    { verdict: 'passed', judgements: 1, evidence: [1] },
  ],
  'nothing was seen of it': [{}, ID, { verdict: 'inconclusive', reason: 'no answer shows it' }],
  'the run ended before': [
    { ended: { reason: 'interrupted', kind: 'interrupted' } },
    ID,
    { verdict: 'inconclusive', reason: 'the run ended early: interrupted' },
  ],
  'an open point was observed': [
    {
      observed: () => [{ requirement: OPEN, text: 'status "new"', exchanges: [1] }],
      findings: [findingOf(OPEN)],
    },
    OPEN,
    { verdict: 'passed', findings: [] },
  ],
  'an open point was not observed': [
    { outcomes: [outcomeOf('inconclusive', [OPEN], needsItem)] },
    OPEN,
    { verdict: 'inconclusive', reason: 'needs an item' },
  ],
  'it was not selected': [
    { findings: [findingOf(ID)] },
    ID,
    { verdict: 'disabled', reason: 'not selected by --only ME-01', findings: [] },
    { only: ['ME-01'] },
  ],
  'it is derived, and only what is stated counts': [
    { findings: [findingOf(DERIVED)] },
    DERIVED,
    { verdict: 'failed', known: { reason: expect.stringContaining('--fail-on must') } },
    { failOn: 'must' },
  ],
  'it is stated, and only what is stated counts': [
    { findings: [findingOf(ID)] },
    ID,
    { verdict: 'failed', known: undefined },
    { failOn: 'must' },
  ],
  'the cases that were named do not show it': [
    { held: { [ID]: [1] }, outcomes: [outcomeOf('passed', ['ME-01'])] },
    'CREATE-LEAD-01',
    { verdict: 'disabled', reasonKind: 'not-selected' },
    { case: ['ME-01/holds'] },
  ],
}

test.each(Object.entries(RESULTS))('the result where %s', (_, [given, id, expected, terms]) => {
  const result = resultOf(conductedOf(given), id, terms)

  expect({ known: undefined, ...result }).toMatchObject(expected)
})

describe('a rule that came later', () => {
  const later = catalogueOf(CATALOGUE.rows.map((row) => (row.id === ID ? { ...row, since: '0.10' } : row)))
  const newerOf = (terms: Partial<RunOptions>): true | undefined =>
    resultsOf(conductedOf({ findings: [findingOf(ID)] }), terms, later).find(({ id }) => id === ID)?.newer

  test.each<[string, Partial<RunOptions>, true | undefined]>([
    ['counts where all rules do', {}, undefined],
    ['does not count beside earlier ones', { rules: '0.9' }, true],
    ['counts with its own version', { rules: '0.10' }, undefined],
    ['counts for whoever asks for it', { rules: '0.9', only: [ID] }, undefined],
  ])('%s', (_, terms, expected) => {
    expect(newerOf(terms)).toBe(expected)
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

  describe('that passes', () => {
    const passed = { held: { [ID]: [1] }, cases: [{ id: 'shows', verdict: 'passed' }] } as const
    const knownIn = (entry: Partial<KnownFailure>, terms: Partial<Terms> = {}): unknown =>
      resultOf(conductedOf(passed), ID, { knownFailures: [{ id: ID, reason: 'r', ...entry }], ...terms })
        .known

    test('is unexpected where what showed it ran, and was not tried elsewhere', () => {
      const UNEXPECTED = { unexpectedPass: true }
      const NOT_TRIED = { unexpectedPass: false, notTried: true }
      expect(knownIn({})).toMatchObject(UNEXPECTED)
      expect(knownIn({}, { profile: 'smoke' })).toMatchObject(NOT_TRIED)
      expect(knownIn({}, { only: [ID] })).toMatchObject(NOT_TRIED)
      expect(knownIn({ where: 'POST /leads' })).toMatchObject(NOT_TRIED)
      expect(knownIn({ cases: ['writes'] })).toMatchObject(NOT_TRIED)
    })
  })
})

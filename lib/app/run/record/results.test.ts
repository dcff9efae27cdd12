import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '../../../../suites/index.ts'
import { catalogueOf } from '../../../engine/judge/requirement.ts'
import type { RequirementResult } from '../../report/record.ts'
import type { Conducted } from '../conduct.ts'
import { type KnownFailure, type RunOptions, USUAL_SEED } from '../options.ts'
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
  return requirementResults(
    catalogue,
    runEvidence(conducted, terms.profile),
    { ...selection, isByCase },
    terms,
  )
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
  'the path of no operation is sent, too': [
    {
      findings: ['GET /ME', 'GET /me'].map((where, index) =>
        findingOf(ID, { where, exchanges: [index + 1] }),
      ),
      exchanges: [exchange('GET /ME', { id: 1 }), exchange('GET /me', { id: 2 })],
    },
    ID,
    { findings: [{ where: 'GET /me' }, { where: 'GET /ME' }] },
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
    { held: 2 },
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
  const listing = (entry: Partial<KnownFailure> = {}): Pick<RunOptions, 'knownFailures'> => ({
    knownFailures: { profile: 'standard', failures: [{ id: ID, reason: 'ticket 1', ...entry }] },
  })

  test('stays with its requirement', () => {
    const entry = { link: 'https://example.com/1', until: '2027-01-01', places: ['GET /me'] }
    expect(resultOf(conductedOf({ findings: [findingOf(ID)] }), ID, listing(entry))).toMatchObject({
      verdict: 'failed',
      known: { reason: 'ticket 1', ...entry, unexpectedPass: false },
    })
  })

  test.each<[string, readonly string[] | undefined, number | undefined]>([
    ['wherever it is', undefined, undefined],
    ['at its place', ['GET /me'], undefined],
    ['at one of its places', ['GET /leads', 'GET /me'], undefined],
    ['at its place in the body', ['GET /me at /leads/*/title'], undefined],
    ['at another place not', ['GET /leads'], 1],
    ['at another place in the body not', ['GET /me at /leads/*/year'], 1],
  ])('excuses %s', (_, places, unexcused) => {
    const findings = [findingOf(ID, { pointer: '/leads/3/title' })]
    expect(resultOf(conductedOf({ findings }), ID, listing({ places })).known?.unexcused).toBe(unexcused)
  })

  describe('that passes', () => {
    const passed = { held: { [ID]: [1] } }
    const cut = {
      outcomes: [outcomeOf('inconclusive', ['X-01'], { reasonKind: 'budget', reason: 'Not sent' })],
    }

    test.each<[string, Parameters<typeof conductedOf>[0], Partial<KnownFailure>, Partial<Terms>, object]>([
      ['is over in a whole run', passed, {}, {}, { unexpectedPass: true }],
      ['is not over in another profile', passed, {}, { profile: 'smoke' }, { unexpectedPass: false }],
      ['is not over with other inputs', passed, {}, { seed: 5 }, { unexpectedPass: false }],
      ['is not over in a part', passed, {}, { only: [ID] }, { unexpectedPass: false }],
      ['is not over in a run that was cut short', { ...passed, ...cut }, {}, {}, { unexpectedPass: false }],
      [
        'was not tried where its place did not answer',
        passed,
        { places: ['POST /leads'] },
        {},
        { unexpectedPass: false, notTried: true },
      ],
      ['was not tried where it was not judged', {}, {}, {}, { unexpectedPass: false, notTried: true }],
    ])('%s', (_, shown, entry, terms, expected) => {
      const { known } = resultOf(conductedOf(shown), ID, {
        profile: 'standard',
        seed: USUAL_SEED,
        ...listing(entry),
        ...terms,
      })
      const { unexpectedPass, notTried } = known ?? {}
      expect({ unexpectedPass, notTried }).toEqual({ notTried: undefined, ...expected })
    })
  })

  test('has all of its places among the findings that are listed', () => {
    const many = Array.from({ length: 30 }, (_, at) => findingOf(ID, { pointer: `/data/x${at}` }))
    const { findings } = resultOf(
      conductedOf({ findings: [...many, findingOf(ID, { where: 'GET /leads' })] }),
      ID,
    )
    expect(new Set(findings.map(({ where }) => where))).toEqual(new Set(['GET /me', 'GET /leads']))
  })
})

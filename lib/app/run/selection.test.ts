import { describe, expect, test } from 'vitest'
import type { CaseDefinition } from '../../engine/case/suite.ts'
import { caseOf } from '../../engine/case/testing/run-case.ts'
import type { RunOptions } from './options.ts'
import { CATALOGUE as catalogue } from '../../../suites/index.ts'
import { type Asking, exclusionOf, fits, selectionOf } from './selection.ts'

type Terms = Parameters<typeof caseOf>[1]

const definition = (title: string, suite: string, terms: Terms): CaseDefinition => ({
  ...caseOf(() => Promise.resolve(), { title, ...terms }),
  suite,
})

const STATUS = definition('returns its status', 'status', { requirements: ['GET-ME-01'], smoke: true })
const UP = definition('says that it is up', 'status', { requirements: ['ME-01', 'GET-ME-01'] })
const ORDER = definition('shows an order', 'shelf', { requirements: ['OPEN-01'], deep: true })
const NEW = definition('shows a new book', 'new books', {
  requirements: ['CREATE-LEAD-01'],
  smoke: true,
  phase: 'write',
  lane: 'lead',
})
const LONG = definition('keeps long titles whole', 'titles', {
  requirements: ['CREATE-LEAD-36'],
  phase: 'write',
  lane: 'lead',
})
const REVIEW = definition('has kept each new book', 'end', {
  requirements: ['OPEN-01'],
  phase: 'review',
})
const CASES = [STATUS, UP, ORDER, NEW, LONG, REVIEW]

const take = (options: Asking & Pick<RunOptions, 'profile'>): readonly CaseDefinition[] =>
  selectionOf({ cases: CASES, catalogue }, options).cases

describe('a profile', () => {
  test.each([
    ['smoke', [STATUS, NEW]],
    ['standard', [STATUS, UP, NEW, LONG, REVIEW]],
    ['full', CASES],
  ] as const)('%s takes its cases', (profile, expected) => {
    expect(take({ profile })).toEqual(expected)
  })
})

describe('a selection', () => {
  test('takes cases that verify one of the requirements, also beside others', () => {
    expect(take({ profile: 'full', only: ['GET-ME-01'] })).toEqual([STATUS, UP])
  })

  test('of a requirement that every answer shows takes the smoke cases of its operation, or one of each', () => {
    expect(take({ profile: 'standard', only: ['LEAD-01'] })).toEqual([STATUS, NEW])
    expect(take({ profile: 'standard', only: ['CREATE-LEAD-37'] })).toEqual([NEW])
  })

  test('of cases takes these, whatever the profile', () => {
    expect(take({ profile: 'smoke', case: [REVIEW.id] })).toEqual([REVIEW])
    expect(() => take({ profile: 'smoke', case: ['GET-ME-01/none'] })).toThrow('--case names an unknown case')
  })

  test('of nothing takes nothing', () => {
    expect(take({ profile: 'full', only: [] })).toEqual([])
  })
})

test.each([
  ['AUTH-02', 'AUTH-02', true],
  ['AUTH-0', 'AUTH-02', false],
  ['AUTH-*', 'AUTH-02', true],
  ['*-02', 'AUTH-02', true],
  ['LIST-*-0*', 'LIST-LEADS-02', true],
  ['LIST-*-0*', 'LIST-LEADS-12', false],
  ['A*A', 'A', false],
])('%s fits %s: %s', (wanted, id, expected) => {
  expect(fits(wanted, id)).toBe(expected)
})

test.each<[Asking, string | undefined]>([
  [{}, undefined],
  [{ only: ['GET-ME-*'] }, undefined],
  [{ only: ['AUTH-02'] }, 'not selected by --only AUTH-02'],
  [{ only: ['AUTH-02'], lastFailed: true }, 'not selected by --last-failed'],
  [{ endpoint: ['GET'] }, undefined],
  [{ endpoint: ['get'] }, undefined],
  [{ endpoint: ['/me'] }, undefined],
  [{ endpoint: ['POST /leads'] }, "not selected by --endpoint 'POST /leads'"],
  [{ part: [5, 7] }, 'not selected by --part 5 7'],
  [{ skip: [{ id: 'GET-*', reason: 'not ours' }] }, 'skipped: not ours'],
])('what is not asked for names the option: %j', (asked, expected) => {
  expect(exclusionOf(catalogue.get('GET-ME-01'), asked)).toBe(expected)
})

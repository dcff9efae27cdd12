import { describe, expect, test } from 'vitest'
import type { CaseDefinition } from '../harness/case.ts'
import { TOY_API } from '../testing/toy-api.ts'
import { caseOf } from '../testing/toy-run.ts'
import type { RunOptions } from './options.ts'
import { isSelected, selectCases } from './selection.ts'

const { catalogue } = TOY_API

type Terms = Parameters<typeof caseOf>[1]

const definition = (title: string, suite: string, terms: Terms): CaseDefinition => ({
  ...caseOf(() => Promise.resolve(), { title, ...terms }),
  suite,
})

const STATUS = definition('returns its status', 'status', { requirements: ['STATUS-1'], smoke: true })
const UP = definition('says that it is up', 'status', { requirements: ['STATUS-2', 'STATUS-1'] })
const ORDER = definition('shows an order', 'shelf', { requirements: ['OPEN-1'], deep: true })
const NEW = definition('shows a new book', 'new books', {
  requirements: ['BOOK-2'],
  phase: 'write',
  lane: 'shelf',
})
const LONG = definition('keeps long titles whole', 'titles', {
  requirements: ['BOOK-3'],
  phase: 'write',
  lane: 'shelf',
})
const REVIEW = definition('has kept each new book', 'end', {
  requirements: ['OPEN-1'],
  phase: 'review',
  reviews: ['POST /books'],
})
const CASES = [STATUS, UP, ORDER, NEW, LONG, REVIEW]

type Selection = Pick<RunOptions, 'profile' | 'only' | 'cases' | 'parts'>

const take = (options: Selection): CaseDefinition[] => selectCases(CASES, options, catalogue)

describe('a profile', () => {
  test.each([
    ['smoke', [STATUS]],
    ['standard', [STATUS, UP, NEW, LONG, REVIEW]],
    ['full', CASES],
  ] as const)('%s takes its cases', (profile, expected) => {
    expect(take({ profile })).toEqual(expected)
  })
})

describe('a selection', () => {
  test('takes cases that verify one of the requirements, also beside others', () => {
    expect(take({ profile: 'full', only: ['STATUS-1'] })).toEqual([STATUS, UP])
  })

  test('of a part takes its requirements', () => {
    expect(take({ profile: 'standard', parts: [1] })).toEqual([STATUS, UP])
  })

  test('of a requirement that no case names takes the cases that ask its endpoint', () => {
    const unnamed = CASES.filter(({ requirements }) => !requirements.includes('BOOK-3'))

    expect(selectCases(unnamed, { profile: 'standard', only: ['BOOK-3'] }, catalogue)).toEqual([NEW])
    expect(take({ profile: 'standard', only: ['BOOK-1'] })).toEqual(take({ profile: 'standard' }))
  })

  test('of a case that reviews what others sent takes those along, and none that only reads', () => {
    expect(take({ profile: 'standard', only: ['OPEN-1'] })).toEqual([NEW, LONG, REVIEW])
  })

  test('of both takes what is in both', () => {
    expect(isSelected('STATUS-1', { only: ['STATUS-1'], parts: [1] }, catalogue)).toBe(true)
    expect(isSelected('STATUS-1', { only: ['STATUS-1'], parts: [2] }, catalogue)).toBe(false)
    expect(isSelected('STATUS-2', { only: ['STATUS-1'], parts: [1] }, catalogue)).toBe(false)
    expect(isSelected('STATUS-1', {}, catalogue)).toBe(true)
  })

  test('of cases takes these, whatever the profile, and what they review', () => {
    expect(take({ profile: 'smoke', cases: [REVIEW.id] })).toEqual([NEW, LONG, REVIEW])
    expect(take({ profile: 'smoke', cases: ['STATUS-1/none'] })).toEqual([])
  })

  test('of nothing takes nothing', () => {
    expect(take({ profile: 'full', only: [] })).toEqual([])
  })
})

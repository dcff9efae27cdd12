import { describe, expect, test } from 'vitest'
import type { CaseDefinition } from '../harness/case.ts'
import { TOY_API } from '../testing/toy-api.ts'
import { caseOf } from '../testing/toy-run.ts'
import type { RunOptions } from './options.ts'
import { elsewhere, isSelected, selectCases, shardOf } from './selection.ts'

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

describe('shards', () => {
  const SHARDS = [1, 2, 3].map((index) => shardOf(CASES, { index, count: 3 }))

  test.each([1, 2, 3, 7])('of %i together take every case once', (count) => {
    const taken = Array.from({ length: count }, (_, index) => shardOf(CASES, { index: index + 1, count }))
    expect(new Set(taken.flat())).toEqual(new Set(CASES))
    expect(taken.flat()).toHaveLength(CASES.length)
  })

  test('keep the order of the cases, and are the same whatever that order is', () => {
    for (const [index, own] of SHARDS.entries()) {
      expect(CASES.filter((one) => own.includes(one))).toEqual(own)
      const reversed = shardOf(CASES.toReversed(), { index: index + 1, count: 3 })
      expect(new Set(reversed)).toEqual(new Set(own))
    }
  })

  test('keep suites together, and the writing cases of one lane', () => {
    for (const pair of [
      [STATUS, UP],
      [NEW, LONG],
    ])
      expect(SHARDS.filter((own) => pair.some((one) => own.includes(one)))).toHaveLength(1)
  })

  test('carry about the same weight', () => {
    const suites = [1, 2, 3, 4, 5, 6].map((cost) =>
      definition(`costs ${cost}`, `suite ${cost}`, { cost: 3 * cost }),
    )
    const weights = [1, 2, 3].map((index) =>
      shardOf(suites, { index, count: 3 }).reduce((sum, { cost }) => sum + cost, 0),
    )
    expect(weights).toEqual([21, 21, 21])
  })

  test('without a shard, all cases are taken', () => {
    expect(shardOf(CASES, undefined)).toEqual(CASES)
  })

  test('know the requirements all of whose cases are elsewhere', () => {
    expect(elsewhere(CASES, [STATUS, NEW])).toEqual(new Set(['STATUS-2', 'OPEN-1', 'BOOK-3']))
  })
})

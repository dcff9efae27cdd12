import { describe, expect, test } from 'vitest'
import { CASES } from '../../suites/index.ts'
import { CATALOGUE } from '../api/catalogue/index.ts'
import { isSelected, selectCases } from '../testing/bound.ts'
import { elsewhere, shardOf } from './selection.ts'

const take = (options: Parameters<typeof selectCases>[1]): ReturnType<typeof selectCases> =>
  selectCases(CASES, options)

describe('profiles', () => {
  test('take more, one after the other', () => {
    const [smoke, standard, full] = (['smoke', 'standard', 'full'] as const).map((profile) =>
      take({ profile }),
    )

    expect(full).toEqual(CASES)
    expect(standard?.length).toBeLessThan(CASES.length)
    expect(smoke?.length).toBeLessThan(standard?.length ?? 0)
    expect(standard).toEqual(expect.arrayContaining(smoke ?? []))
    expect(smoke?.every((one) => one.smoke)).toBe(true)
    expect(standard?.some(({ deep }) => deep)).toBe(false)
  })
})

describe('a selection', () => {
  test('takes cases that verify one of the requirements, also beside others', () => {
    const cases = take({ profile: 'full', only: ['CREATE-LEAD-33'] })

    expect(cases.length).toBeGreaterThan(0)
    expect(cases.every(({ requirements }) => requirements.includes('CREATE-LEAD-33'))).toBe(true)
    expect(cases.some(({ requirements }) => requirements.length > 1)).toBe(true)
  })

  test('of a part takes its requirements', () => {
    const cases = take({ profile: 'full', parts: [5] })

    expect(cases.length).toBeGreaterThan(0)
    expect(cases.every(({ requirements }) => requirements.some((id) => CATALOGUE.get(id).part === 5))).toBe(
      true,
    )
  })

  test('of a requirement that no case names takes the cases that ask its endpoint', () => {
    const cases = take({ profile: 'standard', only: ['LEAD-05'] })
    const asked = cases.flatMap(({ requirements }) => requirements.map((id) => CATALOGUE.get(id).endpoint))

    expect(cases.length).toBeGreaterThan(0)
    expect(asked).toContain(CATALOGUE.get('LEAD-05').endpoint)
    expect(take({ profile: 'standard', only: ['RATE-01'] })).toEqual(take({ profile: 'standard' }))
  })

  test('of a case that reviews what others sent takes those along, and what only reads not', () => {
    const reviewed = take({ profile: 'standard', only: ['CREATE-LEAD-28'] })

    expect(reviewed.some(({ requirements }) => !requirements.includes('CREATE-LEAD-28'))).toBe(true)
    expect(reviewed.map(({ id }) => id)).toContain('CREATE-LEAD-01/creates-a-lead-with-what-was-sent')
    expect(reviewed.filter(({ phase }) => phase === 'read')).toEqual([])
  })

  test('of both takes what is in both', () => {
    expect(isSelected('GET-ME-01', { only: ['GET-ME-01'], parts: [4] })).toBe(true)
    expect(isSelected('GET-ME-01', { only: ['GET-ME-01'], parts: [8] })).toBe(false)
    expect(isSelected('GET-ME-02', { only: ['GET-ME-01'], parts: [4] })).toBe(false)
    expect(isSelected('GET-ME-01', {})).toBe(true)
  })

  test('of cases takes these, whatever the profile, and what they review', () => {
    const reviewing = CASES.find(({ reviews }) => reviews !== undefined)
    if (reviewing === undefined) throw new Error('some case reviews what others sent')
    const ids = take({ profile: 'smoke', cases: [reviewing.id] }).map(({ id }) => id)

    expect(ids).toContain(reviewing.id)
    expect(ids.length).toBeGreaterThan(1)
    expect(take({ profile: 'smoke', cases: ['GET-ME-01/none'] })).toEqual([])
  })

  test('of nothing takes nothing', () => {
    expect(take({ profile: 'full', only: [] })).toEqual([])
  })
})

describe('shards', () => {
  test.each([1, 2, 3, 7])('of %i together take every case once', (count) => {
    const taken = Array.from({ length: count }, (_, index) =>
      shardOf(CASES, { index: index + 1, count }),
    ).flat()
    expect(taken.map(({ id }) => id).sort()).toEqual(CASES.map(({ id }) => id).sort())
  })

  test('keep the order of the cases, and are the same each time', () => {
    const own = shardOf(CASES, { index: 2, count: 3 })
    expect(CASES.filter((definition) => own.includes(definition))).toEqual(own)
    expect(
      shardOf(CASES.toReversed(), { index: 2, count: 3 })
        .map(({ id }) => id)
        .sort(),
    ).toEqual(own.map(({ id }) => id).sort())
  })

  test('keep writing lanes and suites together', () => {
    const shards = [1, 2, 3].map((index) => shardOf(CASES, { index, count: 3 }))
    for (const lane of ['conversation', 'note', 'lead']) {
      const holders = shards.filter((cases) =>
        cases.some((one) => one.phase === 'write' && one.lane === lane),
      )
      expect([lane, holders.length]).toEqual([lane, 1])
    }
  })

  test('carry about the same weight', () => {
    const weights = [1, 2, 3].map((index) =>
      shardOf(CASES, { index, count: 3 }).reduce((sum, { cost }) => sum + cost + 1, 0),
    )
    expect(Math.max(...weights)).toBeLessThan(2 * Math.min(...weights))
  })

  test('without a shard, all cases are taken', () => {
    expect(shardOf(CASES, undefined)).toEqual(CASES)
  })

  test('know the requirements all of whose cases are elsewhere', () => {
    const own = shardOf(CASES, { index: 1, count: 3 })
    const ids = elsewhere(CASES, own)
    expect(ids.size).toBeGreaterThan(0)
    expect(own.filter(({ requirements }) => requirements.some((id) => ids.has(id)))).toEqual([])
  })
})

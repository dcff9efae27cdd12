import { describe, expect, test } from 'vitest'
import { CASES } from '../../suites/index.ts'
import { elsewhere, shardOf } from './shard.ts'

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

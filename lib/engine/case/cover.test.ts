import { describe, expect, test } from 'vitest'
import { cover, mostTelling } from './cover.ts'

const TABLE = { status: ['absent', 'open', 'resolved', 'no such'], flag: [true, false], limit: [1, 2, 100] }

const seeds = [1, 2, 3, 4, 5]

describe('a cover', () => {
  test.each(seeds)('uses each value of each dimension, with any seed (%d)', (seed) => {
    const drawn = cover(TABLE, { seed, pairs: false })
    for (const [name, values] of Object.entries<readonly unknown[]>(TABLE))
      expect(new Set(drawn.map((one): unknown => one[name as keyof typeof TABLE]))).toEqual(new Set(values))
    expect(drawn.length).toBeLessThanOrEqual(6)
  })

  test.each(seeds)('uses each pair of values, in fewer combinations than there are (%d)', (seed) => {
    const drawn = cover(TABLE, { seed, pairs: true })
    const seen = new Set(drawn.map(({ status, limit }) => `${status} ${limit}`))
    expect(seen.size).toBe(12)
    expect(new Set(drawn.map(({ status, flag }) => `${status} ${flag}`)).size).toBe(8)
    expect(drawn.length).toBeLessThan(24)
  })

  test.each(seeds)('leaves out what does not fit, and nothing else (%d)', (seed) => {
    const fit = ({ flag, limit }: { flag?: unknown; limit?: unknown }): boolean =>
      !(flag === true && limit === 1)
    const drawn = cover(TABLE, { seed, pairs: true, fit })
    expect(drawn.filter(({ flag, limit }) => flag && limit === 1)).toEqual([])
    expect(new Set(drawn.map(({ flag, limit }) => `${flag} ${limit}`)).size).toBe(5)
  })

  test('is the same for the same seed, and another one for others', () => {
    const drawn = (seed: number): string => JSON.stringify(cover(TABLE, { seed, pairs: true }))
    expect(drawn(7)).toBe(drawn(7))
    expect(new Set(seeds.map(drawn)).size).toBeGreaterThan(1)
  })

  test.each(seeds)(
    'has values of every two dimensions in one combination, unless they do not fit (%d)',
    (seed) => {
      const flags = { a: [undefined, 1, 2, 3, 4], b: [undefined, 1], c: [undefined, 1, 2] }
      const fit = ({ b, c }: { b?: unknown; c?: unknown }): boolean => b === undefined || c === undefined
      const drawn = cover(flags, { seed, pairs: false, fit })
      expect(drawn.some(({ a, b }) => a && b)).toBe(true)
      expect(drawn.some(({ a, c }) => a && c)).toBe(true)
      expect(drawn.some(({ b, c }) => b && c)).toBe(false)
    },
  )

  test('of which only some are wanted begins with those that reach most', () => {
    expect(cover(TABLE, { seed: 1, pairs: true, most: 3 })).toEqual(
      cover(TABLE, { seed: 1, pairs: true }).slice(0, 3),
    )
  })
})

describe('the most telling of some candidates', () => {
  const showsOf = (one: string): readonly string[] => one.split('')
  const chosen = (known: readonly string[], most = Infinity): readonly string[] =>
    mostTelling(['ab', 'abc', 'cd', 'd', 'bc'], { showsOf, known, most })

  test('are those that show most of what no earlier one shows', () => {
    expect(chosen([])).toEqual(['abc', 'cd'])
    expect(chosen(['a', 'b', 'c'])).toEqual(['cd'])
    expect(chosen(['a', 'b', 'c', 'd'])).toEqual([])
  })

  test('are as many as are wanted', () => {
    expect(chosen([], 1)).toEqual(['abc'])
  })
})

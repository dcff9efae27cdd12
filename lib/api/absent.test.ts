import { assert, nat, oneof, property, stringMatching, uuid } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { absentId } from './absent.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('an id that stands for nothing', () => {
  test.each([
    ['Uk4x9Qw2Lz', /^[A-Za-z0-9]{10}$/],
    ['abcdefghijkl', /^[a-z]{12}$/],
    ['ABCDEFGHIJ', /^[A-Z]{10}$/],
    ['1234567890', /^[0-9]{10}$/],
    ['cb_9fK2-mm31', /^[A-Za-z0-9]{2}_[A-Za-z0-9]{4}-[A-Za-z0-9]{4}$/],
  ])('of the shape of %s', (sample, shape) => {
    expect(absentId(sample)).toMatch(shape)
  })

  test('a short sample gives one of ten characters, for short ids are met by chance', () => {
    expect(absentId('a1')).toMatch(/^[a-z0-9]{10}$/)
    expect(absentId('')).toMatch(/^[a-z]{10}$/)
  })

  test('a UUID gives a UUID', () => {
    const sample = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'

    expect(absentId(sample)).toMatch(UUID)
    expect(absentId(sample.toUpperCase(), 7)).toMatch(UUID)
    expect(absentId(sample)).not.toBe(sample)
  })

  test('is never the sample, and the same each time', () => {
    const ids = oneof(uuid(), stringMatching(/^[A-Za-z0-9_-]*[A-Za-z0-9][A-Za-z0-9_-]*$/))
    assert(
      property(ids, nat(9), (sample, turn) => {
        expect(absentId(sample, turn)).not.toBe(sample)
        expect(absentId(sample, turn)).toBe(absentId(sample, turn))
      }),
      { seed: 1, numRuns: 500 },
    )
  })

  test('is another one at each turn', () => {
    for (const sample of ['Uk4x9Qw2Lz', 'abc', '6f9619ff-8b86-4d01-b42d-00cf4fc964ff']) {
      const turns = Array.from({ length: 20 }, (_, turn) => absentId(sample, turn))
      expect(new Set(turns).size).toBe(20)
    }
  })
})

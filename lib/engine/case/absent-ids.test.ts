import { describe, expect, test } from 'vitest'
import { absentId } from './absent-ids.ts'

describe('an id that stands for nothing', () => {
  test.each([
    ['Uk4x9Qw2Lz', /^Uk4x[0-9][A-Z][a-z][0-9][A-Z][a-z]$/],
    ['abcdefghijkl', /^abcde[a-z]{7}$/],
    ['upcSQHFV4', /^up[a-z][A-Z]{5}[0-9]$/],
    ['1234567890', /^[0-9]{10}$/],
    ['cb_9fK2-mm31', /^cb_9f[A-Z][0-9]-[a-z]{2}[0-9]{2}$/],
    ['7', /^[2-9]{10}$/],
    ['C1029384756', /^C[2-9]{10}$/],
    ['507f1f77bcf86cd799439011', /^507f1f77bcf86c[a-f][0-9]{9}$/],
    ['01ARZ3NDEKTSV4RRFFQ69G5FAV', /^01ARZ3NDEKTSV4RRFFQ[0-9]{2}[A-HJKMNP-TV-Z][0-9][A-HJKMNP-TV-Z]{3}$/],
    ['6f9619ff-8b86-4d01-b42d-00cf4fc964ff', /^0{8}-dead-4bad-8000-0{12}$/],
    ['a-', /^a-[0-9]{10}$/],
  ])('of the shape of %s', (sample, shape) => {
    expect(absentId(sample)).toMatch(shape)
  })

  test('is the same each time, and another one at each turn', () => {
    for (const sample of ['Uk4x9Qw2Lz', 'abc', '6f9619ff-8b86-4d01-b42d-00cf4fc964ff']) {
      const ids = Array.from({ length: 20 }, (_, turn) => absentId(sample, turn))
      expect(ids[3]).toBe(absentId(sample, 3))
      expect(new Set([sample, ...ids]).size).toBe(21)
    }
  })
})

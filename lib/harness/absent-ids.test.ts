import { describe, expect, test } from 'vitest'
import { absentId } from './absent-ids.ts'

describe('an id that stands for nothing', () => {
  test.each([
    ['Uk4x9Qw2Lz', /^[A-Za-z0-9]{10}$/],
    ['abcdefghijkl', /^[a-z]{12}$/],
    ['ABCDEFGHIJ', /^[A-Z]{10}$/],
    ['1234567890', /^[0-9]{10}$/],
    ['cb_9fK2-mm31', /^cb_[A-Za-z0-9]{4}-[A-Za-z0-9]{4}$/],
    ['7', /^[2-9]{10}$/],
    ['C1029384756', /^C[2-9]{10}$/],
    ['Cx7Kq2Lm9Rt4', /^Cx7Kq2[A-Za-z0-9]{6}$/],
    ['507f1f77bcf86cd799439011', /^507f1f77bcf86cd7[0-9a-f]{8}$/],
    ['01ARZ3NDEKTSV4RRFFQ69G5FAV', /^01ARZ3NDEKTSV4RRFF[0-9A-HJKMNP-TV-Z]{8}$/],
    ['6f9619ff-8b86-4d01-b42d-00cf4fc964ff', /^0{8}-dead-4bad-8000-0{12}$/],
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

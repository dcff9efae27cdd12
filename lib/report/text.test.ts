import { describe, expect, test } from 'vitest'
import { capBytes, capChars, count, duration, instant, oneLine, shown, thousands } from './text.ts'

describe('texts of reports', () => {
  test('count with the right number of the noun', () => {
    expect([count(0, 'request'), count(1, 'request'), count(1204, 'request')]).toEqual([
      '0 requests',
      '1 request',
      '1,204 requests',
    ])
  })

  test('group thousands', () => {
    expect([999, 1000, 1_234_567].map((n) => thousands(n))).toEqual(['999', '1,000', '1,234,567'])
  })

  test.each([
    [12.4, '12 ms'],
    [2384, '2.4 s'],
    [59_990, '1 min 0 s'],
    [200_000, '3 min 20 s'],
  ])('give a duration of %d ms as %s', (ms, text) => {
    expect(duration(ms)).toBe(text)
  })

  test('give an instant in UTC to the second', () => {
    expect(instant('2026-11-20T17:42:08.120Z')).toBe('2026-11-20 17:42:08 UTC')
  })

  test('never exceed a cap in bytes, and never cut inside a character', () => {
    for (const filler of ['a', 'é', '€', '😀']) {
      const capped = capBytes(filler.repeat(500), 150)
      expect(Buffer.byteLength(capped)).toBeLessThanOrEqual(150)
      expect(capped).not.toContain('\uFFFD')
      expect(capped).toMatch(/… \(cut; [\d,]+ bytes in all\)$/)
    }
    expect(capBytes('short', 150)).toBe('short')
  })

  test('never cut a surrogate pair in two', () => {
    expect(capChars('ab😀cd', 4)).toBe('ab…')
    expect(capChars('abcd', 4)).toBe('abcd')
  })

  test('show what a terminal would act on, and keep lines', () => {
    expect(shown('a\u0007\nb\tc\uFFFE')).toBe('a\\u0007\nb\tc\\ufffe')
    expect(oneLine(' a\n\n b ')).toBe('a b')
  })
})

import { describe, expect, test } from 'vitest'
import { capBytes, capChars, count, duration, oneLine, shown, visible } from './text.ts'

describe('texts of reports', () => {
  test('count with the right number of the noun', () => {
    expect([count(0, 'request'), count(1, 'request'), count(1204, 'request')]).toEqual([
      '0 requests',
      '1 request',
      '1,204 requests',
    ])
  })

  test.each([
    [12.4, '12 ms'],
    [2384, '2.4 s'],
    [59_990, '1 min 0 s'],
    [200_000, '3 min 20 s'],
  ])('give a duration of %d ms as %s', (ms, text) => {
    expect(duration(ms)).toBe(text)
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

  test('stand on one line', () => {
    expect(oneLine(' a\n\n b ')).toBe('a b')
  })
})

describe('visible', () => {
  test.each([
    ['\u001b[2J', String.raw`\u001b[2J`],
    ['a\u0000b\u007f', String.raw`a\u0000b\u007f`],
    ['\u009b31m', String.raw`\u009b31m`],
    ['user\u202etxt', String.raw`user\u202etxt`],
    ['a\u2028b\u2029', String.raw`a\u2028b\u2029`],
    ['\ufeff\u200b', String.raw`\ufeff\u200b`],
    ['half \ud83d', String.raw`half \ud83d`],
    ['no XML \ufffe\uffff', String.raw`no XML \ufffe\uffff`],
    ['a ##vso[x]y ##[z] ##teamcity[q', String.raw`a \u0023#vso[x]y \u0023#[z] \u0023#teamcity[q`],
    ['## Heading #[x]', '## Heading #[x]'],
    ['line\nnext\t', String.raw`line\u000anext\u0009`],
  ])('%j is shown with escapes', (text, shown) => {
    expect(visible(text)).toBe(shown)
  })

  test('keeps newline and tab where asked to, and still no carriage return', () => {
    expect(shown('a\n\tb\rc')).toBe(`a\n\tb${String.raw`\u000d`}c`)
  })

  test('leaves letters of every script and emoji alone', () => {
    const text = 'caf\u00e9 \u65e5\u672c \u{1f469}\u200d\u{1f4bb} \\u001b'
    expect(visible(text)).toBe(text)
  })
})

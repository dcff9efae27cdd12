import { describe, expect, test } from 'vitest'
import { visible, xmlSafe } from './escape.ts'

describe('visible', () => {
  test.each([
    ['\u001b[2J', String.raw`\u001b[2J`],
    ['a\u0000b\u007f', String.raw`a\u0000b\u007f`],
    ['\u009b31m', String.raw`\u009b31m`],
    ['user\u202etxt', String.raw`user\u202etxt`],
    ['a\u2028b\u2029', String.raw`a\u2028b\u2029`],
    ['\ufeff\u200b', String.raw`\ufeff\u200b`],
    ['half \ud83d', String.raw`half \ud83d`],
    ['line\nnext\t', String.raw`line\u000anext\u0009`],
  ])('%j is shown with escapes', (text, shown) => {
    expect(visible(text)).toBe(shown)
  })

  test('keeps newline and tab where asked to, and still no carriage return', () => {
    expect(visible('a\n\tb\rc', { keepLines: true })).toBe(`a\n\tb${String.raw`\u000d`}c`)
  })

  test('leaves letters of every script and emoji alone', () => {
    const text = 'caf\u00e9 \u65e5\u672c \u{1f469}\u200d\u{1f4bb} \\u001b'
    expect(visible(text)).toBe(text)
  })
})

describe('xmlSafe', () => {
  test('shows what XML forbids, and loses nothing', () => {
    expect(xmlSafe('a\u0000\u0008\u001b\ufffe\uffff\udc00z')).toBe(
      String.raw`a\u0000\u0008\u001b\ufffe\uffff\udc00z`,
    )
  })

  test('keeps what XML allows', () => {
    const text = 'tab\t line\n return\r \u0085\u009f \ue000 \ufffd \u{1f600} <&>'
    expect(xmlSafe(text)).toBe(text)
  })
})

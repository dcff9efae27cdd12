import { describe, expect, test } from 'vitest'
import { difference } from './difference.ts'

const sources = (expected: string, received: string): string[] => {
  const both = difference(expected, received)
  return [String(both.expected), String(both.received)]
}

describe('a difference', () => {
  test('marks the words that the other text lacks', () => {
    expect(sources('200 with existing: true', '200 with existing: false')).toEqual([
      '200 with existing: <mark>true</mark>',
      '200 with existing: <mark>false</mark>',
    ])
  })

  test('marks neighbouring words as one', () => {
    expect(sources('a b c d', 'a x y d')[1]).toBe('a <mark>x y</mark> d')
  })

  test('marks nothing in equal texts, and nothing in texts that have nothing in common', () => {
    expect(sources('same text', 'same text')).toEqual(['same text', 'same text'])
    expect(sources('an email address', '"null"')).toEqual(['an email address', '&quot;null&quot;'])
  })

  test('escapes both texts and keeps characters whole', () => {
    expect(sources('the code <b> 😀 in it', 'the code <i> 😁 in it')[0]).toBe(
      'the code &lt;<mark>b</mark>&gt; <mark>😀</mark> in it',
    )
  })

  test('leaves long texts unmarked', () => {
    expect(sources('a '.repeat(400), 'b')[0]).not.toContain('<mark>')
  })
})

import { describe, expect, test } from 'vitest'
import { bodyLines } from './body.ts'

const shown = (body: string, pointer?: string, around = 100): string[] | undefined =>
  bodyLines(body, pointer, around)?.map(({ text, marked }) => (marked ? `>${text}` : text))

describe('a body in lines', () => {
  test.each([
    ['a value', { data: [{ id: 1 }, { id: 2 }] }, '/data/1/id', ['>      "id": 2']],
    ['an escaped name', { 'a/b': { '~': 3 } }, '/a~1b/~0', ['>    "~": 3']],
    ['a whole object', { a: { b: 1 } }, '/a', ['>  "a": {', '>    "b": 1', '>  }']],
    ['a missing member', { data: [] }, '/pagination', ['>  (no "pagination")']],
    ['a missing member of nothing', { data: {} }, '/data/id', ['>    (no "id")']],
  ])('marks %s', (_, body, pointer, lines) => {
    expect(shown(JSON.stringify(body), pointer)?.filter((line) => line.startsWith('>'))).toEqual(lines)
  })

  test('is what stands around the marked place, with the number of lines that are left out', () => {
    const body = JSON.stringify({ data: ['a', 'b', 'c', 'd'], more: [] })
    expect(shown(body, '/data/2', 2)).toEqual([
      '… 2 more lines',
      '    "a",',
      '    "b",',
      '>    "c",',
      '    "d"',
      '… 3 more lines',
    ])
  })

  test.each(['<html>', '{"data":['])('is nothing of %s, which is no JSON', (body) => {
    expect(shown(body)).toBeUndefined()
  })

  test('survives deep nesting', () => {
    expect(
      shown('['.repeat(3000) + ']'.repeat(3000))
        ?.at(32)
        ?.trim(),
    ).toBe('[ … ]')
  })
})

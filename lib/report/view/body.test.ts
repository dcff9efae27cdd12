import { describe, expect, test } from 'vitest'
import { bodyLines, type Room } from './body.ts'

const WHOLE: Room = { items: Infinity, text: Infinity, depth: 32 }
const SHORT: Room = { items: 2, text: 20, depth: 2 }

/** The lines of a body, marked ones with a sign before them. */
const shown = (body: unknown, pointer?: string, room = WHOLE, isCut = false): string[] | undefined =>
  bodyLines(typeof body === 'string' ? body : JSON.stringify(body), pointer, room, isCut)?.map(
    ({ text, marked }) => (marked ? `>${text}` : text),
  )

describe('a body in lines', () => {
  test('is nothing where it is no JSON', () => {
    expect(shown('<html>')).toBeUndefined()
  })

  test.each([
    ['a value', { data: [{ id: 1 }, { id: 2 }] }, '/data/1/id', ['>      "id": 2']],
    ['an escaped name', { 'a/b': { '~': 3 } }, '/a~1b/~0', ['>    "~": 3']],
    ['a whole object', { a: { b: 1 } }, '/a', ['>  "a": {', '>    "b": 1', '>  }']],
    ['a missing member', { data: [] }, '/pagination', ['>  (no "pagination")']],
    ['a missing member of nothing', { data: {} }, '/data/id', ['>    (no "id")']],
  ])('marks %s', (_, body, pointer, lines) => {
    expect(shown(body, pointer)?.filter((line) => line.startsWith('>'))).toEqual(lines)
  })

  test('keeps what is marked when it is shortened, and counts what is left out', () => {
    const data = Array.from({ length: 50 }, (_, id) => ({ id, tags: ['x'], name: 'x'.repeat(40), more: 1 }))
    expect(shown({ data }, '/data/30/id', SHORT)).toEqual([
      '{',
      '  "data": [',
      '    { … },',
      '    … 29 more',
      '    {',
      '>      "id": 30,',
      '      "tags": [ … ],',
      `      "name": "${'x'.repeat(20)}… (40 characters)",`,
      '      "more": 1',
      '    },',
      '    … 19 more',
      '  ]',
      '}',
    ])
  })

  test('survives deep nesting', () => {
    expect(
      shown('['.repeat(3000) + ']'.repeat(3000))
        ?.at(32)
        ?.trim(),
    ).toBe('[ … ]')
  })

  const whole = '{"data":[{"id":"a,]}\\"","n":[1,2]},{"id":"b"}],"pagination":{"limit":2}}'

  test('closes JSON that is cut anywhere, and misses nothing that may have stood in its end', () => {
    for (let length = 1; length <= whole.length; length += 1)
      expect(shown(whole.slice(0, length), '/pagination/total', WHOLE, true)).not.toContain('>')
    expect(shown('{"data":[{"id":"a"},{"id":"b","na', undefined, WHOLE, true)).toEqual(
      shown({ data: [{ id: 'a' }, { id: 'b' }] }),
    )
  })
})

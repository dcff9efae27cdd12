import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readJson } from './read-json.ts'

const read = (text: string): ReturnType<typeof readJson>['json'] => readJson(Buffer.from(text)).json
const oddities = (text: string): string[] => {
  const json = read(text)
  return json.ok ? json.oddities.map(({ kind, detail }) => `${kind}: ${detail}`) : [json.problem]
}
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

test('whatever JSON.stringify writes is read back, and nothing but a large integer is odd', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const text = JSON.stringify(value, null, 1)
      expect(read(text)).toMatchObject({ ok: true, value: JSON.parse(text) })
      expect(oddities(text).filter((oddity) => !oddity.startsWith('unsafe-integer'))).toEqual([])
    }),
    { numRuns: 200 },
  )
})

describe('what JSON.parse hides', () => {
  test.each([
    ['{"a":1,"b":2,"a":3}', 'duplicate-key: key "a" again at character 13'],
    ['{"data":[{"id":1},{"id":1,"id":2}]}', 'duplicate-key: key "id" again at character 26'],
    [String.raw`{"ab":1,"\u0061b" :2}`, 'duplicate-key: key "ab" again at character 8'],
    ['[9007199254740992]', 'unsafe-integer: 9007199254740992 at character 1'],
    ['{"n":-12345678901234567890}', 'unsafe-integer: -12345678901234567890 at character 5'],
    ['[0,1e999,1e999]', 'not-finite: 1e999 at character 3'],
    ['\ufeff{}', 'byte-order-mark: the body begins with a byte order mark'],
  ])('%s', (text, oddity) => {
    expect(oddities(text)).toEqual([oddity])
  })

  test.each([
    '{"a":{"a":1},"b":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '{"a":"x,\\"a\\":1","b":"}{"}',
    String.raw`{"a\\":1,"a":2}`,
    '[9007199254740991,-9007199254740991,0.1234567890123456789,1e10,-0,"9007199254740993","1e999"]',
    '{"e":1,"E":2,"":3}',
  ])('nothing is wrong with %s', (text) => {
    expect(oddities(text)).toEqual([])
  })

  test('a duplicate planted anywhere is found', () => {
    const key = fc.string({ maxLength: 3 })
    fc.assert(
      fc.property(fc.array(key, { maxLength: 30 }), (keys) => {
        const text = `{${keys.map((name) => `${JSON.stringify(name)}:0`).join(',')}}`
        expect(oddities(text)).toHaveLength(new Set(keys).size < keys.length ? 1 : 0)
      }),
      { numRuns: 200 },
    )
  })

  test('bytes that are not UTF-8 are shown as U+FFFD, and where they stand', () => {
    const bytes = Buffer.concat([Buffer.from('["\ufffd'), Buffer.from([0xff, 0x22, 0x5d])])
    expect(readJson(bytes)).toEqual({
      text: '["\ufffd\ufffd"]',
      json: {
        ok: true,
        value: ['\ufffd\ufffd'],
        oddities: [{ kind: 'invalid-utf8', detail: 'bytes that are not UTF-8, from byte 5 on' }],
      },
    })
  })
})

describe('what is not JSON', () => {
  test.each([
    ['', 'the body is empty'],
    [' \r\n', 'the body is blank'],
    ['{"a":1} x', 'Unexpected non-whitespace character after JSON at position 8'],
    ['<!doctype html>', 'the body looks like HTML or XML: Unexpected token'],
    ['NaN', '"NaN" is not valid JSON'],
    ["{'a':1}", 'Expected property name'],
    ['{"a":"\n"}', 'Bad control character'],
    ['"\u001b', String.raw`Bad control character`],
  ])('%j: %s', (text, problem) => {
    expect(read(text)).toEqual({ ok: false, problem: expect.stringContaining(problem) })
  })

  test('200 levels are read, and depth inside strings does not count', () => {
    expect([read(nested(200)).ok, read(`"${'['.repeat(500)}"`).ok]).toEqual([true, true])
  })
})

test.each([
  ['a depth', `{"a":${nested(200)}}`, 'more than 200 levels of nesting in its JSON'],
  ['a depth in what is no JSON', '['.repeat(300_000), 'more than 200 levels of nesting in its JSON'],
  [
    'more values than any transcript has',
    `[${'{},'.repeat(599_999)}{}]`,
    'more than 500,000 values in its JSON',
  ],
  ['commas in a string', `["${','.repeat(300_000)}"]`, undefined],
  ['a string without an end', '"\\"'.repeat(300_000), undefined],
])('%s is or is not too large', (_title, text, tooLarge) => {
  expect(readJson(Buffer.from(text)).tooLarge).toBe(tooLarge)
})

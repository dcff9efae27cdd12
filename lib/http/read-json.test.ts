import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readJson } from './read-json.ts'

const read = (text: string): ReturnType<typeof readJson>['json'] => readJson(Buffer.from(text)).json
const oddities = (text: string): string[] => {
  const json = read(text)
  return json.ok ? json.oddities.map(({ kind, detail }) => `${kind}: ${detail}`) : [json.problem]
}
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

describe('plain JSON', () => {
  test('whatever JSON.stringify writes is read back, and nothing but a large integer is odd', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value, null, 1)
        const json = read(text)
        expect(json).toMatchObject({ ok: true, value: JSON.parse(text) })
        expect(oddities(text).filter((oddity) => !oddity.startsWith('unsafe-integer'))).toEqual([])
      }),
      { numRuns: 200 },
    )
  })
})

describe('what JSON.parse hides', () => {
  test.each([
    ['{"a":1,"b":2,"a":3}', 'duplicate-key: key "a" again at the top level'],
    ['{"a":{"b":1,"b":2}}', 'duplicate-key: key "b" again at /a'],
    ['{"data":[{"id":1},{"id":1,"id":2}]}', 'duplicate-key: key "id" again at /data/1'],
    [String.raw`{"ab":1,"\u0061b":2}`, 'duplicate-key: key "ab" again at the top level'],
    ['{"a/b~":{"x":1,"x":1}}', 'duplicate-key: key "x" again at /a~1b~0'],
    ['[9007199254740992]', 'unsafe-integer: 9007199254740992 at /0'],
    ['{"n":-12345678901234567890}', 'unsafe-integer: -12345678901234567890 at /n'],
    ['[0,1e999]', 'not-finite: 1e999 at /1'],
    ['-1E+400', 'not-finite: -1E+400 at the top level'],
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

  test('a duplicate planted anywhere is found, by what JSON.parse then loses', () => {
    const key = fc.string({ maxLength: 3 })
    fc.assert(
      fc.property(fc.array(key, { maxLength: 30 }), (keys) => {
        const text = `{${keys.map((name) => `${JSON.stringify(name)}:0`).join(',')}}`
        const lost = keys.length - new Set(keys).size
        expect(oddities(text)).toHaveLength(Math.min(lost, 20))
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
    ['{"a":1}{"a":1}', 'Unexpected non-whitespace character after JSON at position 7'],
    ['<!doctype html>', 'the body looks like HTML or XML: Unexpected token'],
    ['NaN', '"NaN" is not valid JSON'],
    ["{'a':1}", 'Expected property name'],
    ['[1,]', 'Unexpected token'],
    ['{"a":"\n"}', 'Bad control character'],
    ['"\u001b', String.raw`Bad control character`],
  ])('%j: %s', (text, problem) => {
    expect(read(text)).toEqual({ ok: false, problem: expect.stringContaining(problem) })
  })

  test('200 levels are read, and depth inside strings does not count', () => {
    expect([read(nested(200)).ok, read(`"${'['.repeat(500)}"`).ok]).toEqual([true, true])
  })

  test('what is nested deeper is read as empty, and said so', () => {
    const reading = read(`{"a":${nested(100_000)},"b":[{}]}`)
    expect(reading).toMatchObject({
      ok: true,
      beyond: expect.stringContaining('nested deeper than 200 levels'),
    })
    expect(JSON.stringify(reading.ok && reading.value)).toBe(`{"a":${nested(199)},"b":[{}]}`)
  })

  test('any text at all gives a reading', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '1e9',
      '-',
      '"a"',
      'true',
      ' ',
      'é',
    )
    fc.assert(
      fc.property(
        fc.array(pieces).map((parts) => parts.join('')),
        (text) => {
          const json = read(text)
          expect(json.ok ? json.value : undefined).toEqual(parsed(text))
        },
      ),
      { numRuns: 500 },
    )
  })
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

test('more values than any page has are not parsed', () => {
  expect(readJson(Buffer.from(`[${'{},'.repeat(299_999)}{}]`)).tooLarge).toBe(
    'more than 60,000 values in its JSON',
  )
  expect(readJson(Buffer.from(`["${','.repeat(300_000)}"]`)).tooLarge).toBeUndefined()
})

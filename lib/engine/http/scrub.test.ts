import { describe, expect, test } from 'vitest'
import * as fc from 'fast-check'
import { createScrubber, deepText } from './scrub.ts'
import { encoded, ENCODERS, leakOf } from './testing/encoders.ts'

// Made up for this test.
const KEY = 'wk_live_9aF3kQ7mZp2RtX8vB1nC'
const OTHER = 'wk_live_ZZyyXX00112233445566'
const ODD = 'p/a+s "s"&w\u00f6rd=='
const { text } = createScrubber([
  { name: 'CONFORMANCE_API_KEY', value: KEY },
  { name: 'CONFORMANCE_OTHER_API_KEY', value: OTHER },
  { name: 'ODD', value: ODD },
])
const base64 = (plain: string): string => Buffer.from(plain).toString('base64')

describe('a secret is masked', () => {
  test.each([
    ['raw', `Bearer ${KEY}!`, 'Bearer $CONFORMANCE_API_KEY!'],
    ['twice', `${KEY}${KEY}`, '$CONFORMANCE_API_KEY$CONFORMANCE_API_KEY'],
    ['beside another', `${OTHER} ${KEY}`, '$CONFORMANCE_OTHER_API_KEY $CONFORMANCE_API_KEY'],
    ['with more behind it', `${KEY}X`, '$CONFORMANCE_API_KEYX'],
    ['URL-encoded', `?k=${encodeURIComponent(ODD)}&`, '?k=$ODD&'],
    ['URL-encoded in lower case', encodeURIComponent(ODD).toLowerCase(), '$ODD'],
    ['in JSON', JSON.stringify({ k: ODD }), '{"k":"$ODD"}'],
    ['in JSON with escaped slashes', JSON.stringify(ODD).replaceAll('/', '\\/'), '"$ODD"'],
    ['in JSON in a text of JSON', JSON.stringify(JSON.stringify({ k: ODD })), String.raw`"{\"k\":\"$ODD\"}"`],
    ...[1, 2, 4, 8].map((depth): [string, string, string] => [
      `as ${depth} times escaped characters`,
      Array.from(KEY, (one) => `${'\\'.repeat(depth)}u00${one.charCodeAt(0).toString(16)}`).join(''),
      '$CONFORMANCE_API_KEY',
    ]),
    ['in HTML', 'p/a+s &quot;s&quot;&amp;w\u00f6rd==', '$ODD'],
    ['beside escapes, which stay', `"%20\u0130\\"${KEY}&amp;`, '"%20\u0130\\"$CONFORMANCE_API_KEY&amp;'],
  ])('%s', (_, leak, clean) => {
    expect(text(leak)).toBe(clean)
  })

  test.each(['', 'u', 'us', 'use', 'user:', 'someone:'])('in Base64, after %j', (before) => {
    for (const after of ['', ':', 'xy']) {
      const plain = `${before}${KEY}${after}`
      for (const leak of [base64(plain), Buffer.from(plain).toString('base64url')]) {
        const clean = text(`Basic ${leak}`)
        expect(clean).toContain('$CONFORMANCE_API_KEY')
        // At most the characters that it shares with its neighbours are left.
        const left = clean.replace(/^Basic |\$\w+/g, '')
        expect(left.length).toBeLessThanOrEqual(base64(before).length + base64(after).length + 4)
      }
    }
  })

  test('with the name of the longer one where it begins with another', () => {
    const both = createScrubber([
      { name: 'SHORT', value: 'abcdefgh' },
      { name: 'LONG', value: 'abcdefgh-ijkl' },
    ])
    expect(both.text('abcdefgh-ijkl abcdefgh')).toBe('$LONG $SHORT')
  })
})

describe('half of a secret is masked', () => {
  const altered = '$CONFORMANCE_API_KEY(altered)'
  test.each([
    ['its first half', KEY.slice(0, 14), altered],
    ['its last half', KEY.slice(-14), altered],
    ['its middle', `"${KEY.slice(7, 21)}"`, `"${altered}"`],
    ['another last character', `${KEY.slice(0, -1)}X`, `${altered}X`],
    ['lower case', KEY.toLowerCase(), altered],
    ['upper case', KEY.toUpperCase(), altered],
    ['URL-encoded and cut', encodeURIComponent(ODD.slice(0, -1)), '$ODD(altered)'],
  ])('%s', (_, leak, clean) => {
    expect(text(leak)).toBe(clean)
  })

  test('of a long secret that repeats itself, in a time that grows with the text alone', () => {
    const long = 'ab'.repeat(2048)
    const repeated = createScrubber([
      { name: 'K', value: long },
      { name: 'SHORT', value: 'a-key-of-8' },
    ])
    const before = performance.now()
    expect(repeated.text(`Bearer ${long}!`)).toBe('Bearer $K!')
    expect(repeated.text(`${long}x`.repeat(50))).toBe('$Kx'.repeat(50))
    // With one step for each pair of positions, this would take minutes.
    expect(performance.now() - before).toBeLessThan(5000)
  })

  test('of a secret that repeats itself', () => {
    const same = createScrubber([{ name: 'K', value: 'k'.repeat(64) }])
    expect(same.text(`x${'k'.repeat(64)}x`)).toBe('x$Kx')
    expect(same.text('k'.repeat(5_000))).not.toContain('k'.repeat(32))
  })
})

test.each([
  ['a prefix that the API shows', `{"key_prefix":"${KEY.slice(0, 12)}"}`],
  ['less than half', `${KEY.slice(0, 13)} ${KEY.slice(-13)}`],
  ['other text', 'wk_live_ is how keys begin; $CONFORMANCE_API_KEY is where they are kept'],
])('%s stays', (_, plain) => {
  expect(text(plain)).toBe(plain)
})

test('a piece as short as a word stays', () => {
  const short = createScrubber([
    { name: 'A', value: 'a-key' },
    { name: 'B', value: 'test-key' },
  ])
  expect(short.text('a-key test-key test- test-k')).toBe('a-key $B test- $B(altered)')
})

test('a copy is scrubbed in every string and name', () => {
  const value = { a: [KEY, 1, null, undefined, true], [KEY]: { b: `x${OTHER}` } }
  const before = structuredClone(value)

  expect(deepText(value, text)).toEqual({
    a: ['$CONFORMANCE_API_KEY', 1, null, undefined, true],
    $CONFORMANCE_API_KEY: { b: 'x$CONFORMANCE_OTHER_API_KEY' },
  })
  expect(value).toEqual(before)
})

const { text: scrub } = createScrubber([{ name: 'CONFORMANCE_API_KEY', value: KEY }])

const name = fc.constantFrom(...Object.keys(ENCODERS))
const piece = fc
  .tuple(fc.nat(KEY.length / 2), fc.integer({ min: KEY.length / 2, max: KEY.length }))
  .map(([from, length]) => KEY.slice(from, from + length))
const around = fc.stringMatching(/^[\w {}":,./?&%+=-]{0,12}$/)

/** For more runs: `SCRUB_RUNS=10000 npx vitest run --project unit lib/engine/http/scrub.test`. */
const RUNS = Number(process.env['SCRUB_RUNS'] ?? 1_000)

test('half of a key that was encoded cannot be read out of what is left', () => {
  fc.assert(
    fc.property(name, piece, around, around, (encoder, part, before, after) => {
      expect(leakOf(scrub(before + encoded(part, [encoder]) + after), KEY)).toBeUndefined()
    }),
    { numRuns: RUNS },
  )
})

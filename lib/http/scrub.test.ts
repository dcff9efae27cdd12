import { describe, expect, test } from 'vitest'
import * as fc from 'fast-check'
import { createScrubber } from './scrub.ts'
import { encoded, ENCODERS, leakOf } from './testing/encoders.ts'

// Made up for this test.
const KEY = 'wk_live_9aF3kQ7mZp2RtX8vB1nC'
const OTHER = 'wk_live_ZZyyXX00112233445566'
const ODD = 'p/a+s "s"&w\u00f6rd=='
const { text, deep } = createScrubber([
  { name: 'CONFORMANCE_API_KEY', value: KEY },
  { name: 'CONFORMANCE_OTHER_API_KEY', value: OTHER },
  { name: 'ODD', value: ODD },
])
const base64 = (plain: string): string => Buffer.from(plain).toString('base64')

describe('a secret is found', () => {
  test.each([
    ['raw', `Bearer ${KEY}!`, 'Bearer $CONFORMANCE_API_KEY!'],
    ['twice', `${KEY}${KEY}`, '$CONFORMANCE_API_KEY$CONFORMANCE_API_KEY'],
    ['beside another', `${OTHER} ${KEY}`, '$CONFORMANCE_OTHER_API_KEY $CONFORMANCE_API_KEY'],
    ['URL-encoded', `?k=${encodeURIComponent(ODD)}&`, '?k=$ODD&'],
    ['URL-encoded in lower case', encodeURIComponent(ODD).toLowerCase(), '$ODD'],
    ['in JSON', JSON.stringify({ k: ODD }), '{"k":"$ODD"}'],
    ['in JSON with escaped slashes', JSON.stringify(ODD).replaceAll('/', '\\/'), '"$ODD"'],
    ['in HTML', 'p/a+s &quot;s&quot;&amp;w\u00f6rd==', '$ODD'],
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
})

describe('nearly the whole secret is found', () => {
  const altered = '$CONFORMANCE_API_KEY(altered)'
  test.each([
    ['cut by one', KEY.slice(0, -1), altered],
    ['cut by four', KEY.slice(0, -4), altered],
    ['with another last character', `${KEY.slice(0, -1)}X`, altered],
    ['with another ending', `${KEY.slice(0, -3)}000`, altered],
    ['in lower case', KEY.toLowerCase(), altered],
    ['in upper case', KEY.toUpperCase(), altered],
    ['in Base64, cut', base64(`user:${KEY.slice(0, -1)}`), altered],
    ['URL-encoded, cut', encodeURIComponent(ODD.slice(0, -1)), '$ODD(altered)'],
  ])('%s', (_, leak, clean) => {
    const shown = text(leak)
    expect(shown).toContain(clean)
    expect(shown.replace(clean, '').length).toBeLessThan(10)
  })

  test('a key with something behind it stays a key with something behind it', () => {
    expect(text(`${KEY}X`)).toBe('$CONFORMANCE_API_KEYX')
  })
})

describe('what stays', () => {
  test.each([KEY.slice(0, 8), KEY.slice(0, 12), KEY.slice(0, 16), KEY.slice(-7)])(
    'a part such as key_prefix: %s',
    (part) => {
      expect(text(`{"key_prefix":"${part}"}`)).toBe(`{"key_prefix":"${part}"}`)
    },
  )

  test('text without secrets', () => {
    const plain = 'wk_live_ is how keys begin; $CONFORMANCE_API_KEY is where they are kept'
    expect(text(plain)).toBe(plain)
  })
})

describe('pieces of a secret', () => {
  test.each([
    ['without its public beginning', KEY.slice(8)],
    ['out of its middle', KEY.slice(11, 19)],
    ['in the text of a parse error', `Unexpected token 'w', ..."{${KEY.slice(0, 20)}..."`],
    ['cut within its encoding', base64(KEY).slice(0, -9)],
  ])('%s', (_, leak) => {
    expect(text(leak)).toContain('$CONFORMANCE_API_KEY(altered)')
  })

  test('of a secret that repeats itself', () => {
    const same = createScrubber([{ name: 'K', value: 'k'.repeat(4096) }])
    expect(same.text(`x${'k'.repeat(4096)}x`)).toBe('x$Kx')
    expect(same.text('k'.repeat(100_000))).not.toContain('kkkkkkkk')
  })
})

test('a word in a key is no piece of it', () => {
  const wordy = createScrubber([{ name: 'K', value: 'cak_live_exhaustible_workspace_1a2b3c4d' }])
  expect(wordy.text('exhaustibleKey workspace')).toBe('exhaustibleKey workspace')
  expect(wordy.text('exhaustible_workspace e_1a2b3c4d')).toBe('$K(altered) $K(altered)')
})

describe('short secrets', () => {
  test('are replaced as they stand', () => {
    const short = createScrubber([{ name: 'A', value: 'ab.c' }])
    expect(short.text('xab.cx abxc YWIuYw==')).toBe('x$Ax abxc YWIuYw==')
  })

  test('of middling length show their beginning, but not all but the last character', () => {
    const middling = createScrubber([{ name: 'A', value: 'secret-key' }])
    expect(middling.text('secret secret-k secret-ke secret-kE')).toBe(
      'secret secret-k $A(altered) $A(altered)',
    )
  })

  test('one that begins with another is replaced whole', () => {
    const both = createScrubber([
      { name: 'SHORT', value: 'abcdefgh' },
      { name: 'LONG', value: 'abcdefgh-ijkl' },
    ])
    expect(both.text('abcdefgh-ijkl abcdefgh')).toBe('$LONG $SHORT')
  })
})

describe('deep', () => {
  test('reaches every string and name, and leaves the original alone', () => {
    const value = { a: [KEY, 1, null, undefined, true], [KEY]: { b: `x${OTHER}` } }
    const before = structuredClone(value)

    expect(deep(value)).toEqual({
      a: ['$CONFORMANCE_API_KEY', 1, null, undefined, true],
      $CONFORMANCE_API_KEY: { b: 'x$CONFORMANCE_OTHER_API_KEY' },
    })
    expect(value).toEqual(before)
  })
})

/** What `key_prefix` may show of it. */
const PUBLIC = 9
const { text: scrub } = createScrubber([{ name: 'CONFORMANCE_API_KEY', value: KEY }])

const name = fc.constantFrom(...Object.keys(ENCODERS))
const piece = fc.constantFrom(
  KEY,
  KEY.slice(8),
  KEY.slice(PUBLIC, PUBLIC + 8),
  KEY.slice(0, 20),
  KEY.slice(-12),
)
const around = fc.stringMatching(/^[\w {}":,./?&%+=-]{0,12}$/)

/** More of them: `SCRUB_RUNS=10000 npx vitest run --project unit lib/http/scrub.test`. */
const RUNS = Number(process.env['SCRUB_RUNS'] ?? 1_000)

test('a key that was encoded cannot be read out of what is left', () => {
  fc.assert(
    fc.property(name, piece, around, around, (encoder, part, before, after) => {
      expect(leakOf(scrub(before + encoded(part, [encoder]) + after), KEY, PUBLIC)).toBeUndefined()
    }),
    { numRuns: RUNS },
  )
})

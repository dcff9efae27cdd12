import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createScrubber } from './scrub.ts'
import { encoded, ENCODERS, leakOf } from './testing/encoders.ts'

// Made up for this test.
const KEY = 'wk_live_9aF3kQ7mZp2RtX8vB1nC'
/** What `key_prefix` may show of it. */
const PUBLIC = 9
const { text: scrub } = createScrubber([{ name: 'CONFORMANCE_API_KEY', value: KEY }])

const chain = fc.array(fc.constantFrom(...Object.keys(ENCODERS)), { maxLength: 3 })
const piece = fc.constantFrom(
  KEY,
  KEY.toUpperCase(),
  KEY.slice(8),
  KEY.slice(PUBLIC, PUBLIC + 8),
  KEY.slice(0, 20),
  KEY.slice(-12),
)
const around = fc.stringMatching(/^[\w {}":,./?&%+=-]{0,12}$/)

/** More of them: `SCRUB_RUNS=10000 npx vitest run --project unit lib/http/scrub.property`. */
const RUNS = Number(process.env['SCRUB_RUNS'] ?? 1_000)

test('a key that was encoded up to three times cannot be read out of what is left', () => {
  fc.assert(
    fc.property(chain, piece, around, around, (names, part, before, after) => {
      expect(leakOf(scrub(before + encoded(part, names) + after), KEY, PUBLIC)).toBeUndefined()
    }),
    { numRuns: RUNS },
  )
}, 300_000)

test('the reader of this test finds a key that nobody hid', () => {
  for (const encode of Object.values(ENCODERS))
    expect(leakOf(`x ${encode(KEY)} y`, KEY, PUBLIC)).toBeDefined()
})

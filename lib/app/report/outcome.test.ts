import { describe, expect, test } from 'vitest'
import { outcomeOf } from './outcome.ts'
import { sampleRequirement } from './testing/sample-parts.ts'

const DAY = '2026-11-20'
const row = (change: Parameters<typeof sampleRequirement>[1]): ReturnType<typeof sampleRequirement> =>
  sampleRequirement(['LEAD-21', 4, 'POST /leads', 'must', 'returns the existing lead'], change)

const known = { reason: 'r', unexpectedPass: false }

describe('the outcome of a requirement', () => {
  test.each([
    ['failed', undefined, 'failed'],
    ['failed', { ...known, until: '2026-11-19' }, 'failed'],
    ['failed', { ...known, until: DAY }, 'known-failure'],
    ['failed', { ...known, unexcused: 1 }, 'failed'],
    ['inconclusive', { ...known, until: '2026-11-19' }, 'inconclusive'],
    ['inconclusive', { ...known, until: DAY }, 'inconclusive'],
    ['error', known, 'error'],
    ['passed', { ...known, unexpectedPass: true }, 'unexpected-pass'],
  ] as const)('that is %s, where the known failures say %j, is %s', (verdict, listed, outcome) => {
    expect(outcomeOf(row({ verdict, known: listed }), DAY)).toBe(outcome)
  })
})

import { describe, expect, test } from 'vitest'
import { outcomeOf, totalsOf } from './outcome.ts'
import { sampleFinding, sampleRequirement } from './testing/sample-parts.ts'

const DAY = '2026-11-20'
const row = (change: Parameters<typeof sampleRequirement>[1]): ReturnType<typeof sampleRequirement> =>
  sampleRequirement(['LEAD-21', 4, 'POST /leads', 'must', 'returns the existing lead'], change)
const failed = { verdict: 'failed', findings: [sampleFinding('LEAD-21')] } as const

describe('the outcome of a requirement', () => {
  test('is its verdict where no known failure speaks of it', () => {
    expect(outcomeOf(row(failed), DAY)).toBe('failed')
  })

  test.each([
    ['2026-11-19', 'failed'],
    ['2026-11-20', 'known-failure'],
    ['2026-11-21', 'known-failure'],
  ])('of a known failure until %s is %s', (until, outcome) => {
    expect(outcomeOf(row({ ...failed, known: { reason: 'r', until, unexpectedPass: false } }), DAY)).toBe(
      outcome,
    )
  })

  test.each([
    ['inconclusive', '2026-11-19', 'expired-excuse'],
    ['not-applicable', '2026-11-19', 'expired-excuse'],
    ['disabled', '2026-11-19', 'disabled'],
    ['error', '2026-11-19', 'error'],
    ['inconclusive', '2026-11-20', 'inconclusive'],
  ] as const)('that is %s, of a known failure until %s, is %s', (verdict, until, outcome) => {
    const known = { reason: 'r', until, unexpectedPass: false }
    expect(outcomeOf(row({ verdict, reason: 'not seen', known }), DAY)).toBe(outcome)
  })

  test('is a violation where it is seen at a place that no known failure names', () => {
    const known = { reason: 'r', unexpectedPass: false, unexcused: 1 }
    expect(outcomeOf(row({ ...failed, known }), DAY)).toBe('failed')
  })

  test('never excuses an error', () => {
    const known = { reason: 'r', unexpectedPass: false }
    expect(outcomeOf(row({ verdict: 'error', reason: 'reset', known }), DAY)).toBe('error')
  })

  test('tells of a known failure that passed', () => {
    expect(outcomeOf(row({ known: { reason: 'r', unexpectedPass: true } }), DAY)).toBe('unexpected-pass')
  })
})

describe('totals', () => {
  test('add up, with unexpected passes as failures and known failures as skipped', () => {
    const known = { reason: 'r', unexpectedPass: false }
    const rows = [
      row({}),
      row(failed),
      row({ ...failed, known }),
      row({ known: { ...known, unexpectedPass: true } }),
      row({ verdict: 'error', reason: 'r' }),
      row({ verdict: 'disabled', reason: 'r' }),
      row({ verdict: 'inconclusive', reason: 'r' }),
      row({ verdict: 'inconclusive', reason: 'r', known: { ...known, until: '2026-11-01' } }),
      row({ verdict: 'not-applicable', reason: 'r' }),
    ]
    const totals = totalsOf(rows, DAY)
    expect(totals).toMatchObject({ tests: 9, failures: 3, errors: 1, skipped: 4 })
    expect(Object.values(totals.by).reduce((sum, n) => sum + n, 0)).toBe(9)
  })
})

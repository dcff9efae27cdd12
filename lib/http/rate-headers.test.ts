import { answered, RATE_HEADERS } from './testing/exchange.ts'
import { describe, expect, test } from 'vitest'
import { rateNumber, resetAfter } from './rate-headers.ts'

// 2026-11-20T12:00:00Z; the exchange's own clock stands there too.
const NOW = Date.UTC(2026, 10, 20, 12)

function limitOf(...values: readonly string[]): number | undefined {
  const headers = values.map((value) => ['X-RateLimit-Limit', value] as const)
  return rateNumber(answered(1, headers), RATE_HEADERS.limit)
}

describe('rateNumber', () => {
  test.each([
    ['0', 0],
    ['1000', 1000],
    [' 7 ', 7],
    ['-1', undefined],
    ['1.5', undefined],
    ['0x10', undefined],
    ['1e3', undefined],
    [`1${'0'.repeat(30)}`, undefined],
    ['', undefined],
    ['many', undefined],
  ])('%j is %j', (value, number) => {
    expect(rateNumber(answered(1, [['x-ratelimit-remaining', value]]), RATE_HEADERS.remaining)).toBe(number)
  })

  test('headers that contradict each other say nothing, a mere repeat does no harm', () => {
    expect([limitOf('5', '7'), limitOf('5', '5')]).toEqual([undefined, 5])
  })
})

describe('resetAfter', () => {
  test.each([
    ['0', 0],
    ['90', 90_000],
    ['3600', 3_600_000],
    ['12.5', 12_500],
    [String(NOW / 1000 + 600), 600_000],
    [String(NOW + 600_000), 600_000],
    ['2026-11-20T12:10:00Z', 600_000],
    ['2026-11-20T13:10:00.000+01:00', 600_000],
    ['Fri, 20 Nov 2026 12:10:00 GMT', 600_000],
    [String(NOW / 1000 - 5), 0],
    [String(NOW / 1000 - 500), undefined],
    [String(NOW / 1000 + 90_000), undefined],
    ['86400', undefined],
    ['2026-11-20', undefined],
    ['soon', undefined],
    ['-5', undefined],
    ['', undefined],
  ])('%j is %j ms', (value, wait) => {
    expect(
      resetAfter(answered(1, [['X-RateLimit-Reset', value]], { startedAt: NOW }), RATE_HEADERS.reset),
    ).toBe(wait)
  })

  test('without the header there is nothing to understand', () => {
    expect(resetAfter(answered(1), RATE_HEADERS.reset)).toBeUndefined()
  })

  test('an instant is compared with the clock of the one who gave it', () => {
    const headers = [
      ['X-RateLimit-Reset', '2016-11-20T12:10:00Z'],
      ['Date', 'Sun, 20 Nov 2016 12:00:00 GMT'],
    ] as const
    expect(resetAfter(answered(1, headers, { startedAt: NOW }), RATE_HEADERS.reset)).toBe(600_000)
  })
})

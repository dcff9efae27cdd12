import { answered } from './testing/exchange.ts'
import { describe, expect, test } from 'vitest'
import { rateNumber, resetOf, RATE_HEADER } from './rate-headers.ts'

// 2026-11-20T12:00:00Z; the exchange's own clock stands there too.
const NOW = Date.UTC(2026, 10, 20, 12)

function limitOf(...values: readonly string[]): number | undefined {
  const headers = values.map((value) => ['X-RateLimit-Limit', value] as const)
  return rateNumber(answered(1, headers), RATE_HEADER.limit)
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
    expect(rateNumber(answered(1, [['x-ratelimit-remaining', value]]), RATE_HEADER.remaining)).toBe(number)
  })

  test('headers that contradict each other say nothing, a mere repeat does no harm', () => {
    expect([limitOf('5', '7'), limitOf('5', '5')]).toEqual([undefined, 5])
  })
})

describe('resetOf', () => {
  test.each([
    ['0', 'seconds left', 0],
    ['90', 'seconds left', 90_000],
    [String(NOW / 1000 + 600), 'seconds since the epoch', 600_000],
    [String(NOW / 1000 - 5), 'seconds since the epoch', 0],
    [String(NOW + 600_000), 'milliseconds since the epoch', 600_000],
    ['2026-11-20T12:10:00Z', 'a date', 600_000],
    ['Fri, 20 Nov 2026 12:10:00 GMT', 'a date', 600_000],
  ])('%j is %s: %j ms', (value, form, waitMs) => {
    const one = answered(1, [['X-RateLimit-Reset', value]], { startedAt: NOW })
    expect(resetOf(one)).toEqual({ form, waitMs })
  })

  test.each([String(NOW / 1000 - 500), String(NOW / 1000 + 90_000), '86400', '2026-11-20', 'soon', '-5', ''])(
    '%j is not understood',
    (value) => {
      const one = answered(1, [['X-RateLimit-Reset', value]], { startedAt: NOW })
      expect(resetOf(one)).toBeUndefined()
    },
  )

  test('an instant is compared with the clock of the one who gave it', () => {
    const headers = [
      ['X-RateLimit-Reset', '2016-11-20T12:10:00Z'],
      ['Date', 'Sun, 20 Nov 2016 12:00:00 GMT'],
    ] as const
    expect(resetOf(answered(1, headers, { startedAt: NOW }))?.waitMs).toBe(600_000)
  })
})

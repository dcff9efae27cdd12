import { expect, test } from 'vitest'
import { exchange, judgementsOf, summarised } from '../../lib/engine/judge/testing/exchanges.ts'
import { rateHeadersOracle } from './headers.ts'

const REMAINING = 'X-RateLimit-Remaining'

test('the same value twice is one value, two values are none', () => {
  const twice = (value: string): string[][] =>
    summarised(judgementsOf(exchange('GET /me', { more: [[REMAINING, value]] }), rateHeadersOracle))

  expect([twice('990'), twice('5').map(([id]) => id)]).toEqual([[], ['RATE-03']])
})

test('what a cache kept is no evidence', () => {
  const kept = exchange('GET /me', { more: [['Age', '3']], headers: { [REMAINING]: '2000' } })
  const judgements = judgementsOf(kept, rateHeadersOracle)

  expect([judgements.findings, judgements.held.size]).toEqual([[], 0])
})

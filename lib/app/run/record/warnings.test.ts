import { expect, test } from 'vitest'
import type { Exchange } from '../../../engine/http/exchange.ts'
import { noAnswer, exchangeOf } from '../../../engine/case/testing/answers.ts'
import { momentsOf } from './warnings.ts'

const LEADS = { path: '/leads' }
const passing = (one: Exchange): Exchange => ({ ...one, swallowed: true })
const GATEWAY: Exchange = { ...exchangeOf('', { ...LEADS, status: 503 }), gateway: true }

test.each<[string, readonly Exchange[], number | undefined, readonly string[]]>([
  ['nothing of the kind', [exchangeOf({})], undefined, []],
  [
    'what failed for a moment',
    [
      passing(exchangeOf({}, { ...LEADS, status: 500 })),
      ...Array(2).fill(passing(noAnswer('reset').exchange)),
    ],
    undefined,
    ['3 requests failed for a moment: GET /me (2), 500 of GET /leads'],
  ],
  ['a gateway', [GATEWAY], undefined, ['1 request did not reach the API: 503 of GET /leads']],
  [
    'a service that hangs',
    [noAnswer('timeout').exchange],
    undefined,
    ['1 request got no answer in time (--concurrency sends fewer at once): GET /me'],
  ],
  [
    'a limiter',
    [
      ...Array(2).fill(exchangeOf({}, { ...LEADS, status: 429, headers: [['Retry-After', '1']] })),
      exchangeOf({}, { status: 429 }),
    ],
    14,
    [
      '3 requests were refused by a limiter (429, Retry-After: 1, without Retry-After); the run slowed down to 14 a second (--rate): 429 of GET /leads (2), 429 of GET /me',
    ],
  ],
])('a run that met %s says so', (_, exchanges, rate, lines) => {
  expect(momentsOf(exchanges, rate)).toEqual(lines)
})

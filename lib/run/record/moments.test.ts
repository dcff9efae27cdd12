import { expect, test } from 'vitest'
import type { Exchange } from '../../http/exchange.ts'
import { noAnswer, exchangeOf } from '../../harness/testing/answers.ts'
import { momentsOf } from './moments.ts'

const passing = (one: Exchange): Exchange => ({ ...one, momentary: true })
const LEADS = { path: '/leads' }
const LOST = passing(noAnswer('reset').exchange)
const gateway = (status: number): Exchange => ({
  ...exchangeOf('', {
    ...LEADS,
    status,
    headers: [
      ['Content-Type', 'text/html'],
      ['Server', 'nginx'],
    ],
  }),
  foreign: true,
})

test.each<[string, readonly Exchange[], readonly string[]]>([
  ['nothing of the kind', [exchangeOf({})], []],
  [
    'a server error that was not met again',
    [passing(exchangeOf({}, { ...LEADS, status: 503 })), exchangeOf({})],
    ['server errors for a moment: 1 of 2 answers: 503 of GET /leads'],
  ],
  [
    'answers of a gateway',
    [gateway(503), gateway(503), gateway(502)],
    [
      '2 answers 503 text/html from nginx: the API was not reached',
      '1 answer 502 text/html from nginx: the API was not reached',
    ],
  ],
  [
    'lost and idle connections',
    [LOST, LOST, passing(exchangeOf({}, { status: 408 }))],
    ['connections refused or lost for a moment: GET /me (2)', 'idle connections closed with 408: 1'],
  ],
  [
    'a service that hangs',
    [noAnswer('timeout').exchange],
    [expect.stringMatching(/^1 request got no answer in time: GET \/me\. .*--concurrency/)],
  ],
])('a run that met %s says so', (_, exchanges, lines) => {
  expect(momentsOf(exchanges)).toEqual(lines)
})

test('a limiter is named with the rate that it takes', () => {
  expect(momentsOf([], 14)).toEqual([
    'something in front of the API limits requests: slowed down to 14 a second (--rate)',
  ])
})

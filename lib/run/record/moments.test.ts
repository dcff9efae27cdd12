import { expect, test } from 'vitest'
import type { Exchange } from '../../http/exchange.ts'
import { noAnswer, exchangeOf } from '../../harness/testing/answers.ts'
import { momentsOf } from './moments.ts'

const passing = (one: Exchange): Exchange => ({ ...one, momentary: true })
const BOOKS = { path: '/leads' }
const gateway = (status: number): Exchange => ({
  ...exchangeOf('', {
    ...BOOKS,
    status,
    headers: [
      ['Content-Type', 'text/html'],
      ['Server', 'nginx'],
    ],
  }),
  foreign: true,
})

test('a run that met nothing of the kind has nothing to say', () => {
  expect(momentsOf([exchangeOf({})])).toEqual([])
})

test('a server error that was not met again is named, with how many there were', () => {
  const error = passing(exchangeOf({}, { ...BOOKS, status: 503 }))

  expect(momentsOf([error, ...Array.from({ length: 9 }, () => exchangeOf({}))])).toEqual([
    'server errors for a moment: 1 of 10 answers: 503 of GET /leads',
  ])
})

test('what a gateway answered is named by status, form and server', () => {
  expect(momentsOf([gateway(503), gateway(503), gateway(502)])).toEqual([
    '2 answers 503 text/html from nginx: the API was not reached',
    '1 answer 502 text/html from nginx: the API was not reached',
  ])
})

test('a limiter is named with the rate that it takes', () => {
  expect(momentsOf([], 14)).toEqual([
    'something in front of the API limits requests: slowed down to 14 a second (--rate)',
  ])
})

test('lost and idle connections are counted', () => {
  const lost = passing(noAnswer('reset').exchange)

  expect(momentsOf([lost, lost, passing(exchangeOf({}, { status: 408 }))])).toEqual([
    'connections refused or lost for a moment: GET /me (2)',
    'idle connections closed with 408: 1',
  ])
})

test('a service that hangs is named where it left requests unanswered', () => {
  const late = noAnswer('timeout').exchange

  expect(momentsOf(Array.from({ length: 6 }, () => late))[0]).toMatch(
    /^6 requests got no answer in time: GET \/me \(6\)\. .*--concurrency/,
  )
})

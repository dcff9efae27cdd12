import { API } from '../api/index.ts'
import { describe, expect, test } from 'vitest'
import { answered } from '../http/testing/exchange.ts'
import type { Exchange } from '../http/exchange.ts'
import { answerOf } from '../api/testing/answers.ts'
import { Tally } from './tally.ts'

const BASE = 'https://api.example/v1'
const RATE = [
  ['Content-Type', 'application/json'],
  ['X-RateLimit-Limit', '1000'],
  ['X-RateLimit-Remaining', '900'],
  ['X-RateLimit-Reset', '60'],
] as const
const ME = { data: { team_id: 'Team01', team_name: null, key_name: 'ci', key_prefix: 'sk_l' } }

const exchange = (id: number, body: unknown = ME): Exchange => answerOf(body, { id, headers: RATE }).exchange

describe('judging each exchange', () => {
  test('counts how often a requirement held, with the first exchanges that show it', () => {
    const tally = new Tally(API, BASE)
    for (const id of [1, 2, 3]) tally.add(exchange(id))

    expect(tally.findings).toEqual([])
    expect(tally.held.get('ME-01')).toEqual({ count: 3, evidence: [1, 2] })
    expect(tally.judgements).toBe([...tally.held.values()].reduce((sum, { count }) => sum + count, 0))
  })

  test('keeps what it finds', () => {
    const tally = new Tally(API, BASE)
    tally.add(exchange(1, { data: { ...ME.data, key_name: 7 } }))

    expect(tally.findings.map(({ requirement }) => requirement)).toEqual(['ME-03'])
    expect(tally.judgements).toBeGreaterThan(1)
  })

  test('what is wrong alike in every row of a page is one finding, with how often it was seen', () => {
    const tally = new Tally(API, BASE)
    const rows = Array.from({ length: 2_000 }, () => ({}))
    tally.add(answerOf({ data: rows, pagination: {} }, { path: '/chatbots', headers: RATE }).exchange)

    const named = tally.findings.filter(({ requirement }) => requirement === 'CHATBOT-02')
    expect(named).toMatchObject([{ pointer: '/data/0/name', count: 2_000 }])
  })

  test('a fault of the tool in one judgement costs no other', () => {
    const tally = new Tally(API, BASE)
    const broken: Exchange = {
      ...exchange(1),
      get request(): never {
        throw new Error('this cannot be read')
      },
    }
    tally.add(broken)
    tally.add(exchange(2))

    expect(tally.faults).toEqual(['this cannot be read'])
    expect(tally.held.get('ME-01')?.evidence).toEqual([2])
    expect(tally.exchanges).toHaveLength(2)
  })
})

test('past what can be kept, only the beginning of large bodies is kept, after it was judged', () => {
  const tally = new Tally(API, BASE)
  const large = (id: number, length: number): Exchange => {
    const one = exchange(id)
    const text = 'x'.repeat(length)
    return { ...one, ...(one.response && { response: { ...one.response, text, size: length } }) }
  }
  tally.add(large(1, 10_000_000))
  tally.add(large(2, 10_000_000))
  tally.add(exchange(3))

  expect(tally.exchanges.map(({ response }) => response?.text.length)).toEqual([
    10_000_000,
    4_096,
    JSON.stringify(ME).length,
  ])
  expect(tally.exchanges[1]?.response?.json.ok).toBe(false)
  expect(tally.held.get('ME-01')?.count).toBe(3)
})

const leaking = (): Tally => {
  const tally = new Tally(API, BASE)
  const row = { id: 'Bot000001' }
  const list = (id: number, key: 'main' | 'other'): Exchange => ({
    ...answerOf({ data: [row], pagination: {} }, { id, path: '/chatbots', headers: RATE }).exchange,
    key,
  })
  tally.exchanges.push(list(2, 'other'), list(1, 'main'))
  return tally
}

describe('what only the whole run shows', () => {
  test('is judged on exchanges in the order in which they were sent', () => {
    const tally = leaking()
    tally.conclude(false)

    expect(tally.exchanges.map(({ id }) => id)).toEqual([1, 2])
    expect(tally.findings.some(({ requirement }) => requirement.startsWith('ISOLATION-'))).toBe(true)
  })

  test('leaves isolation out where there is but one workspace', () => {
    const tally = leaking()
    tally.conclude(true)

    expect(tally.findings.filter(({ requirement }) => requirement.startsWith('ISOLATION-'))).toEqual([])
  })
})

test('an exchange without an answer is kept, and judged by nothing', () => {
  const tally = new Tally(API, BASE)
  const { response: _, ...rest } = answered(1)
  tally.add({ ...rest, failure: { kind: 'timeout', message: 'late' } })

  expect([tally.exchanges.length, tally.findings.length, tally.faults.length]).toEqual([1, 0, 0])
})

describe('a server error that passed when the request was sent again', () => {
  const FAULT = { error: 'Something went wrong.', code: 'internal_error' }
  const failed = (id: number, status = 500): Exchange => ({
    ...answerOf(FAULT, { id, status, headers: RATE }).exchange,
    momentary: true,
  })
  /** Answers in turns: one error, and then some that are served. */
  const turns = (times: number, served: number, status = 500): Tally => {
    const tally = new Tally(API, BASE)
    for (let id = 1; id <= (served + 1) * times + 1; id += 1)
      tally.add(id % (served + 1) === 0 ? failed(id, status) : exchange(id))
    tally.conclude(true)
    return tally
  }
  const found = ({ findings }: Tally): string[] => findings.map(({ requirement }) => requirement)

  test('is judged where the operation fails again and again', () => {
    const tally = turns(4, 2)
    expect(found(tally)).toEqual(Array.from({ length: 4 }, () => 'STATUS-02'))
    expect(tally.exchanges.some(({ momentary }) => momentary === true)).toBe(false)
  })

  test.each([
    ['met three times', turns(3, 2)],
    ['met in one of twenty answers', turns(5, 20)],
    ['of a gateway', turns(6, 2, 502)],
  ])('is no violation %s', (_, tally) => {
    expect(found(tally)).toEqual([])
  })

  test('is no violation in one outage, however long', () => {
    const tally = new Tally(API, BASE)
    for (let id = 1; id <= 20; id += 1) tally.add(id < 5 || id > 15 ? exchange(id) : failed(id))
    tally.conclude(true)
    expect(found(tally)).toEqual([])
  })
})

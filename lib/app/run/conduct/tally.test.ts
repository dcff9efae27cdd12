import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../../engine/http/exchange.ts'
import { answerOf, exchangeOf } from '../../../engine/case/testing/answers.ts'
import { LONGEST_BODY } from '../../../engine/http/kept.ts'
import type { Finding } from '../../../engine/judge/finding.ts'
import { Tally } from './tally.ts'

const BASE = 'https://api.example/v1'
const BOTS = { id: 'Bot000001', name: 'Desk', is_active: true, created_at: '2026-01-02T03:04:05Z' }
const found = (findings: readonly Finding[], family: string): string[] =>
  findings.map(({ requirement }) => requirement).filter((id) => id.startsWith(family))

describe('judging each exchange', () => {
  test('counts how often a requirement held, with the exchanges that show it, and keeps what it finds', () => {
    const tally = new Tally(BASE)
    for (const id of [1, 2, 3]) tally.add(answerOf({ data: { team_id: 7, key_name: 'ci' } }, { id }).exchange)
    expect(tally.held.get('ME-03')).toEqual({ count: 3, evidence: [1, 2, 3] })
    expect(found(tally.found.certain, 'ME-01')).toHaveLength(3)
    expect(tally.judgements).toBe(
      tally.found.size + [...tally.held.values()].reduce((sum, { count }) => sum + count, 0),
    )
  })

  test('a fault of the tool in one judgement costs no other', () => {
    const tally = new Tally(BASE)
    const broken = exchangeOf({})
    Object.defineProperty(broken.response, 'json', {
      get() {
        throw new Error('this cannot be read')
      },
    })
    tally.add(broken)
    tally.add(exchangeOf({}, { id: 2 }))
    expect(tally.faults).toEqual(['this cannot be read'])
    expect(tally.found.size).toBeGreaterThan(0)
  })
})

test('past what can be kept, only the beginning of large bodies is kept, after it was judged', () => {
  const tally = new Tally(BASE)
  const large = (id: number): Exchange => {
    const one = exchangeOf({ data: {} }, { id })
    const text = 'x'.repeat(10_000_000)
    return { ...one, response: one.response && { ...one.response, text, size: text.length } }
  }
  for (const id of [1, 2]) tally.add(large(id))
  expect(tally.exchanges.map(({ response }) => response?.text.length)).toEqual([10_000_000, LONGEST_BODY])
  expect(tally.exchanges[1]?.response?.json.ok).toBe(false)
})

describe('a page that contradicts its total, which another query counts', () => {
  const page = (id: number, more: Partial<Exchange> = {}): Exchange => ({
    ...exchangeOf(
      { data: [BOTS], pagination: { limit: 1, offset: 0, total: 2, has_more: false } },
      { id, path: '/chatbots' },
    ),
    ...more,
  })
  const tallyOf = (...exchanges: readonly Exchange[]): Tally => {
    const tally = new Tally(BASE)
    for (const one of exchanges) tally.add(one)
    return tally
  }
  const RULE = 'LIST-CHATBOTS-08'

  test.each([
    ['once', [page(1)], 0],
    ['twice by the first runs of cases', [page(1), page(2)], 0],
    ['by both runs of a case', [page(1), page(2, { pass: 2 })], 2],
  ])('seen %s', (_, exchanges, times) => {
    const { certain, doubtful } = tallyOf(...exchanges).found
    expect(found(certain, RULE)).toHaveLength(times)
    expect(found(doubtful, RULE)).toHaveLength(exchanges.length - times)
  })

  test('is nothing once the run has written', () => {
    const write = exchangeOf({ data: {} }, { id: 2, method: 'POST', path: '/leads' })
    const { certain, doubtful } = tallyOf(write, page(3), page(4, { pass: 2 })).found
    expect(found([...certain, ...doubtful], RULE)).toEqual([])
  })
})

test('what the answers of a run show together is judged, in the order of sending', () => {
  const me = (id: number, team_id: string): Exchange => exchangeOf({ data: { team_id } }, { id, path: '/me' })
  const tally = new Tally(BASE)
  for (const one of [me(2, 'other'), me(1, 'first')]) tally.add(one)
  tally.conclude()

  const [finding] = tally.found.certain.filter(({ requirement }) => requirement === 'GET-ME-03')
  expect(finding).toMatchObject({ exchanges: [2, 1], received: '"other"' })
  expect(tally.exchanges.map(({ id }) => id)).toEqual([1, 2])
})

import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../../engine/http/exchange.ts'
import { answerOf, exchangeOf } from '../../../engine/case/testing/answers.ts'
import { LONGEST_BODY } from '../../../engine/http/kept.ts'
import { Tally } from './tally.ts'

const BASE = 'https://api.example/v1'
const BOTS = { id: 'Bot000001', name: 'Desk', is_active: true, created_at: '2026-01-02T03:04:05Z' }
const found = ({ findings }: Pick<Tally, 'findings'>, family: string): string[] =>
  findings.map(({ requirement }) => requirement).filter((id) => id.startsWith(family))

describe('judging each exchange', () => {
  test('counts how often a requirement held, with the exchanges that show it, and keeps what it finds', () => {
    const tally = new Tally(BASE)
    for (const id of [1, 2, 3]) tally.add(answerOf({ data: { team_id: 7, key_name: 'ci' } }, { id }).exchange)
    expect(tally.held.get('ME-03')).toEqual({ count: 3, evidence: [1, 2, 3] })
    expect(found(tally, 'ME-01')).toHaveLength(3)
    expect(tally.judgements).toBe(
      tally.findings.length + [...tally.held.values()].reduce((sum, { count }) => sum + count, 0),
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
    expect(tally.findings.length).toBeGreaterThan(0)
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

test('a page that contradicts its total is handed out once, as long as the run has written nothing', () => {
  const page = (id: number): Exchange =>
    exchangeOf(
      { data: [BOTS], pagination: { limit: 50, offset: 0, total: 2, has_more: false } },
      { id, path: '/chatbots' },
    )
  const tally = new Tally(BASE)
  tally.add(page(1))
  tally.add(exchangeOf({ data: {} }, { id: 2, method: 'POST', path: '/leads' }))
  tally.add(page(3))

  expect(tally.findings.map(({ requirement }) => requirement)).not.toContain('LIST-CHATBOTS-08')
  expect(tally.unsureIn([1, 3])).toEqual(tally.unsureIn([1, 3]))
  const unsure = [...tally.takeUnsure([1, 3]).values()]
  expect(found({ findings: unsure }, 'LIST-CHATBOTS-')).toContain('LIST-CHATBOTS-08')
  expect(new Set(unsure.flatMap(({ exchanges }) => exchanges))).toEqual(new Set([1]))
  expect(tally.takeUnsure([1, 3]).size).toBe(0)
})

test('what the answers of a run show together is judged, in the order of sending', () => {
  const me = (id: number, team_id: string): Exchange => exchangeOf({ data: { team_id } }, { id, path: '/me' })
  const tally = new Tally(BASE)
  for (const one of [me(2, 'other'), me(1, 'first')]) tally.add(one)
  tally.conclude()

  const [finding] = tally.findings.filter(({ requirement }) => requirement === 'GET-ME-03')
  expect(finding).toMatchObject({ exchanges: [2, 1], received: '"other"' })
  expect(tally.exchanges.map(({ id }) => id)).toEqual([1, 2])
})

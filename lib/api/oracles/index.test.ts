import { OPERATIONS } from '../operations.ts'
import { describe, expect, test } from 'vitest'
import { isRequirement } from '../catalogue/index.ts'
import { judge, ORACLES } from './index.ts'
import { exchange, facts, page, summarised, unanswered } from './testing/exchanges.ts'
import * as items from './testing/items.ts'

const KEY = 'Bearer sk_live_abcdef'
const { chatbot, conversation, detail, lead, message, booking, reservation, source, me, summary } = items

const sound = [
  exchange('GET /me', { body: { data: me() }, authorization: KEY }),
  exchange('GET /chatbots', { body: page([chatbot()]) }),
  exchange('GET /conversations?is_lead=false&limit=1', { body: page([conversation()], { limit: 1 }) }),
  exchange('GET /conversations/c1', { body: { data: detail() } }),
  exchange('PATCH /conversations/c1', {
    body: { data: conversation() },
    sent: { tags: ['vip'], is_resolved: false },
  }),
  exchange('POST /conversations/c1/messages', {
    body: { data: message({ role: 'note', content: 'Hi' }) },
    sent: { content: 'Hi' },
  }),
  exchange('GET /leads', { body: page([lead()]) }),
  exchange('POST /leads', { body: { data: lead() }, sent: { chatbot_id: 'bot1', name: 'Ada' } }),
  exchange('GET /leads/l1', { body: { data: lead() } }),
  exchange('GET /bookings', { body: page([booking()]) }),
  exchange('GET /reservations', { body: page([reservation()]) }),
  exchange('GET /knowledge/sources?chatbot_id=bot1', { body: { data: [source()] } }),
  exchange('GET /analytics/summary', { body: { data: summary() } }),
]

describe('an answer as the specification wants it', () => {
  test('is shown for every operation', () => {
    expect(new Set(sound.map(({ operation }) => operation))).toEqual(new Set(OPERATIONS))
  })

  test.each(sound.map((one) => [one.operation, one] as const))('of %s is blamed for nothing', (_, one) => {
    const judgements = judge(one, facts)

    expect(summarised(judgements)).toEqual([])
    expect(judgements.held.flatMap((table) => [...table.keys()])).toEqual(
      expect.arrayContaining(['JSON-01', 'JSON-02', 'STATUS-03', 'RATE-01']),
    )
  })

  test('holds only requirements of the catalogue', () => {
    const held = sound.flatMap((one) => judge(one, facts).held.flatMap((table) => [...table.keys()]))
    expect(held.filter((id) => !isRequirement(id))).toEqual([])
  })
})

test('an exchange without an answer is not judged', () => {
  const judgements = judge(unanswered('GET /me'), facts)
  expect(judgements).toEqual({ held: [], findings: [] })
})

test('every oracle is listed once', () => {
  expect(new Set(ORACLES).size).toBe(ORACLES.length)
})

import { type OperationKey, operationOf, OPERATIONS, type Resource } from '../operations.ts'
import type { Exchange } from '../../http/exchange.ts'
import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '../catalogue/index.ts'
import { judge } from './index.ts'
import { exchange, facts, page, summarised, unanswered } from './testing/exchanges.ts'
import * as items from './testing/items.ts'

const KEY = 'Bearer sk_live_abcdef'
const { chatbot, conversation, detail, lead, message, booking, reservation, source, me, summary } = items

const SAMPLES: Readonly<Record<Resource, () => Record<string, unknown>>> = {
  Me: me,
  Chatbot: chatbot,
  Conversation: conversation,
  ConversationDetail: detail,
  Message: () => message({ role: 'note', content: 'Hi' }),
  Lead: lead,
  Booking: booking,
  Reservation: reservation,
  KnowledgeSource: source,
  AnalyticsSummary: summary,
}

/** What each write sends; its answer shows the same. */
const SENT: Readonly<Partial<Record<OperationKey, object>>> = {
  'PATCH /conversations/{id}': { tags: ['vip'], is_resolved: false },
  'POST /conversations/{id}/messages': { content: 'Hi' },
  'POST /leads': { chatbot_id: 'bot1', name: 'Ada' },
}

/** An answer to a plain request for what the contract says the operation returns. */
function sample(key: OperationKey): Exchange {
  const { method, path, resource, form } = operationOf(key)
  const data = SAMPLES[resource]()
  const id = resource === 'Message' ? 'c1' : String(data['id'])
  return exchange(`${method} ${path.replace('{id}', id)}`, {
    body: form === 'page' ? page([data]) : { data: form === 'list' ? [data] : data },
    authorization: KEY,
    ...(SENT[key] === undefined ? {} : { sent: SENT[key] }),
  })
}

const sound = [
  ...OPERATIONS.map(sample),
  exchange('GET /conversations?is_lead=false&limit=1', { body: page([conversation()], { limit: 1 }) }),
]

describe('an answer as the specification wants it', () => {
  test.each(sound.map((one) => [one.operation, one] as const))('of %s violates nothing', (_, one) => {
    const judgements = judge(one, facts)

    expect(summarised(judgements)).toEqual([])
    expect(judgements.held.flatMap((table) => [...table.keys()])).toEqual(
      expect.arrayContaining(['JSON-01', 'JSON-02', 'STATUS-03', 'RATE-01']),
    )
  })

  test('holds only requirements of the catalogue', () => {
    const held = sound.flatMap((one) => judge(one, facts).held.flatMap((table) => [...table.keys()]))
    expect(held.filter((id) => !CATALOGUE.has(id))).toEqual([])
  })
})

test('an exchange without an answer is not judged', () => {
  const judgements = judge(unanswered('GET /me'), facts)
  expect(judgements).toEqual({ held: [], findings: [] })
})

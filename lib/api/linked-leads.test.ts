import { expect, test } from 'vitest'
import type { JsonObject } from '../util/values.ts'
import { linkedLeads } from './linked-leads.ts'
import { discoveryOf } from './testing/answers.ts'

const lead = (id: string, status: string, more: JsonObject = {}): JsonObject => ({
  id,
  status,
  chatbot_id: 'Bot1',
  conversation_id: 'C1',
  ...more,
})

const linked = (...leads: readonly JsonObject[]): unknown[] =>
  linkedLeads(
    discoveryOf({
      'GET /chatbots': [{ id: 'Bot1' }],
      'GET /conversations': [
        { id: 'C1', chatbot_id: 'Bot1' },
        { id: 'C3', chatbot_id: 'Bot3' },
      ],
      'GET /leads': leads,
    }),
  ).map(({ id }) => id)

test('leads of every status come first, of the most frequent one the oldest, then the oldest others; four at most', () => {
  const leads = ['new', 'new', 'won', 'new', 'new', 'new'].map((status, index) => lead(`L${index}`, status))

  expect(linked(...leads)).toEqual(['L5', 'L2', 'L4', 'L3'])
})

test('of each status one without some contact detail comes first, where none of those before lacks it', () => {
  const contact = { name: 'Ada', email: 'ada@example.com', phone: '+15550100' }
  const leads = [
    lead('L0', 'new', contact),
    lead('L1', 'new', { ...contact, phone: null }),
    lead('L2', 'won', contact),
    lead('L3', 'won', { ...contact, email: null }),
  ]

  expect(linked(...leads).slice(0, 2)).toEqual(['L1', 'L3'])
})

test.each<[string, JsonObject]>([
  ['without a conversation', { conversation_id: null }],
  ['whose conversation is gone', { conversation_id: 'C2' }],
  ['whose chatbot is not listed', { chatbot_id: 'Bot3', conversation_id: 'C3' }],
  ['whose conversation is of another chatbot', { conversation_id: 'C3' }],
])('a lead %s is none of them', (_, more) => {
  expect(linked(lead('L1', 'new', more))).toEqual([])
})

import { expect, test } from 'vitest'
import { idsOf } from '../../../lib/api/discovery.ts'
import { conversationsOfEveryKind } from './kinds.ts'
import { discoveryOf } from '../../../lib/harness/testing/answers.ts'

const CHATBOTS = [
  { id: 'On', is_active: true },
  { id: 'Off', is_active: false },
]
const plain = (id: string) => ({
  id,
  chatbot_id: 'On',
  status: 'open',
  is_resolved: false,
  is_lead: false,
  message_count: 3,
})
const THEIRS = [
  plain('C1'),
  plain('C2'),
  { ...plain('C3'), is_resolved: true },
  { ...plain('C4'), chatbot_id: 'Off' },
  { ...plain('C5'), is_resolved: null },
  plain('Shared'),
  plain('C6'),
]

test('conversations of the second workspace: the oldest, each flag, paused chatbots; none twice, none that both show', () => {
  const discovery = discoveryOf(
    { 'GET /conversations': [plain('Shared')] },
    { 'GET /chatbots': CHATBOTS, 'GET /conversations': THEIRS },
  )

  const three = idsOf(conversationsOfEveryKind(discovery, 4))
  expect(three).toEqual(expect.arrayContaining(['C6', 'C3', 'C4']))
  expect(three).not.toContain('C5')
  expect(idsOf(conversationsOfEveryKind(discovery, 9)).toSorted()).toEqual(['C1', 'C2', 'C3', 'C4', 'C6'])
})

test('none without a second workspace', () => {
  expect(conversationsOfEveryKind(discoveryOf({ 'GET /conversations': THEIRS }), 9)).toEqual([])
})

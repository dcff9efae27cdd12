import { describe, expect, test } from 'vitest'
import { type Discovery, idsOf } from '../../../lib/api/discovery.ts'
import { conversationsOfEveryKind, conversationProbe, leadProbe } from './probe-workspace.ts'
import { discoveryOf } from '../../../lib/api/testing/answers.ts'
import { fakeClient } from '../../../lib/api/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/api/testing/run-case.ts'

const OWN = {
  'GET /chatbots': [{ id: 'Bot1', is_active: true }],
  'GET /conversations': [{ id: 'C1', chatbot_id: 'Bot1' }],
} as const

async function leadsIn(discovery: Discovery): Promise<object> {
  let found = {}
  await runCase<'chatbot'>(
    sessionOf(
      fakeClient(() => ({})),
      { discovery },
    ),
    async (ctx) => {
      const { actor, ...rest } = leadProbe(ctx)
      found = { key: actor.label, ...rest }
      await Promise.resolve()
    },
    { phase: 'write', needs: ['chatbot'] },
  )
  return found
}

describe('leads that are to be refused are tried', () => {
  test('on an active chatbot of the other workspace, with its key', async () => {
    const lead = { id: 'L7', chatbot_id: 'Bot9', conversation_id: 'C7', status: 'new' }
    const found = await leadsIn(
      discoveryOf(OWN, {
        'GET /chatbots': [
          { id: 'Bot8', is_active: false },
          { id: 'Bot9', is_active: true },
        ],
        'GET /conversations': ['C7', 'C8'].map((id) => ({ id, chatbot_id: 'Bot9' })),
        'GET /leads': [lead],
      }),
    )

    expect(found).toMatchObject({
      key: 'other',
      spare: true,
      chatbot: 'Bot9',
      linked: lead,
      bare: { id: 'C8' },
    })
  })
})

test('refused writes are tried on an open conversation with tags; the next one follows, and begins anew', async () => {
  const items = [
    { id: 'C5', is_resolved: true, tags: ['a'] },
    { id: 'C6', is_resolved: false, tags: null },
    { id: 'C7', is_resolved: false, tags: ['a'] },
    { id: 'C1', is_resolved: false, tags: ['a'] },
  ]
  const discovery = discoveryOf(OWN, { 'GET /conversations': items })
  let found: unknown[] = []
  await runCase(
    sessionOf(
      fakeClient(() => ({})),
      { discovery },
    ),
    async (ctx) => {
      found = [0, 1, 2, 3].map((place) => conversationProbe(ctx, place)?.id)
      await Promise.resolve()
    },
  )

  expect(found).toEqual(['C7', 'C6', 'C5', 'C7'])
})

const THEIR_CHATBOTS = [
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
    { 'GET /chatbots': THEIR_CHATBOTS, 'GET /conversations': THEIRS },
  )

  const three = idsOf(conversationsOfEveryKind(discovery, 4))
  expect(three).toEqual(expect.arrayContaining(['C6', 'C3', 'C4']))
  expect(three).not.toContain('C5')
  expect(idsOf(conversationsOfEveryKind(discovery, 9)).toSorted()).toEqual(['C1', 'C2', 'C3', 'C4', 'C6'])
})

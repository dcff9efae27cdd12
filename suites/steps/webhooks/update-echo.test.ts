import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/util/values.ts'
import type { Delivery } from '../../../lib/harness/case.ts'
import { discoveryOf } from '../../../lib/api/testing/answers.ts'
import type { Asked } from '../../../lib/http/testing/fake-client.ts'
import { fakeClient } from '../../../lib/api/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/api/testing/run-case.ts'
import { updateEcho } from './update-echo.ts'

const conversationsNamed = (name: (n: number) => string): JsonObject[] =>
  Array.from({ length: 6 }, (_, n) => ({
    id: name(n),
    chatbot_id: 'Bot1',
    is_resolved: n % 2 === 0,
    tags: [],
  }))
const leadsNamed = (name: (n: number) => string, conversations: readonly JsonObject[]): JsonObject[] =>
  conversations.map(({ id }, n) => ({ id: name(n), chatbot_id: 'Bot1', conversation_id: id, status: 'new' }))

const CONVERSATIONS = conversationsNamed((n) => `Talk00${n}`)
const LEADS = leadsNamed((n) => `Lead00${n}`, CONVERSATIONS)

const delivery = (json: unknown): Delivery => ({ headers: {}, body: JSON.stringify(json), json })

/** Looks for the echo on a service that delivers this for each update, and `lead.created` for each lead. */
async function echoOf(
  deliver: (asked: Asked, update: number) => unknown,
  [conversations, leads]: readonly [JsonObject[], JsonObject[]] = [CONVERSATIONS, LEADS],
) {
  const deliveries: Delivery[] = []
  let updates = 0
  const client = fakeClient((asked, count) => {
    if (asked.method === 'PATCH') {
      const event = deliver(asked, ++updates)
      if (event !== undefined) deliveries.push(delivery(event))
    }
    if (asked.method === 'POST')
      deliveries.push(delivery({ type: 'lead.created', data: { id: `New${count}`, ...Object(asked.body) } }))
    const id = asked.path.split('/').at(-1)
    return { body: { data: asked.method === 'POST' ? { id: `New${count}` } : { id, is_resolved: false } } }
  })
  const session = sessionOf(client, {
    discovery: discoveryOf(
      { 'GET /chatbots': [{ id: 'Bot1' }], 'GET /conversations': conversations, 'GET /leads': leads },
      undefined,
      { webhooks: true },
    ),
    deliveries: {
      first: (matches) => Promise.resolve(deliveries.find(matches)),
      all: () => [...deliveries],
    },
  })
  let found: Awaited<ReturnType<typeof updateEcho>> | undefined
  const outcome = await runCase<'webhooks' | 'updateTarget' | 'chatbot'>(
    session,
    async (ctx) => {
      found = await updateEcho(ctx)
    },
    { phase: 'write', needs: ['webhooks', 'updateTarget', 'chatbot'] },
  )
  return {
    outcome,
    delivery: found?.delivery?.json,
    updated: client.asked.filter((a) => a.method === 'PATCH'),
  }
}

describe('the echo of an update', () => {
  test('is what names the conversation after every update', async () => {
    const { delivery: echo } = await echoOf(({ path }) => ({ type: 'conversation.updated', path }))

    expect(echo).toMatchObject({ type: 'conversation.updated' })
  })

  test('is not what named the conversation once: somebody else may have been the cause', async () => {
    const { delivery: echo } = await echoOf(({ path }, update) =>
      update === 1 ? { type: 'message.created', path } : undefined,
    )

    expect(echo).toBeUndefined()
  })

  test('may name the lead of a conversation to which the run sends no further lead; its flag keeps its value', async () => {
    const { delivery: echo, updated } = await echoOf(({ path }) =>
      path.endsWith('Talk001') ? { type: 'lead.updated', data: LEADS[1] } : undefined,
    )

    expect(echo).toMatchObject({ type: 'lead.updated' })
    expect(updated.find(({ path }) => path.endsWith('Talk001'))?.body).toEqual({ is_resolved: false })
  })

  const numbered = conversationsNamed(String)
  const named = leadsNamed((n) => `Lead00${n}`, numbered)

  test.each<[string, unknown, JsonObject[]]>([
    ['holds a short id by chance', { type: 'ping', at: '2026-01-02T03:04:05Z', text: '0123456' }, named],
    [
      'names a lead that is numbered like a conversation',
      { type: 'lead.updated', ids: ['0', '1', '2', '3', '4', '5'] },
      leadsNamed(String, numbered),
    ],
  ])('is not what %s', async (_how, event, leads) => {
    const { delivery: echo } = await echoOf(() => event, [numbered, leads])

    expect(echo).toBeUndefined()
  })
})

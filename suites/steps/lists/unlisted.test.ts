import { expect, test } from 'vitest'
import { Actor } from '../../../lib/api/actor.ts'
import { discoveryOf } from '../../../lib/api/testing/answers.ts'
import { fakeClient } from '../../../lib/api/testing/fake-client.ts'
import { except, item, listing } from '../../../lib/api/testing/tables.ts'
import type { Reaction } from '../../../lib/http/testing/fake-client.ts'
import { unlistedConversation } from './unlisted.ts'

const CONVERSATIONS = [item('C2', 2), item('C1', 1)]
const LED = [item('L1', 3, { conversation_id: 'C1' })]
const HONEST = listing({ '/conversations': CONVERSATIONS, '/leads': LED })

/** The list without its last conversation, counting this many. */
const omitting = (total: number): Reaction =>
  except(({ path, query: { limit = '50', offset = '0' } }) => {
    if (path !== '/conversations') return undefined
    const data = CONVERSATIONS.slice(0, 1).slice(Number(offset))
    const has_more = Number(offset) + data.length < total
    return { body: { data, pagination: { limit: Number(limit), offset: Number(offset), total, has_more } } }
  }, HONEST)

async function found(react: Reaction): Promise<unknown> {
  const client = fakeClient(react)
  const actor = new Actor((spec) => client.send(spec), { key: 'main' })
  const { main } = discoveryOf({ 'GET /leads': LED, 'GET /conversations': CONVERSATIONS.slice(0, 1) })
  const { unlisted } = await unlistedConversation(actor, main, 3)
  return unlisted?.detail.data['id']
}

test.each([
  ['is none where the list has all', HONEST, undefined],
  ['is found where the list ends without it', omitting(1), 'C1'],
  ['is found where a wrong total says that more follow an empty page', omitting(2), 'C1'],
])('a conversation with a detail and no place in the list %s', async (_, react, expected) => {
  expect(await found(react)).toBe(expected)
})

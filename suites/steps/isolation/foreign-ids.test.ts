import { describe, expect, test } from 'vitest'
import type { Header } from '../../../lib/http/exchange.ts'
import { Actor } from '../../../lib/api/actor.ts'
import type { Answer } from '../../../lib/api/answer.ts'
import { oneRequestEach, shownPrefix, withoutKey } from './credentials.ts'
import { compareWithAbsent, foreignIdProbes, foreignUpdate } from './foreign-ids.ts'
import { answerOf, discoveryOf } from '../../../lib/api/testing/answers.ts'
import { fakeClient } from '../../../lib/api/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/api/testing/run-case.ts'
import type { JsonObject } from '../../../lib/util/values.ts'

const NOT_FOUND = { error: 'No such lead.', code: 'not_found' }
const answer = (body: unknown, status = 404, headers: readonly Header[] = []): Answer =>
  answerOf(body, { path: '/leads/x', status, headers })

/** Compares a foreign id with unknown ids; the service knows how many requests there were. */
function compare(
  foreign: (asked: number) => Answer,
  nothing: (id: string, asked: number) => Answer,
): ReturnType<typeof compareWithAbsent> {
  let asked = 0
  const nobody = new Actor(() => Promise.reject(new Error('not asked')), { key: 'main' })
  const ctx = { volatileHeaders: () => new Set<string>() }
  return compareWithAbsent(ctx, nobody, 'Lead000001', (_, id) => {
    asked += 1
    return Promise.resolve(id === 'Lead000001' ? foreign(asked) : nothing(id, asked))
  })
}

describe('a foreign id beside an unknown id', () => {
  test('that get the same answer cannot be distinguished, and cost two requests', async () => {
    const { distinction, others } = await compare(
      () => answer(NOT_FOUND),
      () => answer(NOT_FOUND),
    )

    expect([distinction, others.length]).toEqual([undefined, 1])
  })

  test.each<[string, Answer]>([
    ['status', answer(NOT_FOUND, 403)],
    ['code', answer({ ...NOT_FOUND, code: 'forbidden' })],
    ['text', answer({ ...NOT_FOUND, error: 'Not yours.' })],
    ['fields', answer({ ...NOT_FOUND, owner: 'x' })],
    ['header', answer(NOT_FOUND, 404, [['X-Owner', 'x']])],
  ])('another %s in every round distinguishes them', async (name, foreign) => {
    const { distinction, others } = await compare(
      () => foreign,
      () => answer(NOT_FOUND),
    )

    expect(distinction).toContain(name)
    expect(others).toHaveLength(7)
  })

  test('what differs from one unknown id to the next proves nothing', async () => {
    const { distinction } = await compare(
      () => answer(NOT_FOUND),
      (_, asked) => answer({ ...NOT_FOUND, error: `Incident ${asked}` }),
    )

    expect(distinction).toBeUndefined()
  })

  test('what the foreign id gets only once proves nothing', async () => {
    const { distinction } = await compare(
      (asked) => (asked <= 4 ? answer(NOT_FOUND, 404, [['X-Cache', 'hit']]) : answer(NOT_FOUND)),
      () => answer(NOT_FOUND),
    )

    expect(distinction).toBeUndefined()
  })

  test.each<[string, (asked: number) => number]>([
    ['our requests alone', (asked) => asked],
    ['our requests and another one in each round', (asked) => asked + Math.floor((asked - 1) / 2)],
    ['two requests each', (asked) => Math.floor(asked / 2)],
    ['two requests each, the first of another turn', (asked) => Math.floor((asked + 1) / 2)],
    ['three requests each', (asked) => Math.floor(asked / 3)],
  ])('hosts that take turns with %s prove nothing', async (_how, number) => {
    const byTurns = (asked: number): Answer =>
      answer(NOT_FOUND, 404, [[number(asked) % 2 === 0 ? 'X-Served-By' : 'X-Backend', 'a']])
    const { distinction } = await compare(byTurns, (_, asked) => byTurns(asked))

    expect(distinction).toBeUndefined()
  })
})

describe('probes of the reading endpoints', () => {
  test('use ids that only the workspace under test has', () => {
    const main = { 'GET /leads': [{ id: 'shared' }, { id: 'L1' }], 'GET /chatbots': [{ id: 'Bot1' }] }
    const found = foreignIdProbes(discoveryOf(main, { 'GET /leads': [{ id: 'shared' }] }))

    expect(found.map(({ id }) => id)).toEqual(['L1', ...Array.from({ length: 6 }, () => 'Bot1')])
  })
})

const walkIn = async (lists: Parameters<typeof discoveryOf>[0]): Promise<ReturnType<typeof fakeClient>> => {
  const client = fakeClient(() => ({ status: 401 }))
  const actor = new Actor((spec) => client.send(spec), { key: 'none' })
  const ways = oneRequestEach(
    ['GET /leads/{id}', 'POST /leads', 'PATCH /conversations/{id}', 'GET /knowledge/sources'],
    discoveryOf(lists),
  )
  await Promise.all(ways.map((way) => way(actor)))
  return client
}

describe('one request for each operation', () => {
  test('are entered with ids that exist, and with bodies that could write nothing', async () => {
    const client = await walkIn({
      'GET /leads': [{ id: 'L1' }],
      'GET /conversations': [{ id: 'C1' }],
      'GET /chatbots': [{ id: 'B1' }],
    })

    expect(client.asked).toMatchObject([
      { method: 'GET', path: '/leads/L1', authorization: '' },
      { method: 'POST', path: '/leads', body: {} },
      { method: 'PATCH', path: '/conversations/C1', body: {} },
      { method: 'GET', path: '/knowledge/sources', query: { chatbot_id: 'B1' } },
    ])
  })
})

/** Updates a foreign conversation at a service that answers 404, and sets one of its fields all the same. */
async function carriedOut(field: 'tags' | 'is_resolved') {
  let conversation: JsonObject = { id: 'C7', is_resolved: false, tags: ['a'] }
  const client = fakeClient(({ method, body }) => {
    if (method === 'GET') return { body: { data: conversation } }
    conversation = { ...conversation, [field]: (Object(body) as JsonObject)[field] }
    return { status: 404, body: { error: 'Not found.', code: 'not_found' } }
  })
  const [own, theirs] = ['C1', 'C7'].map((id) => ({ 'GET /conversations': [{ id }] }))
  const session = sessionOf(client, { discovery: discoveryOf(own ?? {}, theirs) })
  let changed: unknown
  await runCase<'otherKey' | 'foreignConversation'>(
    session,
    async (ctx) => {
      changed = (await foreignUpdate(ctx)).changed
    },
    { phase: 'write', needs: ['otherKey', 'foreignConversation'] },
  )
  return { changed, client, session }
}

describe('an update of a foreign conversation that was carried out', () => {
  test.each(['tags', 'is_resolved'] as const)('is seen by its %s', async (field) => {
    expect((await carriedOut(field)).changed).toBe(field)
  })

  test.each(['tags', 'is_resolved'] as const)('in its %s is put back by its owner', async (field) => {
    const { client, session } = await carriedOut(field)
    await session.footprint.undo()

    expect(client.asked.at(-1)).toMatchObject({
      method: 'PATCH',
      path: '/conversations/C7',
      authorization: 'Bearer key-other-1',
      body: { tags: ['a'], is_resolved: false },
    })
  })
})

const KEY = 'sk_live_4Kd93jXw7Pq2'

test.each(['sk_live_', 'sk_live_4Kd'])('the prefix %s that is shown is used as a key', (shown) => {
  expect(shownPrefix(KEY, shown)).toEqual([`Bearer ${shown}`])
})

test.each([KEY, '', 'sk_test_', 5, undefined])('what is shown as %j is no prefix', (shown) => {
  expect(shownPrefix(KEY, shown)).toBeUndefined()
})

test('a bearer header without a token has nothing after the scheme', () => {
  expect(withoutKey()).toEqual(['Bearer ', 'Bearer '])
})

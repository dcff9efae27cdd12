import { describe, expect, test } from 'vitest'
import type { Header } from '../../../lib/http/exchange.ts'
import { Actor } from '../../../lib/api/actor.ts'
import type { Answer } from '../../../lib/api/answer.ts'
import { oneRequestEach } from './credentials.ts'
import { compareWithAbsent, foreignNote, foreignUpdate, foreignIdProbes } from './foreign-ids.ts'
import { answerOf, discoveryOf } from '../../../lib/api/testing/answers.ts'
import type { Asked } from '../../../lib/http/testing/fake-client.ts'
import { fakeClient } from '../../../lib/api/testing/fake-client.ts'
import type { JsonObject } from '../../../lib/util/values.ts'
import type { Session } from '../../../lib/harness/session.ts'
import { runCase, sessionOf } from '../../../lib/api/testing/run-case.ts'

const NOT_FOUND = { error: 'No such lead.', code: 'not_found' }
const answer = (body: unknown, status = 404, headers: readonly Header[] = []): Answer =>
  answerOf(body, { path: '/leads/x', status, headers })

/** Compares a foreign id with unknown ids; the service knows how many requests there were. */
function compare(
  foreign: (asked: number) => Answer,
  nothing: (id: string, asked: number) => Answer,
  volatile: readonly string[] = [],
): ReturnType<typeof compareWithAbsent> {
  let asked = 0
  const nobody = new Actor(() => Promise.reject(new Error('not asked')), { key: 'main' })
  const ctx = { volatileHeaders: () => new Set(volatile) }
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
  ])('another %s, six times in all, distinguishes them', async (name, foreign) => {
    const { distinction, others } = await compare(
      () => foreign,
      () => answer(NOT_FOUND),
    )

    expect(distinction).toContain(name)
    expect(others).toHaveLength(6)
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

const DISCOVERY = discoveryOf(
  { 'GET /conversations': [{ id: 'C1' }] },
  { 'GET /conversations': [{ id: 'C7' }] },
)

type Does = (conversation: JsonObject, body: JsonObject, time: number) => JsonObject

/** Tries one of the two writes at a service that answers 404, and does something to the conversation all the same. */
async function tried(
  write: 'update' | 'note',
  does: Does,
): Promise<{ found: unknown; client: ReturnType<typeof fakeClient>; session: Session }> {
  let conversation: JsonObject = { id: 'C7', is_resolved: false, tags: ['a'], messages: [] }
  let time = 0
  const client = fakeClient(({ method, path, body }: Asked) => {
    if (method === 'GET') return { body: { data: conversation } }
    if (path.includes('C7')) conversation = does(conversation, Object(body), ++time)
    return { status: 404, body: { error: 'Not found.', code: 'not_found' } }
  })
  const session = sessionOf(client, { discovery: DISCOVERY })
  let found: unknown
  await runCase<'otherKey' | 'foreignConversation'>(
    session,
    async (ctx) => {
      found = write === 'update' ? (await foreignUpdate(ctx)).changed : (await foreignNote(ctx)).left?.['id']
    },
    { phase: 'write', needs: ['otherKey', 'foreignConversation'] },
  )
  return { found, client, session }
}

/** What such a write is seen to leave. */
const after = async (write: 'update' | 'note', does: Does): Promise<unknown> =>
  (await tried(write, does)).found

describe('an update of a foreign conversation', () => {
  test.each<[string, unknown, (item: JsonObject, body: JsonObject, time: number) => JsonObject]>([
    ['leaves no trace', undefined, (item) => item],
    ['gives it our tag', 'tags', (item, { tags }) => ({ ...item, tags })],
    [
      'sets its flag, and sets it back',
      'is_resolved',
      (item, body) => ({ ...item, is_resolved: body['is_resolved'] }),
    ],
    [
      'meets a change by others',
      undefined,
      (item, _, time) => (time === 1 ? { ...item, is_resolved: true } : item),
    ],
  ])('%s', async (_, changed, does) => {
    expect(await after('update', does)).toBe(changed)
  })

  test('that was carried out is put back by its owner', async () => {
    const { client, session } = await tried('update', (item, { tags }) => ({ ...item, tags }))
    await session.footprint.undo()

    expect(client.asked.at(-1)).toMatchObject({
      method: 'PATCH',
      path: '/conversations/C7',
      authorization: 'Bearer key-other-1',
      body: { tags: ['a'], is_resolved: false },
    })
  })
})

describe('a note to a foreign conversation', () => {
  const added = (item: JsonObject, message: JsonObject): JsonObject => ({
    ...item,
    messages: [...(item['messages'] as JsonObject[]), message],
  })

  test.each<[string, unknown, (item: JsonObject, body: JsonObject, time: number) => JsonObject]>([
    ['leaves no trace', undefined, (item) => item],
    [
      'stands there',
      'M1',
      (item, { content }, time) => added(item, { id: `M${time}`, role: 'user', content }),
    ],
    [
      'stands there in other words',
      'M2',
      (item, _, time) => added(item, { id: `M${time}`, role: 'note', content: 'x' }),
    ],
    [
      'meets a note by others',
      undefined,
      (item, _, time) => (time === 1 ? added(item, { id: 'M1', role: 'note', content: 'x' }) : item),
    ],
    [
      'meets a visitor',
      undefined,
      (item, _, time) => added(item, { id: `M${time}`, role: 'user', content: 'x' }),
    ],
  ])('%s', async (_, left, does) => {
    expect(await after('note', does)).toBe(left)
  })
})

import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/util/values.ts'
import type { CaseOutcome } from '../../../lib/harness/outcome.ts'
import type { Answer } from '../../../lib/api/answer.ts'
import {
  changedByRefusals,
  updateTarget,
  refusedUpdate,
  expectTags,
  followingConversation,
} from './updates.ts'
import type { Session } from '../../../lib/harness/session.ts'
import { answerOf, discoveryOf } from '../../../lib/api/testing/answers.ts'
import type { Asked, FakeClient, Reaction, Reply } from '../../../lib/http/testing/fake-client.ts'
import { fakeClient } from '../../../lib/api/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/api/testing/run-case.ts'

const NEEDS = { phase: 'write', needs: ['updateTarget'] } as const
const RESOLVED: JsonObject = { id: 'C1', tags: ['vip'], is_resolved: true }

/** A conversation that can be read and updated. */
const stateful = (before: JsonObject = RESOLVED): Reaction => {
  let now = before
  return ({ method, body }) => {
    if (method === 'PATCH') now = { ...now, ...Object(body) }
    return { body: { data: now } }
  }
}

function setting(react: Reaction): { client: FakeClient; session: Session } {
  const client = fakeClient(react)
  const discovery = discoveryOf({ 'GET /conversations': [{ id: 'C1' }] })
  return { client, session: sessionOf(client, { discovery }) }
}

const update = (session: Session): Promise<CaseOutcome> =>
  runCase<'updateTarget'>(
    session,
    async (ctx) => {
      const { api, id, before } = await updateTarget(ctx)
      expect(before.data).toEqual(RESOLVED)
      await api.patchConversation(id, { tags: ['cac-1'] })
    },
    NEEDS,
  )

const bodies = ({ asked }: FakeClient): unknown[] =>
  asked.flatMap(({ method, body }) => (method === 'PATCH' ? [body] : []))

describe('the conversation that updates are tried on', () => {
  test('is read once, and put back at the end as it was', async () => {
    const { client, session } = setting(stateful())
    await update(session)
    await update(session)
    await session.footprint.undo()

    expect(client.asked.filter(({ method }) => method === 'GET')).toHaveLength(1)
    expect(bodies(client)).toEqual([
      { tags: ['cac-1'] },
      { tags: ['cac-1'] },
      { tags: ['vip'], is_resolved: true },
    ])
    expect(session.footprint.list()).toEqual([])
  })

  test('that cannot be put back is in the footprint', async () => {
    const service = stateful()
    const { session } = setting((asked, count) =>
      asked.method === 'PATCH' ? { status: 500 } : service(asked, count),
    )
    await update(session)
    await session.footprint.undo()

    expect(session.footprint.list()).toEqual([
      {
        kind: 'changed',
        resource: 'conversation',
        id: 'C1',
        note: 'tags and is_resolved were {"tags":["vip"],"is_resolved":true}',
      },
    ])
  })

  test('gets its flag back where an update refuses the tags that it had', async () => {
    const tags = Array.from({ length: 200 }, (_, n) => `tag ${n}`)
    const service = stateful({ ...RESOLVED, tags })
    const { client, session } = setting((asked, count) =>
      asked.method === 'PATCH' && JSON.stringify(asked.body).includes('tag 20')
        ? { status: 400 }
        : service(asked, count),
    )
    await runCase<'updateTarget'>(session, async (ctx) => void (await updateTarget(ctx)), NEEDS)
    await session.footprint.undo()

    expect(bodies(client).at(-1)).toEqual({ is_resolved: true })
    expect(session.footprint.list()).toMatchObject([
      { id: 'C1', note: expect.stringContaining('"tag 199"]') },
    ])
  })
})

test('tags that differ are reported', async () => {
  const { session } = setting(() => ({ body: { data: { tags: ['a', 'old'] } } }))
  const { findings } = await runCase<'updateTarget'>(
    session,
    async (ctx) => expectTags(ctx, await ctx.api.conversation('C1'), ['a'], {}),
    NEEDS,
  )

  expect(findings).toMatchObject([
    { expected: 'the tags ["a"] and no other', received: '["a","old"]', pointer: '/data/tags' },
  ])
})

const BEFORE = { id: 'C7', is_resolved: false, tags: ['kept'] }
const DISCOVERY = discoveryOf(
  { 'GET /conversations': [{ id: 'C1' }] },
  { 'GET /conversations': [BEFORE, { ...BEFORE, id: 'C8' }, { ...BEFORE, id: 'C9' }] },
)

/** A service that refuses every update but those that put things back, after it did something with what it refuses. */
function service(does: (conversation: JsonObject, asked: Asked) => JsonObject): FakeClient {
  let conversation: JsonObject = BEFORE
  return fakeClient((asked): Reply => {
    if (asked.method === 'GET') return { body: { data: conversation } }
    const body: JsonObject = Object(asked.body)
    if (body['is_resolved'] === false && String(body['tags']) === 'kept')
      conversation = { ...BEFORE, ...body }
    else {
      conversation = does(conversation, asked)
      return { status: 400, body: { error: 'Invalid.', code: 'bad_request' } }
    }
    return { body: { data: conversation } }
  })
}

async function changed(client: FakeClient): Promise<unknown> {
  let field: unknown
  await runCase<'foreignConversation'>(
    sessionOf(client, { discovery: DISCOVERY }),
    async (ctx) => {
      field = (await changedByRefusals(ctx)).field
    },
    { phase: 'refuse', needs: ['foreignConversation'] },
  )
  return field
}

describe('refused updates', () => {
  test.each<[string, (conversation: JsonObject, asked: Asked) => JsonObject]>([
    [
      'is_resolved',
      (item, { body }) => (JSON.stringify(body) === '{}' ? { ...item, is_resolved: true } : item),
    ],
    ['tags', (item) => ({ ...item, tags: [] })],
  ])('that change %s are reported, and it is put back', async (field, does) => {
    const client = service(does)

    expect(await changed(client)).toBe(field)
    expect(client.asked.at(-1)?.body).toEqual({ tags: ['kept'], is_resolved: false })
  })

  test('are not held responsible for a change that happens once', async () => {
    let times = 0
    const client = service((item) => (times++ === 0 ? { ...item, is_resolved: true } : item))

    expect(await changed(client)).toBeUndefined()
  })
})

test.each([
  [200, 'kept'],
  [400, undefined],
])('an update that returns %i is put back if it was accepted', async (status, tags) => {
  const client = fakeClient(() => ({ status, body: { data: BEFORE } }))
  const session = sessionOf(client, { discovery: DISCOVERY })
  await runCase<'updateTarget'>(session, async (ctx) => void (await refusedUpdate(ctx, { tags: 'x' })), {
    phase: 'refuse',
    needs: ['updateTarget'],
  })
  await session.footprint.undo()

  expect(client.asked.map(({ authorization }) => authorization)).not.toContain('Bearer key-main-1')
  const [, back] = client.asked
  expect(back === undefined ? undefined : String(Object(back.body).tags)).toBe(tags)
})

describe('a conversation that follows the flag of another one', () => {
  const listed = (items: readonly JsonObject[]): Answer =>
    answerOf({ data: items }, { path: '/conversations' })
  const flagged = (id: string, is_resolved: boolean): JsonObject => ({ id, is_resolved })
  const before = [flagged('own', false), flagged('next', false), flagged('far', true)]

  test.each([
    ['was changed by somebody', [flagged('next', true)], [flagged('far', true)]],
    ['had the value before', [flagged('far', true)], [flagged('next', false)]],
    ['is updated by this run', [flagged('own', true)], [flagged('own', false)]],
  ])('is none that %s', (_, first, second) => {
    expect(followingConversation(before, [listed(first), listed(second)], ['own'])).toBeUndefined()
  })
})

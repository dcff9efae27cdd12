import { describe, expect, test } from 'vitest'
import type { Row } from '../../../lib/util/values.ts'
import type { CaseOutcome } from '../../../lib/harness/outcome.ts'
import { patient, showsTags } from './patient.ts'
import type { Session } from '../../../lib/harness/session.ts'
import { discoveryOf } from '../../../lib/harness/testing/answers.ts'
import { type FakeClient, fakeClient, type Reaction } from '../../../lib/harness/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/harness/testing/run-case.ts'

const NEEDS = { phase: 'write', needs: ['patient'] } as const
const BEFORE: Row = { id: 'C1', tags: ['vip'], is_resolved: true }

/** A conversation that can be read and updated. */
const stateful = (before: Row = BEFORE): Reaction => {
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
  runCase<'patient'>(
    session,
    async (ctx) => {
      const { api, id, before } = await patient(ctx)
      expect(before.data).toEqual(BEFORE)
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

  test('that had no tags and no flag gets none', async () => {
    const { client, session } = setting(stateful({ id: 'C1', tags: null }))
    await runCase<'patient'>(session, async (ctx) => void (await patient(ctx)), NEEDS)
    await session.footprint.undo()

    expect(bodies(client)).toEqual([{ tags: [] }])
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

  test('that cannot be read is left alone', async () => {
    const { client, session } = setting(() => ({ status: 500 }))

    expect((await update(session)).verdict).toBe('inconclusive')
    await session.footprint.undo()
    expect(bodies(client)).toEqual([])
  })
})

/** Looks at a conversation after the same operation showed another one. */
const look = (shown: Row, tags: readonly string[], other: Row = {}): Promise<CaseOutcome> => {
  const { session } = setting((_, count) => ({ body: { data: count === 1 ? other : shown } }))
  return runCase<'patient'>(
    session,
    async (ctx) => {
      await ctx.api.conversation('other')
      const answer = await ctx.api.conversation('C1')
      showsTags(ctx, answer, answer.data, tags, {})
    },
    NEEDS,
  )
}

describe('tags', () => {
  test('are a set: order, duplicates and outer blanks are open', async () => {
    expect((await look({ tags: ['b', ' a', 'b'] }, ['a', 'b'])).verdict).toBe('passed')
  })

  test('that differ are told', async () => {
    expect((await look({ tags: ['a', 'old'] }, ['a'])).findings).toMatchObject([
      { expected: 'the tags ["a"] and no other', received: '["a","old"]', pointer: '/data/tags' },
    ])
  })

  test('that this operation never shows leave nothing to judge; those that it shows elsewhere do', async () => {
    expect((await look({}, ['a'])).verdict).toBe('passed')
    expect((await look({}, ['a'], { tags: ['x'] })).verdict).toBe('failed')
    expect((await look({ tags: null }, [], { tags: ['x'] })).verdict).toBe('passed')
  })
})

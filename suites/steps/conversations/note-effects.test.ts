import { expect, test } from 'vitest'
import type { Context } from '../../../lib/harness/case.ts'
import { changedByNote } from './note-effects.ts'
import { discoveryOf } from '../../../lib/harness/testing/answers.ts'
import { fakeClient } from '../../../lib/harness/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/harness/testing/run-case.ts'

const CONVERSATIONS = ['C1', 'C2', 'C3', 'C4'].map((id) => ({ id, chatbot_id: 'Bot1', message_count: 1 }))
const discovery = discoveryOf({ 'GET /conversations': CONVERSATIONS })

/** What a first note is found to have changed, in a service that loses tags with so many notes, and how it looks at the end. */
async function effectOf(losing: number): Promise<{ field: string | undefined; tags: unknown }> {
  let tags: unknown = ['vip']
  let notes = 0
  const client = fakeClient(({ method, body }) => {
    if (method === 'POST' && ++notes <= losing) tags = []
    if (method === 'PATCH') ({ tags } = Object(body) as { tags: unknown })
    return { body: { data: { id: 'C9', tags, is_resolved: false, messages: [] } } }
  })
  let field: string | undefined
  const run = async (ctx: Context): Promise<void> => {
    const before = await ctx.api.conversation('C9')
    await ctx.api.addNote('C9', { content: 'one' })
    field = (await changedByNote(ctx, 'C9', before, await ctx.api.conversation('C9'))).field
  }
  await runCase(sessionOf(client, { discovery }), run, { phase: 'write' })
  return { field, tags }
}

test.each([
  ['none is told', 0, undefined],
  ['is somebody else’s where a second note changes nothing', 1, undefined],
  ['is told where a second note loses the tags again', 2, 'tags'],
])('what a note changes: %s', async (_, losing, field) => {
  expect(await effectOf(losing)).toEqual({ field, tags: ['vip'] })
})

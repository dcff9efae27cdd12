import { sameTags } from '../../../lib/api/oracles/echoes.ts'
import { isObject, quote, type Row } from '../../../lib/util/values.ts'
import type { FootprintEntry } from '../../../lib/judge/footprint.ts'
import type { Actor } from '../../../lib/api/actor.ts'
import type { Answer } from '../../../lib/harness/answer.ts'
import type { Context } from '../../../lib/harness/case.ts'
import type { Blame } from '../../../lib/harness/expect.ts'
import { once } from '../../../lib/harness/run-store.ts'

/** The conversation as it was before the first update; read once for all cases that try updates on it. */
const original = once(
  'conversation before the first update',
  ({ api, world }: Context<'patient'>): Promise<Answer> => api.conversation(String(world.patient['id'])),
  ({ world }) => String(world.patient['id']),
)

/** What a case needs that tries updates on a conversation: who it is, how it was, and that it will be put back. */
export async function patient(
  ctx: Context<'patient'>,
): Promise<Pick<Context, 'api' | 'expect' | 'mark'> & { readonly id: string; readonly before: Answer }> {
  const { api, expect, mark, keep, world } = ctx
  const id = String(world.patient['id'])
  const before = (await original(ctx)).control()
  keep.restore(`conversation ${id}`, () => putBack(api, id, before.data))
  return { api, expect, mark, id, before }
}

/** Gives a conversation the tags and the flag that it had. Resolves with what is left changed where that is refused. */
export async function putBack(
  actor: Actor,
  id: string,
  { tags, is_resolved: resolved }: Row,
): Promise<FootprintEntry | undefined> {
  const wanted = {
    tags: Array.isArray(tags) ? tags : [],
    ...(typeof resolved === 'boolean' ? { is_resolved: resolved } : {}),
  }
  const answer = await actor.patchConversation(id, wanted)
  return answer.status === 200
    ? undefined
    : { kind: 'changed', resource: 'conversation', id, note: `tags and is_resolved were ${quote(wanted)}` }
}

/**
 * Expects a conversation to show just these tags. `tags` is an optional field: a service that never shows it leaves nothing to
 * judge; an operation that shows it elsewhere must show it here.
 */
export function showsTags(
  ctx: Context<'patient'>,
  answer: Answer,
  conversation: Row | undefined,
  tags: readonly string[],
  blame: Blame,
): void {
  answer.control()
  if (!isObject(conversation)) return
  const actual = conversation['tags']
  const { operation } = answer.exchange
  if (
    !Array.isArray(actual) &&
    (operation === undefined || tags.length === 0 || !ctx.shown(operation, 'tags'))
  )
    return
  ctx
    .expect(answer)
    .toSatisfy(sameTags(actual, tags), `the tags ${quote(tags)} and no other`, quote(actual), {
      pointer: '/data/tags',
      ...blame,
    })
}

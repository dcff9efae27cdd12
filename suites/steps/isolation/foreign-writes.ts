import { quote, type Row } from '../../../lib/util/values.ts'
import type { Answer } from '../../../lib/harness/answer.ts'
import type { Context } from '../../../lib/harness/case.ts'
import { type Comparison, comparedWithNothing } from './doors.ts'
import { newMessages } from '../conversations/sent-notes.ts'

type Abroad = Context<'otherKey' | 'foreignConversation'>

/** A write to a conversation of another workspace, and what its owner saw of the conversation before and after it. */
interface Attempt extends Comparison {
  readonly before: Answer
  readonly after: Answer
}

/**
 * Updates a foreign conversation: gives it a tag, and the flag that it has not. A flag that follows counts where it follows back, too:
 * people resolve conversations, and open them again.
 */
export async function foreignUpdate(
  ctx: Abroad,
): Promise<Attempt & { readonly changed?: 'tags' | 'is_resolved' }> {
  const tag = ctx.mark()
  const attempt = (): Promise<Attempt> =>
    watched(ctx, ({ data }) => ({ tags: [tag], is_resolved: data['is_resolved'] !== true }))
  const first = await attempt()
  if (quote(first.after.data['tags'], 5000).includes(tag)) return { ...first, changed: 'tags' }
  if (!flagFollowed(first) || first.foreign.status === 200) return first
  const second = await attempt()
  return flagFollowed(second) ? { ...second, changed: 'is_resolved' } : second
}

async function watched(ctx: Abroad, body: (before: Answer) => object): Promise<Attempt> {
  const { api, stranger, world } = ctx
  const before = await stranger.conversation(world.foreignConversation)
  const compared = await comparedWithNothing(ctx, api, world.foreignConversation, (actor, id) =>
    actor.patchConversation(id, body(before)),
  )
  return { ...compared, before, after: await stranger.conversation(world.foreignConversation) }
}

function flagFollowed({ before, after }: Attempt): boolean {
  const [was, is] = [before.data['is_resolved'], after.data['is_resolved']]
  return typeof was === 'boolean' && typeof is === 'boolean' && was !== is
}

/**
 * Adds a note to a foreign conversation. A new note without what was sent counts where there is one more after a second attempt: its people
 * write notes, too.
 */
export async function foreignNote(ctx: Abroad): Promise<Attempt & { readonly left?: Row }> {
  const content = ctx.mark()
  const first = await noteAttempt(ctx, content)
  const { left } = first
  if (left === undefined || first.foreign.status === 200 || quote(left, 5000).includes(content)) return first
  return noteAttempt(ctx, content)
}

async function noteAttempt(ctx: Abroad, content: string): Promise<Attempt & { readonly left?: Row }> {
  const { api, stranger, world } = ctx
  const before = await stranger.conversation(world.foreignConversation)
  const compared = await comparedWithNothing(ctx, api, world.foreignConversation, (actor, id) =>
    actor.addNote(id, { content }),
  )
  const after = await stranger.conversation(world.foreignConversation)
  const news = newMessages(before, after)
  const left =
    news.find((message) => quote(message, 5000).includes(content)) ?? news.find(({ role }) => role === 'note')
  return { ...compared, before, after, ...(left === undefined ? {} : { left }) }
}

import { sameTags } from '../../../lib/api/oracles/echoes.ts'
import { quote, type Row } from '../../../lib/util/values.ts'
import { RawBody } from '../../../lib/api/actor.ts'
import type { Answer } from '../../../lib/harness/answer.ts'
import type { Context } from '../../../lib/harness/case.ts'
import { patient, putBack } from './patient.ts'
import { type ConversationProving, provingConversation } from './proving.ts'

/** Tries an update that is to be refused: on a conversation of the other workspace, where there is one. What is accepted is put back. */
export async function refusedUpdate(ctx: Context<'patient'>, body: unknown): Promise<Answer> {
  const spare = provingConversation(ctx)
  if (spare === undefined) {
    const { api, id } = await patient(ctx)
    return api.patchConversation(id, body)
  }
  const { actor, id, row } = spare
  const answer = await actor.patchConversation(id, body)
  if (answer.status === 200) ctx.keep.restore(`conversation ${id}`, () => putBack(actor, id, row))
  return answer
}

/** Bodies of which each would change something that can be seen, if it were carried out and then refused. */
function withEffect(tag: string, flipped: boolean): readonly unknown[] {
  return [
    {},
    { status: 'resolved' },
    { tags: [tag], is_resolved: 'no' },
    { is_resolved: flipped, tags: 'none' },
    { is_resolved: flipped, tags: [tag, '', 'x'] },
    { tags: Array.from({ length: 21 }, (_, n) => `${tag} ${n}`), is_resolved: flipped },
    { tags: [tag, 'x'.repeat(41)], is_resolved: flipped },
    new RawBody(`${JSON.stringify({ tags: [tag], is_resolved: flipped })} x`),
  ]
}

/** What a conversation showed before and after updates that were refused. */
interface Trial {
  readonly before: Answer
  readonly after: Answer
  readonly refused: readonly Answer[]
  /** What they changed. */
  readonly field?: 'tags' | 'is_resolved' | 'updated_at'
}

/**
 * Sends updates that are to be refused to a conversation of the other workspace. What they changed is put back, and counts where a second
 * attempt changes it again: people tag and resolve conversations, too. The time of the last update counts where that of another conversation
 * moves, too: on the same one it might be the same second.
 */
export async function changedByRefusals(ctx: Context<'foreignConversation'>): Promise<Trial> {
  const spare = provingConversation(ctx, 1)
  if (spare === undefined) return ctx.inconclusive('needs a conversation in the second workspace')
  const first = await attempt(ctx, spare)
  if (first.field === undefined) return first
  const next = first.field === 'updated_at' ? (provingConversation(ctx, 2) ?? spare) : spare
  const second = await attempt(ctx, next)
  if (second.field === first.field) return second
  const { before, after, refused } = second
  return { before, after, refused }
}

async function attempt(ctx: Pick<Context, 'mark'>, { actor, id }: ConversationProving): Promise<Trial> {
  const before = (await actor.conversation(id)).control()
  const bodies = withEffect(ctx.mark(), before.data['is_resolved'] !== true)
  const refused = await Promise.all(bodies.map((body) => actor.patchConversation(id, body)))
  const after = (await actor.conversation(id)).control()
  const field = changedField(before.data, after.data)
  if (field !== undefined) {
    await putBack(actor, id, before.data)
    return { before, after, refused, field }
  }
  return { before, after, refused, ...(isTouched(before.data, after.data) && { field: 'updated_at' }) }
}

/** Whether the time of the last update moved, and nothing that a visitor does tells why. */
function isTouched(before: Row, after: Row): boolean {
  const moved = (field: string): boolean => quote(before[field], 20_000) !== quote(after[field], 20_000)
  return moved('updated_at') && !['status', 'message_count', 'messages'].some(moved)
}

/** Which of the two fields that operators set is another than before. */
export function changedField(before: Row, after: Row): 'tags' | 'is_resolved' | undefined {
  if (quote(before['is_resolved']) !== quote(after['is_resolved'])) return 'is_resolved'
  const [tags, now] = [before['tags'] ?? [], after['tags'] ?? []]
  return sameTags(tags, now) ? undefined : 'tags'
}

/** Two updates and a note that are sent to one conversation at once: none of them may undo another one. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { given, type JsonObject } from '../../lib/engine/util/values.ts'
import { POST_NOTE } from './shown.ts'
import { lookAt } from './stored.ts'

/** What is written to a conversation. */
export interface SimultaneousWrites {
  readonly tags: readonly string[]
  readonly is_resolved: boolean
  readonly content: string
}

/**
 * Sends an update of the flag, one of the tags, and a note at once, and expects to see all of them. If the same writes hold when
 * they are sent one after the other, nobody else has undone one of them, and the loss is a proof. That a field is absent proves
 * nothing, since any answer may leave out an optional field.
 */
export async function expectNoneLost(
  ctx: Context<never>,
  conversation: JsonObject,
  written: SimultaneousWrites,
): Promise<void> {
  const id = String(conversation['id'])
  const writes = await Promise.all(writesTo(ctx, id, written).map((send) => send()))
  const { seen, faults } = await lookAt(ctx, () => ctx.api.conversation(id), acceptedOf(writes))
  seen.control()
  if (faults.length === 0) return
  await requireInTurn(ctx, id, { ...written, tags: [ctx.mark()] })
  for (const { write, expected, received, field } of faults) {
    const isNote = write.exchange.operation === POST_NOTE
    ctx.expect(seen).toSatisfy(false, `${expected}, sent at the same time as other writes`, received, {
      requirement: isNote ? 'ADD-NOTE-10' : 'PATCH-CONVERSATION-17',
      also: writes,
      pointer: isNote ? '/data/messages' : `/data/${field}`,
      proof: isNote || given(seen.data[field ?? '']) ? true : undefined,
    })
  }
}

/** An update of the flag, one of the tags, and a note. */
function writesTo(
  { api }: Context<never>,
  id: string,
  { tags, is_resolved, content }: SimultaneousWrites,
): readonly (() => Promise<Answer>)[] {
  return [
    () => api.patchConversation(id, { is_resolved }),
    () => api.patchConversation(id, { tags }),
    () => api.addNote(id, { content }),
  ]
}

/** The accepted ones of some writes: what was refused cannot be lost. */
function acceptedOf(writes: readonly Answer[]): readonly Answer[] {
  return writes.filter(({ isAccepted }) => isAccepted)
}

/** Ends the case if the same writes undo each other even one after the other: a note, or another user, may change the conversation. */
async function requireInTurn(ctx: Context<never>, id: string, written: SimultaneousWrites): Promise<void> {
  const writes: Answer[] = []
  for (const send of writesTo(ctx, id, written)) writes.push(await send())
  const updates = acceptedOf(writes.slice(0, 2))
  const { faults } = await lookAt(ctx, () => ctx.api.conversation(id), updates)
  if (faults.length > 0) ctx.inconclusive('the same writes undo each other even one after the other')
}

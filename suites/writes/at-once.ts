/** Two updates and a note that are sent to one conversation at once: none of them may undo another one. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { given } from '../../lib/engine/util/values.ts'
import { POST_NOTE } from './shown.ts'
import { lookAt } from './stored.ts'

/** What is written to a conversation. */
export interface Written {
  readonly tags: readonly string[]
  readonly is_resolved: boolean
  readonly content: string
}

/** Writes that were sent at once, and a look at what became of them. */
interface AtOnce extends Awaited<ReturnType<typeof lookAt>> {
  readonly written: Written
  readonly writes: readonly Answer[]
  /** Whether all were accepted, and all of them show. */
  readonly isHeld: boolean
}

/** Sends an update of the flag, one of the tags, and a note, all at once. */
export async function writeAtOnce(ctx: Context<never>, id: string, written: Written): Promise<AtOnce> {
  const writes = await Promise.all(writesTo(ctx, id, written).map((send) => send()))
  // What was refused is not lost.
  const accepted = writes.filter(({ isAccepted }) => isAccepted)
  const { seen, faults } = await lookAt(ctx, () => ctx.api.conversation(id), accepted)
  const isHeld = seen.usable && faults.length === 0 && accepted.length === writes.length
  return { written, writes, seen, faults, isHeld }
}

function writesTo(
  { api }: Context<never>,
  id: string,
  { tags, is_resolved, content }: Written,
): readonly (() => Promise<Answer>)[] {
  return [
    () => api.patchConversation(id, { is_resolved }),
    () => api.patchConversation(id, { tags }),
    () => api.addNote(id, { content }),
  ]
}

/**
 * Expects none of the writes that were sent at once to be lost. A loss is a proof, since the same writes hold one after the
 * other: nobody else has undone one. A field that is merely absent is none, since any answer may leave out an optional field.
 */
export async function expectNoneLost(
  ctx: Context<never>,
  id: string,
  { written, writes, seen, faults }: AtOnce,
): Promise<void> {
  if (faults.length === 0) return
  await requireInTurn(ctx, id, { ...written, tags: [ctx.mark()], is_resolved: !written.is_resolved })
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

/** Ends the case where the updates do not hold if the note follows: a note may change its conversation, and so may others. */
async function requireInTurn(ctx: Context<never>, id: string, written: Written): Promise<void> {
  const writes: Answer[] = []
  for (const send of writesTo(ctx, id, written)) writes.push(await send())
  const updates = writes.slice(0, 2).filter(({ isAccepted }) => isAccepted)
  const { faults } = await lookAt(ctx, () => ctx.api.conversation(id), updates)
  if (faults.length > 0) ctx.inconclusive('a note, or somebody else, undoes an update')
}

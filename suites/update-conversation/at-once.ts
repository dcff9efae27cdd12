/** Writes to one conversation at the same time: none of them may undo another one. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { shuffler } from '../../lib/engine/case/cover.ts'
import { given } from '../../lib/engine/util/values.ts'
import { EFFORT } from '../support/effort.ts'
import { POST_NOTE } from '../writes/shown.ts'
import { lookAt } from '../writes/stored.ts'
import { WHOLE } from '../writes/texts.ts'

/**
 * Sends an update of the tags, one of the flag and a note at once, several times, and expects to see all of them. A loss
 * is a proof where the same writes hold one after the other: then nobody else has undone one. A field that is merely absent is
 * none, since any answer may leave out an optional field.
 */
export async function expectNothingLost(
  ctx: Context<never>,
  id: string,
  wasResolved: boolean,
): Promise<void> {
  let flag = wasResolved
  for (const text of shuffler(ctx.settings.seed)(WHOLE).slice(0, EFFORT.rounds)) {
    flag = !flag
    const writes = await Promise.all(writesTo(ctx, id, flag, text).map((send) => send()))
    const { seen, faults } = await lookAt(ctx, () => ctx.api.conversation(id), accepted(writes))
    seen.control()
    if (faults.length === 0) continue
    await requireInTurn(ctx, id, flag)
    for (const { write, expected, received, field } of faults) {
      const isNote = write.exchange.operation === POST_NOTE
      ctx.expect(seen).toSatisfy(false, `${expected}, sent at the same time as other writes`, received, {
        requirement: isNote ? 'ADD-NOTE-10' : 'PATCH-CONVERSATION-17',
        also: writes,
        pointer: isNote ? '/data/messages' : `/data/${field}`,
        proof: isNote || given(seen.data[field ?? '']) ? true : undefined,
      })
    }
    return
  }
}

/** An update of the tags, one of the flag, and a note. */
function writesTo(
  { api, mark }: Context<never>,
  id: string,
  is_resolved: boolean,
  content: string,
): readonly (() => Promise<Answer>)[] {
  return [
    () => api.patchConversation(id, { tags: [mark()] }),
    () => api.patchConversation(id, { is_resolved }),
    () => api.addNote(id, { content }),
  ]
}

/** What was refused is not lost. */
const accepted = (writes: readonly Answer[]): readonly Answer[] => writes.filter((one) => one.isAccepted)

/** Ends the case where the same writes undo each other even one after the other: a note may change its conversation, and so may others. */
async function requireInTurn(ctx: Context<never>, id: string, flag: boolean): Promise<void> {
  const writes: Answer[] = []
  for (const send of writesTo(ctx, id, flag, ctx.mark())) writes.push(await send())
  const updates = accepted(writes.slice(0, 2))
  const { faults } = await lookAt(ctx, () => ctx.api.conversation(id), updates)
  if (faults.length > 0) ctx.inconclusive('the same writes undo each other even one after the other')
}

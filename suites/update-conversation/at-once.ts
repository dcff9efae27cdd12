/** Writes to one conversation at the same time: none of them may undo another one. */
import type { Context } from '../../lib/engine/case/context.ts'
import { shuffler } from '../../lib/engine/case/cover.ts'
import { quote } from '../../lib/engine/util/values.ts'
import { type ConversationState, unlikeState } from '../support/conversations.ts'
import { expectContent, holdsNotes } from '../notes/transcripts.ts'
import { WHOLE } from '../writes/texts.ts'
import { readStored } from './stored.ts'
import { EFFORT } from '../support/effort.ts'

/**
 * Sends an update of the tags, one of the flag and a note at once, several times, and expects to see all of them. A loss
 * is a proof where the same updates hold one after the other: then nobody else has undone one.
 */
export async function expectNothingLost(
  ctx: Pick<Context, 'api' | 'expect' | 'eventually' | 'mark' | 'settings' | 'inconclusive'>,
  id: string,
  wasResolved: boolean,
): Promise<void> {
  const { api, expect, mark } = ctx
  let flag = wasResolved
  for (const text of shuffler(ctx.settings.seed)(WHOLE).slice(0, EFFORT.rounds)) {
    flag = !flag
    const sent = { tags: [mark()], is_resolved: flag }
    const [tagged, flagged, note] = await Promise.all([
      api.patchConversation(id, { tags: sent.tags }),
      api.patchConversation(id, { is_resolved: flag }),
      api.addNote(id, { content: text }),
    ])
    // What was refused is not lost.
    const state = {
      tags: tagged.isAccepted ? sent.tags : undefined,
      is_resolved: flagged.isAccepted ? flag : undefined,
    }
    const notes = note.isAccepted ? [note] : []
    const after = (await readStored(ctx, id, state, ...notes)).control()
    const also = [tagged, flagged, note]
    const lost = unlikeState(after.data, state)
    const isNoteLost = !holdsNotes(after, notes)
    if (lost === undefined && !isNoteLost) {
      for (const one of notes) expectContent(ctx, after, one)
      continue
    }
    await requireInTurn(ctx, id, sent)
    expect(after).toSatisfy(!isNoteLost, 'the note in the transcript', 'a transcript without it', {
      requirement: 'ADD-NOTE-10',
      also,
      pointer: '/data/messages',
      proof: true,
    })
    const field = lost ?? 'tags'
    expect(after).toSatisfy(
      lost === undefined,
      `\`${field}\` ${quote(sent[field])}, as in an update at the same time as another one and a note`,
      quote(after.data[field]),
      { requirement: 'PATCH-CONVERSATION-17', also, pointer: `/data/${field}`, proof: true },
    )
    return
  }
}

/** Ends the case where the same writes undo each other even one after the other: a note may change its conversation, and so may others. */
async function requireInTurn(
  ctx: Pick<Context, 'api' | 'eventually' | 'inconclusive' | 'mark'>,
  id: string,
  state: ConversationState,
): Promise<void> {
  await ctx.api.patchConversation(id, { tags: state.tags })
  await ctx.api.patchConversation(id, { is_resolved: state.is_resolved })
  await ctx.api.addNote(id, { content: ctx.mark() })
  const after = (await readStored(ctx, id, state)).control()
  if (unlikeState(after.data, state) !== undefined)
    ctx.inconclusive('the same writes undo each other even one after the other')
}

/**
 * Two updates and a note on a conversation: first in turn, in either order, then at once; none may be lost. `stored.ts` judges
 * the reads.
 */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import type { ChosenRow } from '../support/rows.ts'
import { expectAcceptedAsSent } from './shrunk.ts'
import { isShownAtOnce } from './stored.ts'
import { POST_NOTE } from './table.ts'

interface WrittenValues {
  readonly tags: readonly string[]
  readonly is_resolved: boolean
  readonly content: string
}

/**
 * Updates a conversation and adds a note, or the reverse, and reads both. If the note changes its conversation,
 * which is open, an update before it is sent again, without a note after it.
 * @returns whether both are accepted and shown at once
 */
export async function isStoredInTurn(
  ctx: Context<never>,
  { item, words }: ChosenRow,
  { content, ...update }: WrittenValues,
  order: 'update first' | 'note first',
): Promise<boolean> {
  const { api, inconclusive } = ctx
  const id = String(item['id'])
  const unlessDeleted = async (answer: Answer): Promise<Answer> => {
    const isGone = answer.status === 404 && (await api.conversation(id)).status === 404
    return isGone ? inconclusive('a conversation was deleted in the meantime') : answer
  }
  const { tags, is_resolved } = update
  const annotate = (ofRow: string): Promise<Answer> =>
    expectAcceptedAsSent(
      ctx,
      'MessageCreate',
      { content },
      async (body) => unlessDeleted(await api.addNote(id, body)),
      () => 'ADD-NOTE-01',
      ofRow,
    )
  const early = order === 'note first' ? await annotate(` for a conversation (${words})`) : undefined
  const updated = await expectAcceptedAsSent(
    ctx,
    'ConversationPatch',
    { tags, is_resolved },
    async (body) => unlessDeleted(await api.patchConversation(id, body)),
    () => 'PATCH-CONVERSATION-01',
    ` for a conversation (${words})${early === undefined ? '' : ', after a note'}`,
  )
  const kind = `a${is_resolved ? ' resolved' : 'n open'} conversation (${words})`
  const note = early ?? (await annotate(` for ${kind}, after an update of its tags`))
  if (updated.fate !== 'accepted' || note.fate !== 'accepted') return false
  if (isShownAtOnce(await api.conversation(id), [updated, note])) return true
  if (early !== undefined) return false
  await api.patchConversation(id, update)
  await api.conversation(id)
  return false
}

/**
 * Sends an update of the flag, one of the tags, and a note at once.
 * @returns whether all are shown at once; otherwise nothing more is written to this conversation, so that
 * later reads decide
 */
export async function areStoredAtOnce(
  { api, expect }: Context<never>,
  { item }: ChosenRow,
  { tags, is_resolved, content }: WrittenValues,
): Promise<boolean> {
  const id = String(item['id'])
  const writes = await Promise.all([
    api.patchConversation(id, { is_resolved }),
    api.patchConversation(id, { tags }),
    api.addNote(id, { content }),
  ])
  for (const write of writes) {
    const { status = 0, exchange } = write.mustArrive()
    // A 400 is about the body, whatever else is sent meanwhile.
    const ofBody = exchange.operation === POST_NOTE ? 'ADD-NOTE-01' : 'PATCH-CONVERSATION-01'
    expect(write).toSatisfy(
      status < 500 && status !== 400,
      'status 200, to one of 3 writes to a conversation at the same time',
      `status ${write.status}`,
      {
        requirement: status === 400 ? ofBody : 'PATCH-CONVERSATION-17',
        status: write.status,
        also: writes.filter((one) => one !== write),
      },
    )
  }
  return isShownAtOnce(await api.conversation(id), writes)
}

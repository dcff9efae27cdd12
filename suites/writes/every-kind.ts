/** Two updates and a note on a conversation: first in turn, where each has to be accepted and shown, then at once, where none is lost. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { given } from '../../lib/engine/util/values.ts'
import type { ChosenRow } from '../support/rows.ts'
import { expectAcceptedAsSent } from './shrunk.ts'
import { type Fault, writtenBy } from './expected.ts'
import { expectShown, lookAt } from './stored.ts'

/** What is written to a conversation. */
interface Written {
  readonly tags: readonly string[]
  readonly is_resolved: boolean
  readonly content: string
}

/**
 * Updates a conversation, then adds a note, and expects to see both. Where the note changes its conversation, which is open, an
 * update without a note behind it has to be shown.
 * @returns whether both are accepted and shown together
 */
export async function isStoredInTurn(
  ctx: Context<never>,
  { item, words }: ChosenRow,
  { content, ...update }: Written,
): Promise<boolean> {
  const { api, inconclusive } = ctx
  const id = String(item['id'])
  const ofRow = ` for a conversation (${words})`
  const unlessDeleted = async (answer: Answer): Promise<Answer> => {
    const isGone = answer.status === 404 && (await api.conversation(id)).status === 404
    return isGone ? inconclusive('a conversation was deleted in the meantime') : answer
  }
  const { tags, is_resolved } = update
  const updated = await expectAcceptedAsSent(
    ctx,
    'ConversationPatch',
    { tags, is_resolved },
    async (body) => unlessDeleted(await api.patchConversation(id, body)),
    () => 'PATCH-CONVERSATION-01',
    ofRow,
  )
  const note = await expectAcceptedAsSent(
    ctx,
    'MessageCreate',
    { content },
    async (body) => unlessDeleted(await api.addNote(id, body)),
    () => 'ADD-NOTE-01',
    ` for a${is_resolved ? ' resolved' : 'n open'} conversation (${words}), after an update of its tags`,
  )
  const read = (): Promise<Answer> => api.conversation(id)
  const { faults } = await lookAt(ctx, read, writtenBy(ctx, [updated, note]))
  const areShown = updated.fate === 'accepted' && note.fate === 'accepted' && faults.length === 0
  if (faults.length > 0) {
    const again = updated.fate === 'accepted' ? [await api.patchConversation(id, update)] : []
    await expectShown(ctx, read, writtenBy(ctx, [...again, note]))
  }
  return areShown
}

/**
 * Sends an update of the flag, one of the tags, and a note at once, and expects to see all of them. If the same writes are stored
 * when they are sent in turn, nobody else has undone one of them, and the loss is a proof. That a field is absent proves nothing,
 * since any answer may leave out an optional field.
 */
export async function expectNoneLost(
  ctx: Context<never>,
  row: ChosenRow,
  { tags, is_resolved, content }: Written,
): Promise<void> {
  const { api, expect, mark } = ctx
  const id = String(row.item['id'])
  const writes = await Promise.all([
    api.patchConversation(id, { is_resolved }),
    api.patchConversation(id, { tags }),
    api.addNote(id, { content }),
  ])
  const { seen, faults } = await lookAt(ctx, () => api.conversation(id), writtenBy(ctx, writes))
  seen.mustBeUsable()
  const isOfNote = ({ wanted }: Fault): boolean => wanted.place.kind === 'Message'
  const lost = faults.filter((fault) => isOfNote(fault) || given(seen.data[fault.field ?? '']))
  if (lost.length === 0) return
  if (!(await isStoredInTurn(ctx, row, { tags: [mark()], is_resolved, content }))) return
  for (const fault of lost)
    expect(seen).toSatisfy(
      false,
      `${fault.expected}, sent at the same time as other writes`,
      fault.received,
      {
        requirement: isOfNote(fault) ? 'ADD-NOTE-10' : 'PATCH-CONVERSATION-17',
        also: writes,
        pointer: fault.pointer,
        proof: true,
      },
    )
}

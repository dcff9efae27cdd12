import { quote } from '../../../lib/util/values.ts'
import type { Answer } from '../../../lib/harness/answer.ts'
import type { Context } from '../../../lib/harness/case.ts'
import { addNote } from './notes.ts'
import { putBack } from './patient.ts'
import { changedField } from './refused-updates.ts'

/** A conversation before and after a note, and what the note changed in it besides. */
interface Effect {
  readonly before: Answer
  readonly after: Answer
  readonly field?: 'tags' | 'is_resolved'
}

/**
 * What a note changed in the tags and the flag of its conversation. It is put back, and counts where a second note changes it again: people
 * tag and resolve conversations, too.
 */
export async function changedByNote(
  ctx: Pick<Context, 'api' | 'keep' | 'mark'>,
  conversation: string,
  before: Answer,
  after: Answer,
): Promise<Effect> {
  const { api, mark } = ctx
  if (changedField(before.data, after.data) === undefined) return { before, after }
  await putBack(api, conversation, before.data)
  const earlier = (await api.conversation(conversation)).control()
  await addNote(ctx, conversation, { content: mark() })
  const later = (await api.conversation(conversation)).control()
  const field = changedField(earlier.data, later.data)
  if (field === undefined) return { before: earlier, after: later }
  await putBack(api, conversation, before.data)
  return { before: earlier, after: later, field }
}

/** Expects a note to have left the tags and the flag of its conversation alone. */
export async function leavesAlone(
  ctx: Pick<Context, 'api' | 'keep' | 'mark' | 'expect'>,
  conversation: string,
  note: Answer,
  ...looks: readonly [before: Answer, after: Answer]
): Promise<void> {
  const { before, after, field } = await changedByNote(ctx, conversation, ...looks)
  ctx
    .expect(after)
    .toSatisfy(
      field === undefined,
      `${field} ${quote(before.data[field ?? ''])}, as before`,
      () => quote(after.data[field ?? '']),
      {
        requirement: 'ADD-NOTE-13',
        also: [before, note],
        pointer: `/data/${field}`,
        explainedBy: ['GET-CONVERSATION-03', 'GET-CONVERSATION-04'],
      },
    )
}

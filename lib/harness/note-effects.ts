import type { Answer } from './answer.ts'
import type { Context } from './case.ts'
import { patients } from './needs.ts'
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
  ctx: Context<'notebook'>,
  before: Answer,
  after: Answer,
): Promise<Effect> {
  const { api, world, mark } = ctx
  // Where it is the one conversation that there is, our own updates change it meanwhile.
  const updated = patients(world.discovery).some(({ id }) => id === world.notebook)
  if (updated || changedField(before.data, after.data) === undefined) return { before, after }
  await putBack(api, world.notebook, before.data)
  const earlier = (await api.conversation(world.notebook)).control()
  await addNote(ctx, world.notebook, { content: mark() })
  const later = (await api.conversation(world.notebook)).control()
  const field = changedField(earlier.data, later.data)
  if (field === undefined) return { before: earlier, after: later }
  await putBack(api, world.notebook, before.data)
  return { before: earlier, after: later, field }
}

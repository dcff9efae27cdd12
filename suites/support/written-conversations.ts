/** Conversations that cases write to: the one that they may update, and one on which invalid writes are tried. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { askedId } from '../../lib/engine/judge/reading.ts'
import type { OperationKey } from '../../lib/engine/spec/operations.ts'

/**
 * The conversation that a case may update: its id, and its detail before the first update. It is restored at the end of the run.
 * What a run has seen of it at first serves all cases, also when they run again: what an update lost is lost for both.
 */
export async function updateTarget(
  ctx: Context<'updateTarget'>,
): Promise<{ readonly id: string; readonly before: Answer }> {
  const id = String(ctx.world.updateTarget['id'])
  await requireStill(ctx, 'PATCH /conversations/{id}', id)
  return { id, before: await firstSeen(ctx, id) }
}

/** The detail of a conversation as the run saw it first. */
export async function firstSeen(
  { api, answersTo }: Pick<Context, 'api' | 'answersTo'>,
  id: string,
): Promise<Answer> {
  const seen = answersTo('GET /conversations/{id}').find(({ data, usable }) => usable && data['id'] === id)
  return seen ?? (await api.conversation(id)).control()
}

/** The conversation to which a case may add notes. */
export async function noteTarget(ctx: Context<'noteTarget'>): Promise<string> {
  const id = ctx.world.noteTarget
  await requireStill(ctx, 'POST /conversations/{id}/messages', id)
  return id
}

/** Others may delete a conversation in the meantime: where a write found none, a look shows whether it is still there. */
async function requireStill(
  { api, answersTo }: Pick<Context, 'api' | 'answersTo'>,
  write: OperationKey,
  id: string,
): Promise<void> {
  const isLost = answersTo(write).some(({ exchange, status }) => status === 404 && askedId(exchange) === id)
  if (isLost) (await api.conversation(id)).control()
}

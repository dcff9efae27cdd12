/** Conversations that cases write to: one that they may update, and one for writes that must be refused. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { isId } from '../../lib/engine/case/items.ts'
import { askedId } from '../../lib/engine/judge/reading.ts'
import { type OperationKey, WRITE_OPERATIONS } from '../../lib/engine/contract/operations.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'
import { sentConversation } from './leads.ts'

/**
 * The conversation that a case may update: its id, and its detail before the first update. It is restored at
 * the end of the run. All cases share the first detail that the run saw, also when they run again: otherwise
 * a second run would not notice a loss.
 */
export async function updateTarget(
  ctx: Context<'updateTarget'>,
): Promise<{ readonly id: string; readonly before: Answer }> {
  const id = String(ctx.world.updateTarget['id'])
  await requireStill(ctx, 'PATCH /conversations/{id}', id)
  return { id, before: await firstSeen(ctx, id) }
}

/** The first detail of a conversation that the run saw. */
export async function firstSeen(
  { api, answersTo }: Pick<Context, 'api' | 'answersTo'>,
  id: string,
): Promise<Answer> {
  const seen = answersTo('GET /conversations/{id}').find(({ data, usable }) => usable && data['id'] === id)
  return seen ?? (await api.conversation(id)).mustBeUsable()
}

/** The conversation to which a case may add notes. */
export async function noteTarget(ctx: Context<'noteTarget'>): Promise<string> {
  const id = ctx.world.noteTarget
  await requireStill(ctx, 'POST /conversations/{id}/messages', id)
  return id
}

/**
 * The conversation for writes that must be refused: preferably one that this run has not written to. Values
 * that a run has written elsewhere may be shown late, and automations react to them.
 * @param place - the position of the case among those that need one: a change by one case must not be blamed
 * on another
 */
export function refusalTarget(
  ctx: Pick<Context<never>, 'answersTo' | 'world'>,
  place: number,
  otherwise: JsonObject,
): JsonObject {
  const written = writtenConversations(ctx)
  const all = ctx.world.discovery.main.lists['GET /conversations'].items
  const free = all.filter(({ id }) => isId(id) && !written.has(id))
  return free.at(-1 - place) ?? otherwise
}

/** The ids of the conversations that accepted writes of this run concern. */
export function writtenConversations({ answersTo }: Pick<Context<never>, 'answersTo'>): ReadonlySet<unknown> {
  const accepted = WRITE_OPERATIONS.flatMap(answersTo).filter(({ fate }) => fate === 'accepted')
  return new Set(accepted.map((write) => askedId(write.exchange) ?? sentConversation(write)))
}

/**
 * Others may delete a conversation in the meantime: if a write got 404, a look shows whether it still exists.
 */
async function requireStill(
  { api, answersTo }: Pick<Context, 'api' | 'answersTo'>,
  write: OperationKey,
  id: string,
): Promise<void> {
  const isLost = answersTo(write).some(({ exchange, status }) => status === 404 && askedId(exchange) === id)
  if (isLost) (await api.conversation(id)).mustBeUsable()
}

/** Conversations that cases write to: the one that they may update, and one on which invalid writes are tried. */
import type { Actor } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import { foreignItems, spareWorkspace } from '../../lib/engine/case/chosen.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { askedId } from '../../lib/engine/judge/reading.ts'
import { strings } from '../../lib/engine/spec/json.ts'
import type { OperationKey } from '../../lib/engine/spec/operations.ts'
import { given, type JsonObject } from '../../lib/engine/util/values.ts'

/** The conversation that a case may update: who updates it, its id, and its detail as the run saw it first. */
interface UpdateTarget extends Pick<Context, 'api' | 'expect' | 'mark'> {
  readonly id: string
  readonly before: Answer
}

/**
 * The conversation that a case may update. It is restored at the end of the run. What a run has seen of it before the
 * first update serves all cases, also when they run again: what an update lost is lost for both.
 */
export async function updateTarget(ctx: Context<'updateTarget'>): Promise<UpdateTarget> {
  const { api, expect, mark, world, answersTo } = ctx
  const id = String(world.updateTarget['id'])
  const seen = answersTo('GET /conversations/{id}').find(({ data, usable }) => usable && data['id'] === id)
  await requireStill(ctx, 'PATCH /conversations/{id}', id)
  const before = seen ?? (await api.conversation(id)).control()
  return { api, expect, mark, id, before }
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

/** A conversation and a key that may write to it. */
export interface Place {
  readonly actor: Actor
  readonly id: string
}

/**
 * The conversation on which invalid writes are tried: one of the second workspace, which spares the key under test,
 * preferably open, with tags and a date of change, so that a change shows; without a second key the given one.
 * @param which - the best, or one of the others to which this run has sent no update
 */
export function spareConversation(
  { api, bystander, world, answersTo }: Pick<Context<never>, 'api' | 'bystander' | 'world' | 'answersTo'>,
  otherwise: string,
  which: 'best' | 'not updated' = 'best',
): Place {
  const { main } = world.discovery
  const other = spareWorkspace(world.discovery)
  const worth = ({ is_resolved, tags, updated_at }: JsonObject): number =>
    [is_resolved === false, strings(tags).length > 0, given(updated_at)].filter(Boolean).length
  const [best, ...others] = idsOf(
    foreignItems(other, main, 'GET /conversations').toSorted((a, b) => worth(b) - worth(a)),
  )
  if (best === undefined) return { actor: api, id: otherwise }
  const updated = new Set(answersTo('PATCH /conversations/{id}').map(({ exchange }) => askedId(exchange)))
  const fresh = others.find((id) => !updated.has(id))
  return { actor: bystander, id: which === 'best' ? best : (fresh ?? best) }
}

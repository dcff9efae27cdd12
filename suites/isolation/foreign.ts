/** Data that belong to the workspace under test, and not to the second key; and how to ask for them. */
import type { Actor, Query } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import { foreignItems } from '../../lib/engine/case/chosen.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { NEEDS } from '../../lib/engine/case/needs.ts'
import { type ListKey, type OperationKey, operationOf } from '../../lib/engine/contract/operations.ts'
import { percentEncoded } from '../../lib/engine/http/request.ts'
import { given, integer, isObject, type JsonObject } from '../../lib/engine/util/values.ts'

type BothWorkspaces = Pick<Context<'otherKey'>, 'world'>

/**
 * An id of the workspace under test that the second key does not have; for a chatbot, the one with most data.
 */
export function foreignId({ world }: BothWorkspaces, list: ListKey): string | undefined {
  const { main, other } = world.discovery
  if (list !== 'GET /chatbots') return idsOf(foreignItems(main, other, list))[0]
  return other && NEEDS.foreignChatbot.find({ ...world.discovery, main: other, other: main })
}

/** A chatbot that is foreign to the second key, and one of its own; undefined if a workspace has none. */
export function chatbotsOf(ctx: BothWorkspaces): {
  readonly foreign?: string | undefined
  readonly own?: string | undefined
} {
  const [own] = idsOf(ctx.world.discovery.other?.lists['GET /chatbots'].items ?? [])
  return { foreign: foreignId(ctx, 'GET /chatbots'), own }
}

/** The list of the items that an operation names: in its path, or as `chatbot_id`. */
export function listNamedIn(operation: OperationKey): ListKey {
  return operationOf(operation).idsFrom ?? 'GET /chatbots'
}

/** Requests an id at the place where an operation names one: in the path, or as `chatbot_id`. */
export function askFor(actor: Actor, operation: OperationKey, id: string, more?: Query): Promise<Answer> {
  const { path, idsFrom } = operationOf(operation)
  return idsFrom === undefined
    ? actor.get(path, { chatbot_id: id, ...more })
    : actor.get(path.replace('{id}', percentEncoded(id)), more)
}

/** An item, a resource or a source by its fields that never change. */
export function identityOf({ id, created_at: at, source_url: url, team_id: team }: JsonObject): string {
  return JSON.stringify([id, at, url, team])
}

/** The parts of an answer that identify a workspace: its items, its resource, and totals other than zero. */
export function identitiesIn({ items, data }: Answer): readonly string[] {
  const { totals } = data
  const isCounted = isObject(totals) && Object.values(totals).every((one) => (integer(one) ?? 0) > 0)
  const known = [...items, data].filter((one) =>
    ['id', 'source_url', 'team_id'].some((name) => given(one[name])),
  )
  return [...known.map(identityOf), ...(isCounted ? [JSON.stringify(totals)] : [])]
}

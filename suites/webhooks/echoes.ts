/** Which deliveries tell of updates of conversations. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context, WebhookDelivery } from '../../lib/engine/case/context.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { askedId } from '../../lib/engine/judge/reading.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'
import { sentConversation } from '../support/leads.ts'
import { marksOf } from '../support/marks.ts'
import { namesOneOf, resourcesIn } from './recognition.ts'

type Tools = Pick<Context<never>, 'answersTo' | 'deliveries'>

/** The updates that the key under test has sent. */
function updatesOf({ answersTo }: Tools): readonly Answer[] {
  return answersTo('PATCH /conversations/{id}').filter(({ exchange }) => exchange.key === 'main')
}

/** The conversations that the key under test has updated. */
export function updatedConversations(tools: Tools): ReadonlySet<string> {
  return new Set(updatesOf(tools).flatMap(({ exchange }) => askedId(exchange) ?? []))
}

/** The conversations that leads and notes of this run were written to: events about these may show them. */
function conversationsOfOtherWrites({ answersTo }: Tools): ReadonlySet<unknown> {
  return new Set([
    ...answersTo('POST /leads').flatMap((lead) => [sentConversation(lead), lead.data['conversation_id']]),
    ...answersTo('POST /conversations/{id}/messages').map(({ exchange }) => askedId(exchange)),
  ])
}

/**
 * Conversations of which nothing but an update can tell.
 * @param items - those to choose from; otherwise those that were updated
 */
export function conversationsOfUpdates(ctx: Tools, items?: readonly JsonObject[]): ReadonlySet<string> {
  const told = conversationsOfOtherWrites(ctx)
  const some = items === undefined ? updatedConversations(ctx) : idsOf(items)
  return new Set([...some].filter((id) => !told.has(id)))
}

/** Whether a delivery shows one of these conversations, or a text that was sent in an update of one of them. */
export function echoing(
  ctx: Tools,
  conversations: ReadonlySet<string>,
  updates: readonly Answer[] = updatesOf(ctx).filter(({ exchange }) =>
    conversations.has(askedId(exchange) ?? ''),
  ),
): (delivery: WebhookDelivery) => boolean {
  const sent = new Set(updates.flatMap(({ exchange }) => marksOf(exchange.request.body)))
  return (one) =>
    marksOf(one.body).some((mark) => sent.has(mark)) ||
    namesOneOf(one, conversations) ||
    resourcesIn(one, 'Conversation').some(({ id }) => typeof id === 'string' && conversations.has(id))
}

/** Whether a delivery shows a conversation that this run has not written to: visitors cause events, too. */
export function isOfVisitors(ctx: Tools): (delivery: WebhookDelivery) => boolean {
  const written = new Set([
    ...conversationsOfOtherWrites(ctx),
    ...ctx.answersTo('PATCH /conversations/{id}').map(({ exchange }) => askedId(exchange)),
  ])
  return (one) => resourcesIn(one, 'Conversation').some(({ id }) => !written.has(id))
}

/** Which deliveries tell of updates of conversations. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context, WebhookDelivery } from '../../lib/engine/case/context.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { askedId } from '../../lib/engine/judge/reading.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'
import { sentConversation } from '../support/leads.ts'
import { marksIn } from '../support/marks.ts'
import { resourcesIn } from './recognition.ts'

type Tools = Pick<Context<never>, 'answersTo' | 'deliveries' | 'mark'>

/** The updates that the key under test has sent. */
function updatesOf({ answersTo }: Tools): readonly Answer[] {
  return answersTo('PATCH /conversations/{id}').filter(({ exchange }) => exchange.key === 'main')
}

/**
 * Conversations of which nothing but an update can tell: an event about a lead or a note of this run may show its
 * conversation.
 * @param items - those to choose from; otherwise those that were updated
 */
export function conversationsOfUpdates(ctx: Tools, items?: readonly JsonObject[]): ReadonlySet<string> {
  const { answersTo } = ctx
  const told = new Set<unknown>([
    ...answersTo('POST /leads').flatMap((lead) => [sentConversation(lead), lead.data['conversation_id']]),
    ...answersTo('POST /conversations/{id}/messages').map(({ exchange }) => askedId(exchange)),
  ])
  const some =
    items === undefined ? updatesOf(ctx).flatMap(({ exchange }) => askedId(exchange) ?? []) : idsOf(items)
  return new Set(some.filter((id) => !told.has(id)))
}

/** The deliveries that show one of these conversations, or a text that was sent in an update of one of them. */
export function echoes(
  ctx: Tools,
  conversations: ReadonlySet<string>,
  updates: readonly Answer[] = updatesOf(ctx).filter(({ exchange }) =>
    conversations.has(askedId(exchange) ?? ''),
  ),
): readonly WebhookDelivery[] {
  const marks = marksIn(ctx)
  const sent = new Set(updates.flatMap(({ exchange }) => marks(exchange.request.body)))
  return ctx.deliveries
    .all()
    .filter(
      (one) =>
        marks(one.body).some((mark) => sent.has(mark)) ||
        resourcesIn(one, 'Conversation').some(({ id }) => typeof id === 'string' && conversations.has(id)),
    )
}

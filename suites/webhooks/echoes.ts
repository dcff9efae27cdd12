/** Which deliveries tell of updates of conversations. */
import type { Context, WebhookDelivery } from '../../lib/engine/case/context.ts'
import { askedId } from '../../lib/engine/judge/reading.ts'
import { sentConversation } from '../support/leads.ts'
import { marksOf } from '../support/marks.ts'
import { namesOneOf, resourcesIn } from './recognition.ts'

type Tools = Pick<Context<never>, 'answersTo'>

/** The conversations that leads and notes of this run were written to: events about these may show them. */
export function toldOtherwise({ answersTo }: Tools): ReadonlySet<unknown> {
  return new Set([
    ...answersTo('POST /leads').flatMap((lead) => [sentConversation(lead), lead.data['conversation_id']]),
    ...answersTo('POST /conversations/{id}/messages').map(({ exchange }) => askedId(exchange)),
  ])
}

/**
 * Whether a delivery shows a conversation that the key under test has updated, or a text of such an update.
 * @param told - the conversations of which something else may tell, too: these are left out
 */
export function echoing(
  { answersTo }: Tools,
  told: ReadonlySet<unknown> = new Set(),
): (delivery: WebhookDelivery) => boolean {
  const updates = answersTo('PATCH /conversations/{id}').filter(
    ({ exchange }) => exchange.key === 'main' && !told.has(askedId(exchange)),
  )
  const conversations = new Set(updates.flatMap(({ exchange }) => askedId(exchange) ?? []))
  const sent = new Set(updates.flatMap(({ exchange }) => marksOf(exchange.request.body)))
  return (one) =>
    marksOf(one.body).some((mark) => sent.has(mark)) ||
    namesOneOf(one, conversations) ||
    resourcesIn(one, 'Conversation').some(({ id }) => typeof id === 'string' && conversations.has(id))
}

/** Whether a delivery shows a conversation that this run has not written to: visitors cause events, too. */
export function isOfVisitors(ctx: Tools): (delivery: WebhookDelivery) => boolean {
  const written = new Set([
    ...toldOtherwise(ctx),
    ...ctx.answersTo('PATCH /conversations/{id}').map(({ exchange }) => askedId(exchange)),
  ])
  return (one) => resourcesIn(one, 'Conversation').some(({ id }) => !written.has(id))
}

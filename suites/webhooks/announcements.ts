/** What deliveries tell of a run: its new leads and, though they must not, its updates. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context, WebhookDelivery } from '../../lib/engine/case/context.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { askedId, sentBody } from '../../lib/engine/judge/reading.ts'
import { createdLeads, sentConversation } from '../support/leads.ts'
import { isRefused, marksOf, writesByMark } from '../support/marks.ts'
import { areUnreadable, holdsValue, isLeadCreated, namesOneOf, resourcesIn } from './recognition.ts'

type Tools = Pick<Context<never>, 'answersTo' | 'deliveries' | 'world'>

/**
 * Waits until deliveries name all leads that this run has created, by their ids or by what was sent; resolves with those
 * that are named in time, and with the others. Deliveries of which none can be read are not waited for. What a payload holds is
 * open: if none has an id, leads without a name of their own cannot be missed.
 */
export async function announcements(
  ctx: Tools,
): Promise<{ readonly named: readonly Answer[]; readonly missing: readonly Answer[] }> {
  const created = createdLeads(ctx)
  const sent = created.flatMap(({ exchange }) => marksOf(exchange.request.body))
  // Leads of one person share a mark, which names neither of them.
  const ownMarks = ({ exchange }: Answer): readonly string[] =>
    marksOf(exchange.request.body).filter((mark) => sent.indexOf(mark) === sent.lastIndexOf(mark))
  const named = new Set<Answer>()
  let haveIds = false
  // Each delivery is looked at once, in order.
  await ctx.deliveries.first((delivery) => {
    if (isLeadCreated(delivery)) {
      const text = JSON.stringify(delivery)
      const told = new Set(marksOf(text))
      for (const lead of created) {
        const [id] = idsOf([lead.data])
        haveIds ||= id !== undefined && holdsValue(delivery, id)
        if (ownMarks(lead).some((mark) => told.has(mark)) || (id && text.includes(id))) named.add(lead)
      }
    }
    return named.size === created.length || areUnreadable(ctx.deliveries.all())
  })
  const hasOwnName = (lead: Answer): boolean => {
    const [mark = ''] = marksOf(String(sentBody(lead.exchange)['name']))
    return ownMarks(lead).includes(mark)
  }
  const known = haveIds ? created : created.filter(hasOwnName)
  return { named: [...named], missing: known.filter((lead) => !named.has(lead)) }
}

/** A `lead.created` with the mark of a refused lead of any case and of no accepted one, and the refusal. */
export function announcedRefusal(
  ctx: Tools,
): { readonly delivery: WebhookDelivery; readonly refusal: Answer } | undefined {
  const leads = ctx.answersTo('POST /leads').filter(({ exchange }) => exchange.key === 'main')
  const sent = writesByMark(leads.map(({ exchange }) => exchange))
  for (const delivery of ctx.deliveries.all()) {
    const writes = marksOf(delivery.body).map((mark) => sent.get(mark) ?? [])
    const refusal = leads.find(({ exchange }) => writes[0]?.[0] === exchange)
    // Several events may be delivered together, of which one may be about something else.
    const areRefused = writes.every((some) => some.length > 0 && some.every(isRefused))
    if (refusal !== undefined && areRefused && isLeadCreated(delivery)) return { delivery, refusal }
  }
  return undefined
}

/** The conversations that leads and notes of this run were written to: events about these may show them. */
export function toldOtherwise({ answersTo }: Pick<Context<never>, 'answersTo'>): ReadonlySet<unknown> {
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
  { answersTo }: Pick<Context<never>, 'answersTo'>,
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
export function isOfVisitors(ctx: Pick<Context<never>, 'answersTo'>): (delivery: WebhookDelivery) => boolean {
  const written = new Set([
    ...toldOtherwise(ctx),
    ...ctx.answersTo('PATCH /conversations/{id}').map(({ exchange }) => askedId(exchange)),
  ])
  return (one) => resourcesIn(one, 'Conversation').some(({ id }) => !written.has(id))
}

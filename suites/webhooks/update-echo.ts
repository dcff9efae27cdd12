import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import { linkedLeads, MOST_LINKED } from '../../lib/harness/chosen-items.ts'
import { type Discovery, idsOf } from '../../lib/harness/discovery.ts'
import { updateTargets } from '../../lib/harness/needs.ts'
import type { Delivery } from '../../lib/harness/context.ts'
import { updateTarget } from '../support/conversations.ts'
import { fullLead } from '../support/leads.ts'
import {
  announcement,
  answeredLeads,
  isEvent,
  isLeadCreated,
  leadTraces,
  mentions,
  namesId,
} from './events.ts'

/** The result of an update, observed until a later lead was announced. */
interface Echo {
  /** The answer to the update. */
  readonly answer: Answer
  /** A delivery about the update. */
  readonly delivery?: Delivery
}

/** How long a delivery of an update may take that a later one has overtaken: their order is not specified. */
const OVERTAKEN_MS = 500

/**
 * Updates a conversation, and one with a lead, and looks for a delivery about this or an earlier update of the run.
 * In a workspace in use, a delivery that merely names the conversation may have another cause: it counts only if
 * another update causes one too.
 */
export async function updateEcho(ctx: Context<'webhooks' | 'updateTarget' | 'chatbot'>): Promise<Echo> {
  const first = await updated(ctx)
  if (first.delivery === undefined || mentions(first.delivery, first.tag)) return first
  return updated(ctx, new Set(ctx.deliveries.all()), [
    { is_resolved: false },
    { tags: [first.tag] },
    { tags: [] },
    // A refused update must emit nothing either.
    { tags: 'none' },
  ])
}

async function updated(
  ctx: Context<'webhooks' | 'updateTarget' | 'chatbot'>,
  earlier: ReadonlySet<Delivery> = new Set(),
  further: readonly object[] = [],
): Promise<Echo & { readonly tag: string }> {
  const { deliveries, world } = ctx
  const { id, api, mark } = await updateTarget(ctx)
  const [tag, text] = [mark(), mark()]
  const led = conversationWithLead(world.discovery)
  const [update] = await Promise.all([
    api.patchConversation(id, { tags: [tag], is_resolved: true }),
    // Sets the present value, so that nothing has to be restored.
    led && api.patchConversation(led.id, { is_resolved: led.is_resolved }),
  ])
  const answer = update.control()
  for (const one of further) await api.patchConversation(id, one)
  // A lead created afterwards is the fence: once its event is here, that of the update would be too.
  const later = await api.createLead(fullLead(world.chatbot, text))
  const traces = leadTraces(world.discovery, [text, String(later.data['id'])], text)
  const fence = await announcement(deliveries, traces)
  if (fence === undefined) ctx.inconclusive('needs webhooks that are delivered: not even lead.created came')
  const known = [
    ...updateTargets(world.discovery).map((item) => String(item['id'])),
    ...(led === undefined ? [] : [led.id]),
  ]
  // Services that number each resource separately have other resources with the same id.
  const elsewhere = idsBesides(world.discovery, answeredLeads(ctx))
  const ids = known.filter((one) => !elsewhere.has(one))
  const delivery = await deliveries.first(
    (one) =>
      !earlier.has(one) &&
      (mentions(one, tag) ||
        (ids.some((own) => namesId(one, own)) && !isLeadCreated(one) && !isEvent(one, 'reservation.'))),
    OVERTAKEN_MS,
  )
  return { answer, tag, ...(delivery === undefined ? {} : { delivery }) }
}

/** Ids that also belong to something other than a conversation. */
function idsBesides({ main }: Discovery, leads: readonly string[]): ReadonlySet<string> {
  const { 'GET /conversations': _conversations, ...others } = main.lists
  return new Set([...leads, ...Object.values(others).flatMap(({ items }) => idsOf(items))])
}

/** A conversation with a lead that this run posts nothing to: any delivery about it is caused by an update. */
function conversationWithLead(
  discovery: Discovery,
): { readonly id: string; readonly is_resolved: boolean } | undefined {
  const leads = linkedLeads(discovery, Infinity).slice(MOST_LINKED)
  const conversations = new Map(
    discovery.main.lists['GET /conversations'].items.map((item) => [item['id'], item['is_resolved']]),
  )
  const used = new Set(linkedLeads(discovery).map((lead) => lead['conversation_id']))
  for (const { conversation_id: id } of leads) {
    const resolved = conversations.get(id)
    if (typeof id === 'string' && typeof resolved === 'boolean' && !used.has(id))
      return { id, is_resolved: resolved }
  }
  return undefined
}

import { isObject, objects } from '../oracles/values.ts'
import { groupBy } from '../verdict/group-by.ts'
import type { Answer } from './answer.ts'
import type { Context, Delivery } from './case.ts'
import { type Discovery, idsOf } from './discovery.ts'
import { createdLeads } from './created-leads.ts'
import { isEvent, mentions } from './events.ts'
import { leftByRefusal, refusalsByMark, sentLeads } from './refused-leads.ts'

interface Heard {
  readonly world: { readonly discovery: Discovery }
}

/** How many leads have to be told by their id before one that is not can be missed. */
const TOLD = 2

/**
 * The first lead that this run created and that no `lead.created` names by its id, once all that were created had the time to be told.
 * The payload is open, and a listener may be registered for one chatbot: a lead is missed only where several others of its chatbot are named.
 * @returns nothing where all are told, or where deliveries do not name leads
 */
export async function untoldLead(
  ctx: Pick<Context, 'keep' | 'deliveries'> & Heard,
): Promise<Answer | undefined> {
  const missed = (): Answer | undefined => {
    const told = ctx.deliveries.all().filter((one) => isEvent(one, 'lead.created'))
    return missing(certainlyCreated(ctx), told)
  }
  if (missed() !== undefined) await ctx.deliveries.first(() => missed() === undefined)
  return missed()
}

function missing(created: readonly Answer[], told: readonly Delivery[]): Answer | undefined {
  const isTold = ({ data }: Answer): boolean => told.some((one) => mentions(one, String(data['id'])))
  const ofChatbots = groupBy(created, ({ data }) => String(data['chatbot_id'])).values()
  return [...ofChatbots]
    .filter((leads) => leads.filter(isTold).length >= TOLD)
    .flatMap((leads) => leads.filter((lead) => !isTold(lead)))[0]
}

/** Leads that were created for certain: no conversation was named, so that none of them can be one that was there before. */
function certainlyCreated(ctx: Pick<Context, 'keep'> & Heard): readonly Answer[] {
  const known = new Set(idsOf(ctx.world.discovery.main.lists['GET /leads'].rows))
  return createdLeads(ctx).filter(
    ({ exchange, data }) => !namesConversation(exchange.request.body) && !known.has(String(data['id'])),
  )
}

function namesConversation(body = ''): boolean {
  return /"conversation_id"\s*:\s*"/.test(body)
}

/** The ids of the leads that were answered in this run. */
export function answeredLeads({ keep }: Pick<Context, 'keep'>): readonly string[] {
  return sentLeads(keep).flatMap(({ data }) => (typeof data['id'] === 'string' ? [data['id']] : []))
}

/** How many leads the deliveries name that this run created. */
export function toldLeads(ctx: Pick<Context, 'keep' | 'deliveries'> & Heard): number {
  const told = ctx.deliveries.all().filter((one) => isEvent(one, 'lead.created'))
  return certainlyCreated(ctx).filter(({ data }) => told.some((one) => mentions(one, String(data['id']))))
    .length
}

/** A `lead.created` with what was sent in a lead that was refused, whichever case sent it, and the refusal. */
export function toldRefusal(
  ctx: Pick<Context, 'keep' | 'mark' | 'deliveries'>,
): { readonly delivery: Delivery; readonly refusal: Answer } | undefined {
  const leads = sentLeads(ctx.keep).filter(({ exchange }) => exchange.key === 'main')
  const refusals = refusalsByMark(ctx, leads)
  for (const delivery of ctx.deliveries.all()) {
    if (!isEvent(delivery, 'lead.created') || holdsSeveral(delivery.json)) continue
    const told = leftByRefusal(ctx, [{ json: delivery.json }], refusals)
    if (told !== undefined) return { delivery, refusal: told.refusal }
  }
  return undefined
}

/** Whether a delivery may hold several events, of which another one may speak of the refusal. */
function holdsSeveral(json: unknown, depth = 0): boolean {
  if (depth > 6) return true
  if (Array.isArray(json))
    return objects(json).length > 1 || json.some((item) => holdsSeveral(item, depth + 1))
  return isObject(json) && Object.values(json).some((item) => holdsSeveral(item, depth + 1))
}

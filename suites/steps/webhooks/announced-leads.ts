import { isObject, objects } from '../../../lib/util/values.ts'
import { groupBy } from '../../../lib/util/collections.ts'
import type { Answer } from '../../../lib/api/answer.ts'
import type { Context } from '../../../lib/api/case.ts'
import type { Delivery } from '../../../lib/harness/case.ts'
import { type Discovery, idsOf } from '../../../lib/api/discovery.ts'
import { createdLeads, recordLead } from '../leads/created-leads.ts'
import { isEvent, leadTraces, mentions, announcement } from './events.ts'
import { fullLead } from '../leads/lead-bodies.ts'
import { leftByRefusal, refusalsByMark } from '../leads/refused-leads.ts'

interface WithWorld {
  readonly world: { readonly discovery: Discovery }
}

/** How many leads must be announced by id before a missing one counts. */
const ENOUGH_NAMED = 2
/** One missing lead counts if its id is distinctive; otherwise several must be missing. */
const DISTINCTIVE = 6
const SEVERAL = 4

/**
 * The first lead of this run that no `lead.created` names, after a wait for all of them.
 * The payload is open and a listener may be registered for one chatbot: a lead counts as missing only if several
 * others of its chatbot are named.
 * @returns undefined if all are announced, or if deliveries name no leads
 */
export async function unannouncedLead(
  ctx: Pick<Context, 'answersTo' | 'deliveries'> & WithWorld,
): Promise<Answer | undefined> {
  const missed = (): Answer | undefined => missing(certainlyCreated(ctx), announced(ctx))
  if (missed() !== undefined) await ctx.deliveries.first(() => missed() === undefined)
  return missed()
}

/** The deliveries of `lead.created` so far. */
function announced({ deliveries }: Pick<Context, 'deliveries'>): readonly Delivery[] {
  return deliveries.all().filter((one) => isEvent(one, 'lead.created'))
}

function isNamedIn(named: readonly Delivery[]): (lead: Answer) => boolean {
  return ({ data }) => named.some((one) => mentions(one, String(data['id'])))
}

function missing(created: readonly Answer[], named: readonly Delivery[]): Answer | undefined {
  const isNamed = isNamedIn(named)
  const ofChatbots = groupBy(created, ({ data }) => String(data['chatbot_id'])).values()
  return [...ofChatbots]
    .filter((leads) => {
      const named = leads.filter(isNamed)
      const [first] = named.map(({ data }) => String(data['id']))
      return (
        named.length >= ENOUGH_NAMED ||
        (first !== undefined && first.length >= DISTINCTIVE && leads.length - named.length >= SEVERAL)
      )
    })
    .flatMap((leads) => leads.filter((lead) => !isNamed(lead)))[0]
}

/** Leads that this run certainly created: without a conversation, they cannot be deduplicated. */
function certainlyCreated(ctx: Pick<Context, 'answersTo'> & WithWorld): readonly Answer[] {
  const known = new Set(idsOf(ctx.world.discovery.main.lists['GET /leads'].items))
  return createdLeads(ctx).filter(
    ({ exchange, data }) => !namesConversation(exchange.request.body) && !known.has(String(data['id'])),
  )
}

function namesConversation(body = ''): boolean {
  return /"conversation_id"\s*:\s*"/.test(body)
}

/** The ids of all leads that this run got in answers. */
export function answeredLeads({ answersTo }: Pick<Context, 'answersTo'>): readonly string[] {
  return answersTo('POST /leads').flatMap(({ data }) => (typeof data['id'] === 'string' ? [data['id']] : []))
}

/**
 * The first delivery that may be the `lead.created` of a lead; undefined if none arrives in time.
 * @param own its id and the marks sent with it
 * @param mark any mark of this run
 */
export function announcementOf(
  ctx: Pick<Context, 'answersTo' | 'deliveries'> & WithWorld,
  own: readonly string[],
  mark: string,
): Promise<Delivery | undefined> {
  return announcement(ctx.deliveries, leadTraces(ctx.world.discovery, own, mark, answeredLeads(ctx)))
}

/**
 * A lead without a conversation that a `lead.created` announces: one sent before, or a new one.
 * A listener may be registered for another chatbot: inconclusive if no lead of this one is announced.
 */
export async function announcedLeadOf(
  ctx: Pick<Context, 'api' | 'keep' | 'answersTo' | 'mark' | 'deliveries' | 'inconclusive'> & WithWorld,
  chatbot: string,
): Promise<Answer> {
  const known = certainlyCreated(ctx).filter(isNamedIn(announced(ctx)))
  const earlier = known.find(({ data }) => data['chatbot_id'] === chatbot)
  if (earlier !== undefined) return earlier
  const body = fullLead(chatbot, ctx.mark())
  const created = recordLead(ctx, await ctx.api.createLead(body))
  created.control()
  const own = [body.status, String(created.data['id'])]
  if ((await announcementOf(ctx, own, body.status)) === undefined)
    ctx.inconclusive('needs a listener for the leads of the chatbot with that conversation')
  return created
}

/** How many leads of this run the deliveries name. */
export function announcedCount(ctx: Pick<Context, 'answersTo' | 'deliveries'> & WithWorld): number {
  return certainlyCreated(ctx).filter(isNamedIn(announced(ctx))).length
}

/** A `lead.created` with the mark of a refused lead of any case, and the refusal. */
export function announcedRefusal(
  ctx: Pick<Context, 'answersTo' | 'mark' | 'deliveries'>,
): { readonly delivery: Delivery; readonly refusal: Answer } | undefined {
  const leads = ctx.answersTo('POST /leads').filter(({ exchange }) => exchange.key === 'main')
  const refusals = refusalsByMark(ctx, leads)
  for (const delivery of ctx.deliveries.all()) {
    if (!isEvent(delivery, 'lead.created') || holdsSeveral(delivery.json)) continue
    const named = leftByRefusal(ctx, [{ json: delivery.json }], refusals)
    if (named !== undefined) return { delivery, refusal: named.refusal }
  }
  return undefined
}

/** Whether a delivery may hold several events, one of which may concern something else. */
function holdsSeveral(json: unknown, depth = 0): boolean {
  if (depth > 6) return true
  if (Array.isArray(json))
    return objects(json).length > 1 || json.some((item) => holdsSeveral(item, depth + 1))
  return isObject(json) && Object.values(json).some((item) => holdsSeveral(item, depth + 1))
}

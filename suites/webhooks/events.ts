import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import { FIELDS } from '../fields/table.ts'
import { CONTRACT } from '../../lib/spec/api.ts'
import { type Discovery, idsOf } from '../../lib/harness/discovery.ts'
import type { Deliveries, Delivery } from '../../lib/harness/context.ts'
import { once } from '../../lib/harness/run-store.ts'
import { groupBy } from '../../lib/util/collections.ts'
import { isObject, type JsonObject, objects, quote } from '../../lib/util/values.ts'
import { createdLeads, fullLead, plainLead } from '../support/leads.ts'
import { leftByRefusal, refusalsByMark, runOf } from '../support/marks.ts'

/** Whether a delivery is of an event. The envelope is open, so the name may be anywhere in headers or body. */
export function isEvent(delivery: Delivery, name: string): boolean {
  return delivery.body.includes(name) || Object.values(delivery.headers).some((value) => value.includes(name))
}

/**
 * Whether a delivery is of `lead.created`. A listener may be registered for one event at an address of its own: then
 * the payload may be the lead alone, and no name stands anywhere.
 */
export function isLeadCreated(delivery: Delivery): boolean {
  return isEvent(delivery, 'lead.created') || isNamelessLead(delivery)
}

/** Members and headers that name an event. */
const NAMES_EVENT = /event|topic|action|^type$|^name$/i

function isNamelessLead({ headers, json }: Delivery): boolean {
  if (!isObject(json) || CONTRACT.validate('Lead', json).length > 0) return false
  const members = Object.keys(json).filter((member) => !RESOURCE_FIELDS.has(member))
  return ![...members, ...Object.keys(headers)].some((name) => NAMES_EVENT.test(name))
}

/** Whether a delivery contains a text. */
export function mentions(delivery: Delivery, text: string): boolean {
  return text !== '' && delivery.body.includes(text)
}

/** Shorter ids may occur in any text by chance. */
const DISTINCTIVE_LENGTH = 6

/** Whether a delivery names an id. A short one counts only as a value of its own. */
export function namesId(delivery: Delivery, id: string): boolean {
  return id.length >= DISTINCTIVE_LENGTH ? mentions(delivery, id) : id !== '' && holdsValue(delivery.json, id)
}

/** No payload is nested deeper than this. */
const DEEPEST = 8

function holdsValue(json: unknown, text: string, depth = 0): boolean {
  if (json === text) return true
  if (typeof json !== 'object' || json === null || depth > DEEPEST) return false
  return Object.values(json).some((value) => holdsValue(value, text, depth + 1))
}

/** What identifies the event of one lead. */
interface LeadTraces {
  /** Texts of the lead: its id and the marks sent with it. */
  readonly own: readonly string[]
  /** Texts of other leads: the run's mark, and ids of earlier leads. */
  readonly others: readonly string[]
}

/**
 * The texts by which a lead of this run is recognised.
 * @param own its id and the marks sent with it
 * @param mark any mark of this run
 * @param created ids of leads that this run created
 */
export function leadTraces(
  { main }: Discovery,
  own: readonly string[],
  mark: string,
  created: readonly string[] = [],
): LeadTraces {
  const ids = [...idsOf(main.lists['GET /leads'].items), ...created]
  return {
    own,
    others: [runOf(mark), ...ids.filter((id) => id.length >= DISTINCTIVE_LENGTH && !own.includes(id))],
  }
}

/**
 * Whether a delivery may be the `lead.created` of a lead. The payload is open: if no delivery names any lead
 * recognisably, every `lead.created` may be the one.
 */
export function mayAnnounce(
  delivery: Delivery,
  all: readonly Delivery[],
  { own, others }: LeadTraces,
): boolean {
  if (!isLeadCreated(delivery)) return false
  if (own.some((text) => mentions(delivery, text))) return true
  const created = all.filter(isLeadCreated)
  return !created.some((one) => [...own, ...others].some((text) => mentions(one, text)))
}

/** The first delivery that may be the `lead.created` of a lead; undefined if none arrives in time. */
export function announcement(
  deliveries: Pick<Deliveries, 'first' | 'all'>,
  traces: LeadTraces,
): Promise<Delivery | undefined> {
  return deliveries.first((one) => mayAnnounce(one, deliveries.all(), traces))
}

/**
 * The name of an event of the family, with or without a prefix: `reservation.confirmed`,
 * `com.example.reservation.moved`.
 */
const NAME = /^(?:[\w-]+[./:])*reservation\.[a-z][\w.-]*$/i

/**
 * Whether a delivery is of a `reservation.*` event: some text in its headers or body is such a name. Fields of
 * resources are skipped.
 */
export function isReservationEvent({ headers, json }: Delivery): boolean {
  return Object.values(headers).some((value) => NAME.test(value.trim())) || namesOne(json, 0)
}

const RESOURCE_FIELDS = new Set([...FIELDS.map(({ field }) => field), 'company', 'source_url'])

function namesOne(value: unknown, depth: number): boolean {
  if (depth > DEEPEST) return false
  if (typeof value === 'string') return NAME.test(value) || namesOne(packed(value), depth + 1)
  if (Array.isArray(value)) return value.some((item) => namesOne(item, depth + 1))
  if (!isObject(value)) return false
  const resource = 'chatbot_id' in value
  return Object.entries(value).some(
    ([name, item]) => !(resource && RESOURCE_FIELDS.has(name)) && namesOne(item, depth + 1),
  )
}

/** The objects of a payload that are complete reservations. */
export function reservationsIn({ json }: Delivery): readonly JsonObject[] {
  return objectsIn(json).filter(
    (one) => 'party_size' in one && CONTRACT.validate('Reservation', one).length === 0,
  )
}

const TABLE = FIELDS.filter(({ resource }) => resource === 'Reservation').map(({ field }) => field)

/** An object with this many fields of the table is a reservation, if an incomplete one. */
const ENOUGH = 5

/** What a payload carries instead of a reservation, in words: the faults of the object most like one. */
export function insteadOf(delivery: Delivery): string {
  const likeness = (one: JsonObject): number => TABLE.filter((field) => field in one).length
  const [nearest] = objectsIn(delivery.json).toSorted((one, other) => likeness(other) - likeness(one))
  if (nearest === undefined || likeness(nearest) < ENOUGH) return `a delivery: ${delivery.body.slice(0, 200)}`
  const [first, ...more] = CONTRACT.validate('Reservation', nearest)
  return first === undefined
    ? `a delivery: ${delivery.body.slice(0, 200)}`
    : `a reservation with ${first.pointer}: ${first.received}, expected ${first.expected}${more.length === 0 ? '' : ` (and ${more.length} more)`}`
}

/** The JSON that a text of a payload holds: brokers and forms put the payload into a string. */
function packed(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function objectsIn(value: unknown, depth = 0): readonly JsonObject[] {
  if (depth > DEEPEST) return []
  if (typeof value === 'string') return objectsIn(packed(value), depth + 1)
  if (Array.isArray(value)) return value.flatMap((item) => objectsIn(item, depth + 1))
  if (!isObject(value)) return []
  return [value, ...Object.values(value).flatMap((item) => objectsIn(item, depth + 1))]
}

/**
 * How a reservation in an event contradicts the same one in a list, in what no change explains: its creation, and the
 * order of its ends.
 */
export function unlikeListed(carried: JsonObject, items: readonly JsonObject[]): string | undefined {
  const listed = items.find((item) => item['id'] === carried['id'])
  if (listed === undefined) return undefined
  const [start, end] = [listed['start_at'], listed['end_at']]
  if (start !== end && carried['start_at'] === end && carried['end_at'] === start)
    return `start_at ${quote(end)} and end_at ${quote(start)}, the other way round than in the list`
  return carried['created_at'] === listed['created_at']
    ? undefined
    : `created_at ${quote(carried['created_at'])}, ${quote(listed['created_at'])} in the list`
}

interface WithWorld {
  readonly world: { readonly discovery: Discovery }
}

/** How many leads must be announced by id before a missing one counts. */
const ENOUGH_NAMED = 2
/** Or so many missing ones, where the only named one has a distinctive id. */
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
  return deliveries.all().filter(isLeadCreated)
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
        (first !== undefined && first.length >= DISTINCTIVE_LENGTH && leads.length - named.length >= SEVERAL)
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
 * The plain lead and the first delivery that may be its `lead.created`, waited for once in a run. It also comes after
 * those of leads that were sent, and refused, before.
 */
export const announcedPlainLead = once(
  'announcement of the plain lead',
  async (ctx: Context<'chatbot'>): Promise<{ readonly created: Answer; readonly delivery?: Delivery }> => {
    const { body, created } = await plainLead(ctx)
    if (created.status !== 200) return { created }
    const own = [body.status, String(created.data['id'])]
    const delivery = await announcementOf(ctx, own, body.status)
    return { created, ...(delivery === undefined ? {} : { delivery }) }
  },
)

/**
 * A lead without a conversation that a `lead.created` announces: one sent before, or a new one.
 * A listener may be registered for another chatbot: inconclusive if no lead of this one is announced.
 */
export async function announcedLeadOf(
  ctx: Pick<Context, 'api' | 'answersTo' | 'mark' | 'deliveries' | 'inconclusive'> & WithWorld,
  chatbot: string,
): Promise<Answer> {
  const known = certainlyCreated(ctx).filter(isNamedIn(announced(ctx)))
  const earlier = known.find(({ data }) => data['chatbot_id'] === chatbot)
  if (earlier !== undefined) return earlier
  const body = fullLead(chatbot, ctx.mark())
  const created = await ctx.api.createLead(body)
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
    if (!isLeadCreated(delivery) || holdsSeveral(delivery.json)) continue
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

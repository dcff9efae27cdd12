import { CONTRACT } from '../../../lib/api/contract.ts'
import type { Deliveries, Delivery } from '../../../lib/harness/case.ts'
import { type Discovery, idsOf } from '../../../lib/api/discovery.ts'
import { FIELDS } from '../../../lib/api/catalogue/index.ts'
import { isObject, quote, type JsonObject } from '../../../lib/util/values.ts'

/** Whether a delivery is of an event. The envelope is open, so the name may be anywhere in headers or body. */
export function isEvent(delivery: Delivery, name: string): boolean {
  return delivery.body.includes(name) || Object.values(delivery.headers).some((value) => value.includes(name))
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

/** The part that all marks of a run share. */
export function runOf(mark: string): string {
  return mark.slice(0, mark.lastIndexOf('-'))
}

/** What identifies the event of one lead. */
export interface LeadTraces {
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
  if (!isEvent(delivery, 'lead.created')) return false
  if (own.some((text) => mentions(delivery, text))) return true
  const created = all.filter((one) => isEvent(one, 'lead.created'))
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
  if (typeof value === 'string') return NAME.test(value)
  if (depth > DEEPEST) return false
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

function objectsIn(value: unknown, depth = 0): readonly JsonObject[] {
  if (depth > DEEPEST) return []
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

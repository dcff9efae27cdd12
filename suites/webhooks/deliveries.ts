/**
 * The contents of a delivery. Its envelope, signature and coding are not specified: an unreadable delivery
 * decides nothing.
 */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context, WebhookDelivery } from '../../lib/engine/case/context.ts'
import { CONTRACT } from '../../lib/engine/contract/api.ts'
import { sentBody } from '../../lib/engine/judge/reading.ts'
import { remembered } from '../../lib/engine/util/memo.ts'
import { isObject, jsonIn, type JsonObject } from '../../lib/engine/util/values.ts'
import { createdLeads } from '../support/leads.ts'
import { isRefused, marksOf, writesByMark } from '../support/marks.ts'

type DeliveryContext = Pick<Context<never>, 'answersTo' | 'deliveries' | 'world'>

/**
 * Every header, and every value of a payload with its name, also from JSON inside a text, as brokers send it.
 */
const valuesIn = remembered(({ headers, json }: WebhookDelivery): (readonly [string, unknown])[] => {
  const values: (readonly [string, unknown])[] = Object.entries(headers)
  const visit = (name: string, written: unknown): unknown => {
    const value = typeof written === 'string' && /^\s*[{[]/.test(written) ? jsonIn(written) : undefined
    values.push([name, value ?? written])
    return value ?? written
  }
  try {
    JSON.stringify(json, visit)
  } catch {
    // JSON that is nested too deeply is not read.
  }
  return values
})

/**
 * The words of a delivery: the values of its payload and, if it is not JSON, the words between the signs that
 * forms and XML put around a value. Ids and marks are such words.
 */
const wordsOf = remembered((delivery: WebhookDelivery): ReadonlySet<string> => {
  const text = [...Object.values(delivery.headers), delivery.body].join('\n')
  const words = text.match(/[^\s"'\\{}[\]()<>&=,;:/]+/g) ?? []
  const values = valuesIn(delivery).flatMap(([, value]) => (typeof value === 'string' ? value : []))
  return new Set([...values, ...words, ...marksOf(text)])
})

/** Whether an id or a mark is a word of a delivery. */
export function tellsOf(delivery: WebhookDelivery, words: readonly string[]): boolean {
  return words.some((word) => wordsOf(delivery).has(word))
}

/** Texts of resources may look like the names of events. */
const FIELDS: ReadonlySet<string> = new Set(
  (['Lead', 'Conversation', 'Message', 'Booking', 'Reservation'] as const).flatMap((kind) =>
    CONTRACT.fieldsOf(kind).map(({ name }) => name),
  ),
)

/** The names of events in a delivery, as part 6 writes them, with or without a prefix: `lead.created`. */
const eventsIn = (delivery: WebhookDelivery): readonly string[] =>
  valuesIn(delivery).flatMap(([name, value]) =>
    typeof value === 'string' && !FIELDS.has(name) && /^(?:[\w-]+[./:])+[a-z][\w-]*$/i.test(value)
      ? [value.toLowerCase()]
      : [],
  )

/** The kind of a delivery: its events or, if it names none, the names of its members. */
export function deliveryKind(delivery: WebhookDelivery): string {
  const events = eventsIn(delivery)
  return [...new Set(events.length > 0 ? events : namesOf(delivery.json))].join(' ')
}

/** The names of an object's members, sorted: their order has no meaning. */
export const namesOf = (value: unknown): string[] => (isObject(value) ? Object.keys(value).sort() : [])

/**
 * Whether a delivery is a `lead.created`. A listener may be registered for one event at an address of its
 * own: then the payload may be the lead alone, without the name of an event.
 */
export function isLeadCreated(delivery: WebhookDelivery): boolean {
  return (
    eventsIn(delivery).some((event) => /(?:^|[./:])lead\.created$/.test(event)) ||
    CONTRACT.validate('Lead', delivery.json).length === 0
  )
}

/** Whether a delivery belongs to the `reservation.*` family. */
export function isReservationEvent(delivery: WebhookDelivery): boolean {
  return eventsIn(delivery).some((event) => /(?:^|[./:])reservation\./.test(event))
}

/** The complete reservations in a payload. */
export function reservationsIn(delivery: WebhookDelivery): readonly JsonObject[] {
  return valuesIn(delivery).flatMap(([, value]) =>
    isObject(value) && CONTRACT.validate('Reservation', value).length === 0 ? [value] : [],
  )
}

/** Whether none of some deliveries is of a kind that part 6 shows: they may be encrypted. */
export function areUnreadable(deliveries: readonly WebhookDelivery[]): boolean {
  return deliveries.length > 0 && !deliveries.some((one) => isLeadCreated(one) || isReservationEvent(one))
}

/**
 * The deliveries about updated conversations, of kinds that no other conversation gets: deliveries that
 * follow a read, a note or an action of a visitor are no webhook of an update.
 */
export function causedByUpdates(
  deliveries: readonly WebhookDelivery[],
  updated: readonly string[],
): readonly WebhookDelivery[] {
  const harmless = new Set(deliveries.filter((one) => !tellsOf(one, updated)).map(deliveryKind))
  return deliveries.filter(
    (one) => tellsOf(one, updated) && !isReservationEvent(one) && !harmless.has(deliveryKind(one)),
  )
}

/** The leads of a run that a `lead.created` announces, and those whose announcement is missing. */
interface Announced {
  readonly heard: readonly Answer[]
  readonly silent: readonly Answer[]
}

/**
 * Waits until deliveries announce all leads that this run has created: one holds the lead's id, or the sent
 * values. Unreadable deliveries are not waited for. A payload may be the contact alone: if no id is
 * announced, a lead without a name of its own cannot be missed. Nor can a lead of another chatbot, since a
 * listener may be registered for one chatbot.
 */
export async function announcedLeads(ctx: DeliveryContext): Promise<Announced> {
  const leads = createdLeads(ctx)
  const byWord = new Map<string, Answer | undefined>()
  // A mark that several leads share identifies none of them.
  for (const lead of leads)
    for (const word of [String(lead.data['id']), ...marksOf(lead.exchange.request.body)])
      byWord.set(word, byWord.has(word) ? undefined : lead)
  const heard = new Set<Answer>()
  let haveIds = false
  // Each delivery is examined once, in order.
  await ctx.deliveries.first((delivery) => {
    for (const word of isLeadCreated(delivery) ? wordsOf(delivery) : []) {
      const lead = byWord.get(word)
      if (lead !== undefined) heard.add(lead)
      haveIds ||= lead?.data['id'] === word
    }
    return heard.size === leads.length || areUnreadable(ctx.deliveries.all())
  })
  const chatbots = new Set([...heard].map(({ data }) => data['chatbot_id']))
  const canBeMissed = (lead: Answer): boolean =>
    chatbots.has(lead.data['chatbot_id']) &&
    (haveIds || marksOf(String(sentBody(lead.exchange)['name'])).some((mark) => byWord.get(mark) === lead))
  return { heard: [...heard], silent: leads.filter((lead) => !heard.has(lead) && canBeMissed(lead)) }
}

/** A `lead.created` with values of refused leads, and of no other write; and the refusal. */
export function announcedRefusal(
  ctx: DeliveryContext,
): { readonly delivery: WebhookDelivery; readonly refusal: Answer } | undefined {
  const leads = ctx.answersTo('POST /leads').filter(({ exchange }) => exchange.key === 'main')
  const sent = writesByMark(leads.map(({ exchange }) => exchange))
  for (const delivery of ctx.deliveries.all().filter(isLeadCreated)) {
    const writes = marksOf(delivery.body).map((mark) => sent.get(mark) ?? [])
    const refusal = leads.find(({ exchange }) => writes[0]?.[0] === exchange)
    const areRefused = writes.every((some) => some.length > 0 && some.every(isRefused))
    if (refusal !== undefined && areRefused) return { delivery, refusal }
  }
  return undefined
}

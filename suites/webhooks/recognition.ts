/** What a delivery is about. Its envelope, its signature and its coding are not specified. */
import type { WebhookDelivery } from '../../lib/engine/case/context.ts'
import { CONTRACT } from '../../lib/engine/contract/api.ts'
import { isObject, jsonIn, type JsonObject } from '../../lib/engine/util/values.ts'

/** The JSON that a text holds: brokers and forms put the payload into a string. */
function unpacked(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value
  return jsonIn(value) ?? value
}

/** Every value of a payload with its name, nested and packed ones included; none of one that is too deeply nested. */
function valuesIn({ json }: WebhookDelivery): readonly (readonly [name: string, value: unknown])[] {
  const values: (readonly [string, unknown])[] = []
  try {
    JSON.stringify(json, (name, written: unknown) => {
      const value = unpacked(written)
      values.push([name, value])
      return value
    })
  } catch {
    return []
  }
  return values
}

/** Whether a payload has a text as the whole of a value. */
export function holdsValue(delivery: WebhookDelivery, text: string): boolean {
  return valuesIn(delivery).some(([, value]) => value === text)
}

/** The objects of a payload that are complete resources of a kind. */
export function resourcesIn(
  delivery: WebhookDelivery,
  kind: 'Conversation' | 'Reservation',
): readonly JsonObject[] {
  return valuesIn(delivery).flatMap(([, value]) =>
    isObject(value) && 'id' in value && CONTRACT.validate(kind, value).length === 0 ? [value] : [],
  )
}

/** The names of events that part 6 shows, with or without a prefix, and of those that it rules out. */
const CONVERSATION = /^(?:[\w-]+[./:])*conversation\.[a-z][\w.-]*$/i
const LEAD_CREATED = /^(?:[\w-]+[./:])*lead\.created$/i
const RESERVATION = /^(?:[\w-]+[./:])*reservation\.[a-z][\w.-]*$/i

/** Members of resources whose text may look like the name of an event. */
const FREE_TEXT = new Set(['notes', 'content', 'company', 'source'])

function isNamed(delivery: WebhookDelivery, event: RegExp): boolean {
  return (
    Object.values(delivery.headers).some((value) => event.test(value.trim())) ||
    valuesIn(delivery).some(
      ([name, value]) => typeof value === 'string' && event.test(value) && !FREE_TEXT.has(name),
    )
  )
}

/**
 * Whether a delivery is of `lead.created`. A listener may be registered for one event at an address of its own: then
 * the payload may be the lead alone, and no name stands anywhere.
 */
export function isLeadCreated(delivery: WebhookDelivery): boolean {
  return isNamed(delivery, LEAD_CREATED) || CONTRACT.validate('Lead', delivery.json).length === 0
}

/** Whether a delivery is of the `reservation.*` family. */
export function isReservationEvent(delivery: WebhookDelivery): boolean {
  return isNamed(delivery, RESERVATION)
}

/** Whether a delivery of another kind names one of some conversations by its id alone, as thin events do. */
export function namesOneOf(delivery: WebhookDelivery, conversations: ReadonlySet<string>): boolean {
  if (isLeadCreated(delivery) || isReservationEvent(delivery)) return false
  const names = isNamed(delivery, CONVERSATION) ? ['id', 'conversation_id'] : ['conversation_id']
  return valuesIn(delivery).some(
    ([name, value]) => names.includes(name) && typeof value === 'string' && conversations.has(value),
  )
}

/** Whether none of some deliveries is of a kind that part 6 shows: they may be encrypted. */
export function areUnreadable(deliveries: readonly WebhookDelivery[]): boolean {
  return deliveries.length > 0 && !deliveries.some((one) => isLeadCreated(one) || isReservationEvent(one))
}

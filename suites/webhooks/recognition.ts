/** What a delivery is about. Its envelope, its signature and its coding are not specified. */
import type { Delivery } from '../../lib/harness/context.ts'
import { CONTRACT } from '../../lib/spec/api.ts'
import { isObject, type JsonObject } from '../../lib/util/values.ts'

/** No payload is nested deeper than this tool looks. */
const DEEPEST = 8

/** The JSON that a text of a payload holds: brokers and forms put the payload into a string. */
function packed(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Every value of a payload with its name, nested and packed ones included. */
function* valuesIn(value: unknown, name = '', depth = 0): Generator<readonly [name: string, value: unknown]> {
  if (depth > DEEPEST) return
  yield [name, value]
  if (typeof value === 'string') {
    const inside = packed(value)
    if (inside !== undefined) yield* valuesIn(inside, name, depth + 1)
  } else if (Array.isArray(value)) {
    for (const item of value) yield* valuesIn(item, name, depth + 1)
  } else if (isObject(value)) {
    for (const [member, item] of Object.entries(value)) yield* valuesIn(item, member, depth + 1)
  }
}

/** The texts of a payload, in headers, body, and whatever is packed into a text. */
export function textsIn({ headers, body, json }: Delivery): ReadonlySet<string> {
  const texts = [...valuesIn(json)].flatMap(([, value]) => (typeof value === 'string' ? [value] : []))
  return new Set([...Object.values(headers), ...texts, ...(json === undefined ? [body] : [])])
}

/** The objects of a payload. */
function objectsIn({ json }: Delivery): readonly JsonObject[] {
  return [...valuesIn(json)].flatMap(([, value]) => (isObject(value) ? [value] : []))
}

/** The objects of a payload that are complete resources of a kind. */
export function resourcesIn(
  delivery: Delivery,
  kind: 'Conversation' | 'Lead' | 'Reservation',
): readonly JsonObject[] {
  return objectsIn(delivery).filter((one) => 'id' in one && CONTRACT.validate(kind, one).length === 0)
}

/** The names of events that part 6 shows, with or without a prefix. */
const LEAD_CREATED = /^(?:[\w-]+[./:])*lead\.created$/i
const RESERVATION = /^(?:[\w-]+[./:])*reservation\.[a-z][\w.-]*$/i

/** Members of resources whose text may look like the name of an event. */
const FREE_TEXT = new Set(['notes', 'content', 'company', 'source'])

function isNamed({ headers, json }: Delivery, event: RegExp): boolean {
  return (
    Object.values(headers).some((value) => event.test(value.trim())) ||
    [...valuesIn(json)].some(
      ([name, value]) => typeof value === 'string' && event.test(value) && !FREE_TEXT.has(name),
    )
  )
}

/**
 * Whether a delivery is of `lead.created`. A listener may be registered for one event at an address of its own: then
 * the payload may be the lead alone, and no name stands anywhere.
 */
export function isLeadCreated(delivery: Delivery): boolean {
  return isNamed(delivery, LEAD_CREATED) || CONTRACT.validate('Lead', delivery.json).length === 0
}

/** Whether a delivery is of the `reservation.*` family. */
export function isReservationEvent(delivery: Delivery): boolean {
  return isNamed(delivery, RESERVATION)
}

/** Whether a delivery is of a kind that part 6 shows. What is not may be one in a form that cannot be read. */
export function isShownEvent(delivery: Delivery): boolean {
  return isLeadCreated(delivery) || isReservationEvent(delivery)
}

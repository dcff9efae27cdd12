/**
 * The contents of a delivery. Its envelope, signature and coding are not specified: an unreadable delivery
 * decides nothing.
 */
import type { WebhookDelivery } from '../../lib/engine/case/context.ts'
import { CONTRACT } from '../../lib/engine/contract/api.ts'
import { remembered } from '../../lib/engine/util/memo.ts'
import { isObject, jsonIn } from '../../lib/engine/util/values.ts'
import { marksOf } from '../support/marks.ts'

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
 * The values of a payload and, if it is a form or XML, the words between its signs. Ids and marks are such
 * words.
 */
const wordsOf = remembered((delivery: WebhookDelivery): ReadonlySet<string> => {
  const text = [...Object.values(delivery.headers), delivery.body].join('\n')
  const values = valuesIn(delivery).flatMap(([, value]) => (typeof value === 'string' ? value : []))
  return new Set([...values, ...(text.match(/[^\s"'\\{}[\]()<>&=,;:/]+/g) ?? []), ...marksOf(text)])
})

/** Whether one of some ids or marks is in a delivery. */
export function tellsOf(delivery: WebhookDelivery, words: readonly string[]): boolean {
  return words.some((word) => wordsOf(delivery).has(word))
}

/** The fields of resources: their texts may look like the names of events. */
const FIELDS: ReadonlySet<string> = new Set(
  (['Lead', 'Conversation', 'Message', 'Booking', 'Reservation'] as const).flatMap((kind) =>
    CONTRACT.fieldsOf(kind).map(({ name }) => name),
  ),
)

/** The names of events in a delivery, as part 6 writes them, with or without a prefix: `lead.created`. */
const eventsIn = remembered((delivery: WebhookDelivery): readonly string[] =>
  valuesIn(delivery).flatMap(([name, value]) =>
    typeof value === 'string' && !FIELDS.has(name) && /^(?:[\w-]+[./:])+[a-z][\w-]*$/i.test(value)
      ? [value.toLowerCase()]
      : [],
  ),
)

/** The kind of a delivery: its events or, if it names none, the names of its members. */
export function deliveryKind(delivery: WebhookDelivery): string {
  const events = eventsIn(delivery)
  const members = isObject(delivery.json) ? Object.keys(delivery.json).toSorted() : []
  return (events.length > 0 ? events : members).join(' ')
}

/** Whether a delivery is a `lead.created`; a payload that is the lead alone may name no event. */
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

/** Whether a payload has a complete reservation in it. */
export function carriesReservation(delivery: WebhookDelivery): boolean {
  return valuesIn(delivery).some(
    ([, value]) => isObject(value) && CONTRACT.validate('Reservation', value).length === 0,
  )
}

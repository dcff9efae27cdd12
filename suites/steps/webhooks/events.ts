import type { Deliveries, Delivery } from '../../../lib/harness/case.ts'
import { type Discovery, idsOf } from '../../../lib/api/discovery.ts'

/** Whether a delivery is of an event: the envelope is open, so the name may stand anywhere in its headers or body. */
export function isEvent(delivery: Delivery, name: string): boolean {
  return delivery.body.includes(name) || Object.values(delivery.headers).some((value) => value.includes(name))
}

/** Whether a delivery speaks of something. */
export function mentions(delivery: Delivery, text: string): boolean {
  return text !== '' && delivery.body.includes(text)
}

/** An id that is shorter may stand in any text by chance. */
const TELLING = 6

/** Whether a delivery names an id. A short one counts only as a value of its own. */
export function namesId(delivery: Delivery, id: string): boolean {
  return id.length >= TELLING ? mentions(delivery, id) : id !== '' && holdsValue(delivery.json, id)
}

/** Deeper than this nobody nests a payload. */
const DEEPEST = 8

function holdsValue(json: unknown, text: string, depth = 0): boolean {
  if (json === text) return true
  if (typeof json !== 'object' || json === null || depth > DEEPEST) return false
  return Object.values(json).some((value) => holdsValue(value, text, depth + 1))
}

/** The part of a mark that all marks of a run share. */
export function runOf(mark: string): string {
  return mark.slice(0, mark.lastIndexOf('-'))
}

/** What tells the event of one lead from those of others. */
export interface LeadTraces {
  /** Texts of the lead: its id, and marks that were sent with it. */
  readonly own: readonly string[]
  /** Texts of other leads: the mark of this run, and ids of leads that were there before. */
  readonly others: readonly string[]
}

/**
 * What a lead that this run wrote can be recognised by.
 * @param own its id, and marks that were sent with it
 * @param mark any mark of this run
 * @param created ids of leads that this run created
 */
export function leadTraces(
  { main }: Discovery,
  own: readonly string[],
  mark: string,
  created: readonly string[] = [],
): LeadTraces {
  const ids = [...idsOf(main.lists['GET /leads'].rows), ...created]
  return { own, others: [runOf(mark), ...ids.filter((id) => id.length >= TELLING && !own.includes(id))] }
}

/**
 * Whether a delivery may be the `lead.created` of a lead. The payload is open: where none of the deliveries names a lead in any way that
 * could be recognised, every `lead.created` may be the one.
 */
export function tellsOf(delivery: Delivery, all: readonly Delivery[], { own, others }: LeadTraces): boolean {
  if (!isEvent(delivery, 'lead.created')) return false
  if (own.some((text) => mentions(delivery, text))) return true
  const created = all.filter((one) => isEvent(one, 'lead.created'))
  return !created.some((one) => [...own, ...others].some((text) => mentions(one, text)))
}

/** The first delivery that may be the `lead.created` of a lead; undefined where none comes in time. */
export function toldOf(
  deliveries: Pick<Deliveries, 'first' | 'all'>,
  traces: LeadTraces,
): Promise<Delivery | undefined> {
  return deliveries.first((one) => tellsOf(one, deliveries.all(), traces))
}

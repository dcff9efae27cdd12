import { loadContract } from '../contract/index.ts'
import { isObject } from '../oracles/values.ts'
import type { Delivery } from './case.ts'
import { type Discovery, idsOf } from './discovery.ts'

/** Whether a delivery is of an event: the envelope is open, so the name may stand anywhere in its headers or body. */
export function isEvent(delivery: Delivery, name: string): boolean {
  return delivery.body.includes(name) || Object.values(delivery.headers).some((value) => value.includes(name))
}

/** Whether a delivery speaks of something. */
export function mentions(delivery: Delivery, text: string): boolean {
  return text !== '' && delivery.body.includes(text)
}

/** Whether some object in the payload is a complete reservation. */
export function carriesReservation(delivery: Delivery): boolean {
  const { validate } = loadContract()
  const search = (value: unknown, depth: number): boolean => {
    if (depth > 6) return false
    if (Array.isArray(value)) return value.some((item) => search(item, depth + 1))
    if (!isObject(value)) return false
    return (
      ('party_size' in value && validate('Reservation', value).length === 0) ||
      Object.values(value).some((item) => search(item, depth + 1))
    )
  }
  return search(delivery.json, 0)
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
 */
export function leadTraces({ main }: Discovery, own: readonly string[], mark: string): LeadTraces {
  return { own, others: [runOf(mark), ...idsOf(main.lists['GET /leads'].rows)] }
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

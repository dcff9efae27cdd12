import { loadContract } from '../contract/index.ts'
import { isObject } from '../oracles/values.ts'
import type { Delivery } from './case.ts'

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

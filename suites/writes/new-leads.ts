/** Which writes of a run created a lead: for a conversation that has one, the service returns that one. */
import { endOf, type Exchange } from '../../lib/engine/http/exchange.ts'
import { sentBody } from '../../lib/engine/judge/reading.ts'
import { operationOf } from '../../lib/engine/contract/operations.ts'
import { groupBy } from '../../lib/engine/util/collections.ts'
import { isCalledExisting, placeKey, POST_LEADS, shownIn, writtenPlace } from './table.ts'

/** Whether a write is a lead for a conversation: it may create none. */
export function isLinkedLead(write: Exchange): boolean {
  return write.operation === POST_LEADS && typeof sentBody(write)['conversation_id'] === 'string'
}

/**
 * Tells whether a write returns a lead that was there before it. The service says so, or else an earlier answer
 * of the run shows the lead.
 */
export function existingLeads(exchanges: readonly Exchange[]): (write: Exchange) => boolean {
  const returned = new Set(exchanges.filter(isLinkedLead).map(keyOfLead))
  const ofLeads = exchanges.filter(({ operation }) => operationOf(operation)?.resource === 'Lead')
  const sightings = ofLeads
    .flatMap((exchange) => shownIn(exchange).map(({ place }) => ({ key: placeKey(place), exchange })))
    .filter(({ key }) => returned.has(key))
  const byLead = groupBy(sightings, ({ key }) => key)
  const isShownBefore = (write: Exchange): boolean =>
    (byLead.get(keyOfLead(write)) ?? []).some(
      ({ exchange }) => exchange !== write && isBefore(exchange, write),
    )
  return (write) => isCalledExisting(write) || isShownBefore(write)
}

/** The key of the lead that a lead for a conversation returns; empty if there is none. */
function keyOfLead(write: Exchange): string {
  const place = isLinkedLead(write) ? writtenPlace(write) : undefined
  return place === undefined ? '' : placeKey(place)
}

/**
 * Whether an answer with the lead of a write came before the write. Of simultaneous writes that all return it
 * as a new one, nobody knows which created it: then each counts as before the others.
 */
function isBefore(other: Exchange, write: Exchange): boolean {
  if (endOf(other) <= write.startedAt) return true
  const isRival = other.operation === POST_LEADS && !isCalledExisting(other)
  return isRival && other.startedAt < endOf(write)
}

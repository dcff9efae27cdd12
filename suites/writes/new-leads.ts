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
 * of the run shows the lead. Of simultaneous writes that all return it as a new one, nobody knows which created
 * it: then it counts as there.
 */
export function existingLeads(exchanges: readonly Exchange[]): (write: Exchange) => boolean {
  const keyOf = (write: Exchange): string => {
    const place = isLinkedLead(write) ? writtenPlace(write) : undefined
    return place === undefined ? '' : placeKey(place)
  }
  const wanted = new Set(exchanges.filter(isLinkedLead).map(keyOf))
  const ofLeads = exchanges.filter(({ operation }) => operationOf(operation)?.resource === 'Lead')
  const shown = ofLeads.flatMap((exchange) =>
    shownIn(exchange).map(({ place }) => ({ key: placeKey(place), exchange })),
  )
  const answers = groupBy(
    shown.filter(({ key }) => wanted.has(key)),
    ({ key }) => key,
  )
  const isEarlier = (other: Exchange, write: Exchange): boolean => {
    const isRival = other.operation === POST_LEADS && !isCalledExisting(other)
    return endOf(other) <= write.startedAt || (isRival && other.startedAt < endOf(write))
  }
  return (write) =>
    isCalledExisting(write) ||
    (answers.get(keyOf(write)) ?? []).some(({ exchange }) => exchange !== write && isEarlier(exchange, write))
}

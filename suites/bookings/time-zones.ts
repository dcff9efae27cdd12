import type { Oracle } from '../../lib/engine/judge/oracle.ts'
import { operationOf } from '../../lib/engine/contract/operations.ts'
import { dataOf, itemsOf } from '../../lib/engine/judge/reading.ts'
import { quote } from '../../lib/engine/util/values.ts'

/** BOOKING-11: the time zone of an attendee is one of IANA's, whichever operation returns the booking. */
export const timeZones: Oracle = (exchange, judgements) => {
  if (operationOf(exchange.operation)?.resource !== 'Booking' || exchange.response?.status !== 200) return
  const judge = (zone: unknown, at: string): void => {
    if (typeof zone === 'string')
      judgements.check(isTimeZone(zone), 'BOOKING-11', 'the name of an IANA time zone', () => quote(zone), {
        pointer: `${at}/attendee_timezone`,
      })
  }
  judge(dataOf(exchange)['attendee_timezone'], '/data')
  for (const [index, item] of itemsOf(exchange).entries()) judge(item['attendee_timezone'], `/data/${index}`)
}

/**
 * A city in an area of the database. The database gains some each year, and this runtime may be older than
 * the service.
 */
const CITY =
  /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)(?:\/[A-Z][A-Za-z_-]+){1,2}$/

/** Whether a name is in the IANA time zone database, links such as `US/Eastern` included, or may be in a newer one. */
export function isTimeZone(name: string): boolean {
  if (name === 'UTC' || CITY.test(name)) return true
  // A runtime also accepts an offset, which is not a name.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

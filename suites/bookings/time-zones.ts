import { json } from '../../lib/http/exchange.ts'
import type { Oracle } from '../../lib/judge/oracle.ts'
import { isObject, objects, quote } from '../../lib/util/values.ts'

/** BOOKING-11: the time zone of an attendee is one of IANA's. */
export const timeZones: Oracle = (exchange, judgements) => {
  const body = json(exchange)
  if (exchange.operation !== 'GET /bookings' || exchange.response?.status !== 200 || !isObject(body)) return
  for (const [index, item] of objects(body['data']).entries()) {
    const zone = item['attendee_timezone']
    if (typeof zone !== 'string') continue
    judgements.check(isTimeZone(zone), 'BOOKING-11', 'the name of an IANA time zone', () => quote(zone), {
      pointer: `/data/${index}/attendee_timezone`,
    })
  }
}

/** Zones that this runtime lists. Other names are looked up, which takes a tenth of a millisecond each. */
const LISTED_ZONES: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])

/** A city in an area of the database. It gains some each year, and this runtime may be older than the service. */
const CITY =
  /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)(?:\/[A-Z][A-Za-z_-]+){1,2}$/

/** Whether a name is in the IANA time zone database, links such as `US/Eastern` included, or may be in a newer one. */
export function isTimeZone(name: string): boolean {
  if (LISTED_ZONES.has(name) || CITY.test(name)) return true
  if (!/^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

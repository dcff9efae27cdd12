import { json } from '../../lib/http/exchange.ts'
import type { Oracle } from '../../lib/judge/oracle.ts'
import { given, isObject, objects, quote } from '../../lib/util/values.ts'

/** Rules of single operations. */
export const operationRules: Oracle = (exchange, judgements) => {
  if (exchange.response?.status !== 200) return
  const body = json(exchange)
  if (!isObject(body)) return
  switch (exchange.operation) {
    case 'GET /conversations': {
      const items = objects(body['data'])
      const index = items.findIndex(
        (item) =>
          given(item['messages']) && !(Array.isArray(item['messages']) && item['messages'].length === 0),
      )
      if (index >= 0)
        judgements.fail('LIST-CONVERSATIONS-28', 'items without messages', 'an item with messages', {
          pointer: `/data/${index}/messages`,
        })
      else judgements.pass('LIST-CONVERSATIONS-28', items.length)
      return
    }
    case 'GET /bookings':
      for (const [index, item] of objects(body['data']).entries()) {
        const zone = item['attendee_timezone']
        if (typeof zone !== 'string') continue
        judgements.check(isTimeZone(zone), 'BOOKING-11', 'the name of an IANA time zone', () => quote(zone), {
          pointer: `/data/${index}/attendee_timezone`,
        })
      }
      return
    default:
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

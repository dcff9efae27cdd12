import { isOwnedKey } from '../../lib/http/keys.ts'
import { json, servedAt } from '../../lib/http/exchange.ts'
import { dataOf, type Oracle } from '../../lib/judge/oracle.ts'
import { count } from '../../lib/util/text.ts'
import { DAY_MS, given, isObject, objects, quote } from '../../lib/util/values.ts'

const THIRTY_DAYS = 30

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
    case 'GET /knowledge/sources':
      if (!Array.isArray(body['data'])) return
      judgements.check(
        !('pagination' in body),
        'LIST-SOURCES-02',
        'no `pagination` beside `data`',
        () => quote(body['pagination']),
        {
          pointer: '/pagination',
        },
      )
      return
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

/** GET-ME-02 (part 5): the prefix is one of the key in use. */
export const keyPrefix: Oracle = (exchange, judgements) => {
  if (exchange.operation !== 'GET /me' || exchange.response?.status !== 200) return
  // Answers to wrong keys are judged by their status alone.
  if (!isOwnedKey(exchange.key)) return
  const prefix = dataOf(exchange)['key_prefix']
  const key = exchange.request.headers
    .find(([name]) => name.toLowerCase() === 'authorization')?.[1]
    .replace(/^Bearer /i, '')
  if (typeof prefix !== 'string' || key === undefined) return
  judgements.check(
    prefix !== '' && key.startsWith(prefix) && prefix.length < key.length,
    'GET-ME-02',
    'a leading part of the key in use, shorter than the key',
    () => inWords(prefix, key),
    { pointer: '/data/key_prefix' },
  )
}

/** A wrong prefix in words: neither it nor the key belongs in a report. */
function inWords(prefix: string, key: string): string {
  if (prefix === '') return 'an empty prefix'
  if (prefix === key) return 'the whole key'
  return `${count(prefix.length, 'character')} that the key does not begin with`
}

/** GET-ANALYTICS-03 (part 8): distinct days within thirty, none in the future. Which days are listed is open. */
export const analyticsDays: Oracle = (exchange, judgements) => {
  if (exchange.operation !== 'GET /analytics/summary' || exchange.response?.status !== 200) return
  const dates = objects(dataOf(exchange)['by_day']).flatMap((day) =>
    typeof day['date'] === 'string' ? [day['date']] : [],
  )
  const days = dates
    .map((date) => Date.parse(`${date}T00:00:00Z`) / DAY_MS)
    .filter((day) => !Number.isNaN(day))
  if (days.length === 0) return
  const seen = new Set<string>()
  const repeated = dates.find((date) => seen.size === seen.add(date).size)
  const [first = 0, ...later] = days.sort((a, b) => a - b)
  const span = (later.at(-1) ?? first) - first
  judgements.check(
    repeated === undefined && span <= THIRTY_DAYS,
    'GET-ANALYTICS-03',
    'distinct days that span no more than 30 days',
    () => (repeated === undefined ? `days that span ${span + 1} days` : `${repeated} twice`),
    { pointer: '/data/by_day' },
  )
  const now = servedAt(exchange)
  if (now === undefined) return
  // Some time zone is a day ahead.
  const future = dates.find((date) => Date.parse(`${date}T00:00:00Z`) > now + DAY_MS)
  judgements.check(
    future === undefined,
    'GET-ANALYTICS-03',
    `no day after ${new Date(now).toISOString()}, the Date header`,
    () => `${future}`,
    { pointer: '/data/by_day' },
  )
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

import type { RecordedExchange } from '../record.ts'
import { LONGEST_WORDS } from '../../util/bounds.ts'
import { capChars, oneLine } from '../../util/text.ts'

/** How an exchange ended, in a word or two: `404`, or `no answer (timeout)`. */
export function answerOf({ response, failure }: RecordedExchange): string {
  return response === undefined ? `no answer (${failure?.kind ?? 'unknown'})` : String(response.status)
}

/** Path and query of an exchange's URL, without scheme and host. */
export function pathOf({ request }: RecordedExchange): string {
  return request.url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '') || '/'
}

/** An exchange in one line: `GET /v1/things?limit=1 → 200 (Age: 43)`. */
export function exchangeLine(exchange: RecordedExchange): string {
  const between = betweenOf(exchange)
  const headers = between.length === 0 ? '' : ` (${between.join(', ')})`
  return `${exchange.request.method} ${pathOf(exchange)} → ${answerOf(exchange)}${headers}`
}

/** Headers that proxies and caches add. A cache explains a stale answer. */
const BETWEEN = new Set(['age', 'x-cache', 'cf-cache-status', 'via'])

/** Headers that may explain an answer: those of caches and proxies, and `Server` if the API itself may not have answered. */
function betweenOf({ response }: Pick<RecordedExchange, 'response'>): string[] {
  if (response === undefined) return []
  const type = response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  const isForeign = response.status >= 500 || (response.body !== '' && !/json/i.test(type))
  return response.headers
    .filter(([header]) => {
      const name = header.toLowerCase()
      return BETWEEN.has(name) || (name === 'server' && isForeign)
    })
    .map(([name, value]) => `${name}: ${capChars(oneLine(value), LONGEST_WORDS)}`)
}

/** OPEN-28 to OPEN-30: what rate headers say beyond what part 8 states. */
import { type Exchange, header } from '../../lib/http/exchange.ts'
import { RATE_HEADERS, RATE_LIMIT, remainingOf, resetOf } from '../../lib/http/rate-headers.ts'
import { quote } from '../../lib/util/values.ts'
import { type OpenPoint, point, type Watcher } from '../support/observed.ts'

/** OPEN-28 to OPEN-30: the form of Reset, whether Remaining counts its own request, and what it is without a key. */
export const rate: Watcher = (exchanges) => {
  const endpoints = exchanges.filter(({ operation }) => operation !== undefined)
  const reset = endpoints.find((exchange) => header(exchange, RATE_HEADERS.reset) !== undefined)
  const first =
    endpoints.find(({ key }) => key === 'exhaustible') ?? endpoints.find(({ key }) => key === 'main')
  const left = first && remainingOf(first)
  const anonymous = endpoints.find(({ key }) => key === 'none')
  const points: OpenPoint[] = []
  if (reset !== undefined) points.push(point('OPEN-28', formOf(reset), reset))
  if (left !== undefined) points.push(point('OPEN-29', whetherCounted(left), first))
  if (anonymous !== undefined) {
    const remaining = header(anonymous, RATE_HEADERS.remaining) ?? 'absent'
    points.push(point('OPEN-30', `X-RateLimit-Remaining: ${remaining}`, anonymous))
  }
  return points
}

/** The unit of a Reset, or the value where it is no number of seconds or milliseconds. */
function formOf(exchange: Exchange): string {
  const { form = 'another form' } = resetOf(exchange) ?? {}
  const value = header(exchange, RATE_HEADERS.reset) ?? ''
  return /^\d+$/.test(value) ? form : `${form}, ${quote(value)}`
}

/** What the first Remaining of a key says about its own request. */
function whetherCounted(left: number): string {
  if (left === RATE_LIMIT) return 'the current request is not counted yet'
  if (left === RATE_LIMIT - 1) return 'the current request is already counted'
  return 'cannot be determined: the key was in use before'
}

import { header } from '../../lib/http/exchange.ts'
import { RATE_LIMIT, remainingOf } from '../../lib/judge/rate-headers.ts'
import { quote } from '../../lib/util/values.ts'
import { type OpenPoint, point, type Watcher } from '../support/observed.ts'

/** OPEN-28 to OPEN-30: the form of Reset, whether Remaining counts its own request, and what it is without a key. */
export const rate: Watcher = (exchanges) => {
  const endpoints = exchanges.filter((exchange) => exchange.operation !== undefined)
  const reset = endpoints.find((exchange) => header(exchange, 'X-RateLimit-Reset') !== undefined)
  const first =
    endpoints.find((exchange) => exchange.key === 'exhaustible') ??
    endpoints.find((exchange) => exchange.key === 'main')
  const left = first && remainingOf(first)
  const anonymous = endpoints.find((exchange) => exchange.key === 'none')
  const points: OpenPoint[] = []
  if (reset !== undefined)
    points.push(point('OPEN-28', formOf(header(reset, 'X-RateLimit-Reset') ?? '', reset.startedAt), reset))
  if (left !== undefined) points.push(point('OPEN-29', whetherCounted(left), first))
  if (anonymous !== undefined) {
    const remaining = header(anonymous, 'X-RateLimit-Remaining') ?? 'absent'
    points.push(point('OPEN-30', `X-RateLimit-Remaining: ${remaining}`, anonymous))
  }
  return points
}

/** What the first Remaining of a key says about its own request. */
function whetherCounted(left: number): string {
  if (left === RATE_LIMIT) return 'the current request is not counted yet'
  if (left === RATE_LIMIT - 1) return 'the current request is already counted'
  return 'cannot be determined: the key was in use before'
}

/** The likeliest unit of a Reset value. */
function formOf(value: string, nowMs: number): string {
  if (!/^\d+(?:\.\d+)?$/.test(value)) return `a date, ${quote(value)}`
  const number = Number(value)
  if (Math.abs(number * 1000 - nowMs) < 172_800_000) return 'seconds since the epoch'
  if (Math.abs(number - nowMs) < 172_800_000) return 'milliseconds since the epoch'
  return number <= 7200 ? 'seconds left' : `a number, ${value}`
}

/** The three rate headers of every response: what part 8 states, and what it leaves open. */
import { isOwnedKey } from '../../lib/engine/http/keys.ts'
import { type Exchange, header, headers } from '../../lib/engine/http/exchange.ts'
import type { Judgements } from '../../lib/engine/judge/judgements.ts'
import { quote } from '../../lib/engine/util/values.ts'
import {
  RATE_HEADER_NAMES,
  RATE_HEADERS,
  RATE_LIMIT,
  remainingOf,
  resetOf,
} from '../../lib/engine/http/rate-headers.ts'
import { type Oracle, scopeOf } from '../../lib/engine/judge/oracle.ts'
import { type OpenPoint, point, type Watcher } from '../support/observed.ts'

/**
 * RATE-01..03, RATE-09 (part 8): three headers on every response of an endpoint. Unknown paths and methods are not
 * endpoints.
 */
export const rateHeaders: Oracle = (exchange, judgements, facts) => {
  if (exchange.response === undefined) return
  if (scopeOf(exchange, facts.baseUrl) !== 'endpoint') return
  const values = RATE_HEADER_NAMES.map((name) => distinct(exchange, name))
  const missing = RATE_HEADER_NAMES.filter((_, index) => values[index]?.length === 0)
  judgements.check(
    missing.length === 0,
    'RATE-01',
    `the headers ${RATE_HEADER_NAMES.join(', ')}`,
    () => `no ${missing.join(', no ')} on a ${exchange.response?.status ?? ''}`,
    { header: missing[0] },
  )
  const [limits = [], remainders = []] = values
  limit(limits, judgements)
  if (isOwnedKey(exchange.key)) remaining(remainders, judgements)
}

/** The limit, with or without parameters such as `;w=3600`. */
const STATED_LIMIT = new RegExp(`^${RATE_LIMIT}(?:\\s*[,;].*)?$`)

function limit(values: readonly string[], judgements: Judgements): void {
  if (values.length === 0) return
  judgements.check(
    values.length === 1 && STATED_LIMIT.test(values[0] ?? ''),
    'RATE-02',
    `X-RateLimit-Limit: ${RATE_LIMIT}`,
    () => `X-RateLimit-Limit: ${quote(values.join(', '))}`,
    { header: RATE_HEADERS.limit },
  )
}

function remaining(values: readonly string[], judgements: Judgements): void {
  const [value] = values
  if (value === undefined) return
  const whole = values.length === 1 && /^\d+$/.test(value)
  judgements.check(
    whole,
    'RATE-03',
    'a non-negative integer X-RateLimit-Remaining',
    () => `X-RateLimit-Remaining: ${quote(values.join(', '))}`,
    { header: RATE_HEADERS.remaining },
  )
  if (whole) {
    judgements.check(
      Number(value) <= RATE_LIMIT,
      'RATE-09',
      `X-RateLimit-Remaining of at most ${RATE_LIMIT}`,
      () => `X-RateLimit-Remaining: ${value}`,
      { header: RATE_HEADERS.remaining },
    )
  }
}

function distinct(exchange: Exchange, name: string): string[] {
  const values = headers(exchange, name).map((value) => value.trim())
  return values.filter((value, index) => value !== '' && values.indexOf(value) === index)
}

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

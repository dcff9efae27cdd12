import { isOwnedKey } from '../../lib/http/keys.ts'
import { endOf, type Exchange, header, headers, isLimited } from '../../lib/http/exchange.ts'
import type { Finding } from '../../lib/judge/finding.ts'
import { findingIn, type Judgements } from '../../lib/judge/judgements.ts'
import { quote } from '../../lib/util/values.ts'
import { RATE_HEADER_NAMES, RATE_LIMIT, remainingOf } from '../../lib/judge/rate-headers.ts'
import { type Oracle, scopeOf } from '../../lib/judge/oracle.ts'
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
  )
  if (whole) {
    judgements.check(
      Number(value) <= RATE_LIMIT,
      'RATE-09',
      `X-RateLimit-Remaining of at most ${RATE_LIMIT}`,
      () => `X-RateLimit-Remaining: ${value}`,
    )
  }
}

function distinct(exchange: Exchange, name: string): string[] {
  const values = headers(exchange, name).map((value) => value.trim())
  return values.filter((value, index) => value !== '' && values.indexOf(value) === index)
}

/** The sentence of RATE-10: with a hundred left, no 429 within five seconds. Nobody else spends so many in that time. */
export const PLENTY = 100
const MOMENT_MS = 5_000

/**
 * RATE-10 (part 8), judged over a whole run: an operation answers a key 429, and from then on nothing else, although
 * plenty was left a moment before. A 429 that passes was no refusal for lack of requests.
 */
export function earlyRefusal(exchanges: readonly Exchange[]): {
  readonly held: ReadonlyMap<string, number>
  readonly findings: readonly Finding[]
} {
  const keys = (['main', 'other'] as const).map((key) => exchanges.filter((one) => one.key === key))
  for (const own of keys)
    for (const refused of own.filter(isLimited)) {
      const later = own.filter(({ id, operation }) => id > refused.id && operation === refused.operation)
      const last = lastWithPlenty(own, refused)
      if (last !== undefined && later.length > 0 && later.every(isLimited))
        return { held: new Map(), findings: [finding(refused, last, later)] }
    }
  const isPlenty = (one: Exchange): boolean => !isLimited(one) && (remainingOf(one) ?? 0) >= PLENTY
  const isShown = keys.some((own) => own.filter(isPlenty).length > 1)
  return { held: new Map(isShown ? [['RATE-10', 1]] : []), findings: [] }
}

/**
 * The last answer before a refusal, if all answers of the moment before left plenty, less what was sent since. A host
 * whose counter is late may say too much, so the least counts.
 */
function lastWithPlenty(own: readonly Exchange[], refused: Exchange): Exchange | undefined {
  const before = own.filter((one) => !isLimited(one) && endOf(one) <= refused.startedAt)
  const recent = before.filter((one) => endOf(one) > refused.startedAt - MOMENT_MS)
  const [last] = recent.toSorted((one, other) => endOf(other) - endOf(one))
  if (last === undefined) return undefined
  const sent = own.filter((one) => endOf(one) > endOf(last) && one.startedAt <= endOf(refused)).length
  const least = Math.min(...recent.map((one) => remainingOf(one) ?? 0))
  return least - sent >= PLENTY ? last : undefined
}

function finding(refused: Exchange, last: Exchange, later: readonly Exchange[]): Finding {
  const words = {
    requirement: 'RATE-10',
    expected: 'no 429 before 1,000 requests in an hour',
    received: `status 429 from then on, although ${remainingOf(last)} requests were left just before`,
  }
  return findingIn(refused, words, { status: 429, also: [last, ...later.slice(0, 1)] })
}

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

/** The unit of a Reset value: the one in which it is nearest to now, as the window is short. */
function formOf(value: string, nowMs: number): string {
  if (!/^\d+(?:\.\d+)?$/.test(value)) return `a date, ${quote(value)}`
  const number = Number(value)
  const distances: readonly (readonly [unit: string, ms: number])[] = [
    ['seconds left', number * 1000],
    ['seconds since the epoch', Math.abs(number * 1000 - nowMs)],
    ['milliseconds since the epoch', Math.abs(number - nowMs)],
  ]
  const [unit] = distances.reduce((nearest, one) => (one[1] < nearest[1] ? one : nearest))
  return unit
}

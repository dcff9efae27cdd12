import { isOwnedKey } from '../../lib/http/keys.ts'
import { type Exchange, headers } from '../../lib/http/exchange.ts'
import type { Finding } from '../../lib/judge/finding.ts'
import { findingIn, type Judgements } from '../../lib/judge/judgements.ts'
import { count } from '../../lib/util/text.ts'
import { quote } from '../../lib/util/values.ts'
import { RATE_HEADER_NAMES, RATE_LIMIT, remainingOf } from '../../lib/judge/rate-headers.ts'
import { type Oracle, scopeOf } from '../../lib/judge/oracle.ts'

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

/** RATE-10: so much left, so long ago. Nobody else spends a hundred requests within five seconds. */
export const PLENTY = 100
const MOMENT_MS = 5_000

/**
 * RATE-10 (part 8), judged over a whole run: a key with plenty left a moment before gets 429. After the exhaustible
 * key is spent, its own cases judge it.
 */
export function earlyRefusal(exchanges: readonly Exchange[]): {
  readonly held: ReadonlyMap<string, number>
  readonly findings: readonly Finding[]
} {
  let isServed = false
  const spending = exchanges.find(({ key }) => key === 'exhaustible')?.startedAt ?? Infinity
  for (const key of ['main', 'other'] as const) {
    const own = exchanges.filter((one) => one.key === key && one.startedAt < spending)
    const stating = own.filter((one) => one.response?.status !== 429 && remainingOf(one) !== undefined)
    for (const refused of own.filter(({ response }) => response?.status === 429)) {
      const recent = stating.filter(
        (one) => endOf(one) <= refused.startedAt && endOf(one) > refused.startedAt - MOMENT_MS,
      )
      const [last] = recent.toSorted((one, other) => endOf(other) - endOf(one))
      if (last === undefined) continue
      // Hosts with a shared counter may lag, so the least of what they said counts; and what was sent meanwhile.
      const under = own.filter((one) => endOf(one) > endOf(last) && one.startedAt <= endOf(refused)).length
      const left = Math.min(...recent.map((one) => remainingOf(one) ?? 0)) - under
      if (left >= PLENTY) return { held: new Map(), findings: [finding(refused, last, under)] }
    }
    isServed ||= stating.length > 1 && stating.some((one) => (remainingOf(one) ?? 0) >= PLENTY)
  }
  return { held: new Map(isServed ? [['RATE-10', 1]] : []), findings: [] }
}

function endOf({ startedAt, durationMs }: Exchange): number {
  return startedAt + durationMs
}

function finding(refused: Exchange, last: Exchange, under: number): Finding {
  const words = {
    requirement: 'RATE-10',
    expected: 'no 429 before 1,000 requests in an hour',
    received: `status 429 although ${remainingOf(last)} were left just before, with ${count(under, 'request')} in flight`,
  }
  return findingIn(refused, words, { status: 429, also: [last] })
}

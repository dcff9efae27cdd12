/** The three rate headers of every response. */
import { isOwnedKey } from '../../lib/http/keys.ts'
import { type Exchange, headers } from '../../lib/http/exchange.ts'
import type { Judgements } from '../../lib/judge/judgements.ts'
import { quote } from '../../lib/util/values.ts'
import { RATE_HEADER_NAMES, RATE_LIMIT } from '../../lib/http/rate-headers.ts'
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

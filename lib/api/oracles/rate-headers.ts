import type { Exchange } from '../../http/exchange.ts'
import { headers } from '../../http/exchange.ts'
import type { Bench } from '../../judge/bench.ts'
import type { Oracle } from './oracle.ts'
import { scopeOf } from './scope.ts'
import { quote } from '../../util/values.ts'

export const RATE_LIMIT = 1000
export const RATE_HEADERS = {
  limit: 'X-RateLimit-Limit',
  remaining: 'X-RateLimit-Remaining',
  reset: 'X-RateLimit-Reset',
} as const
const NAMES = Object.values(RATE_HEADERS)

/** RATE-01..03, RATE-09 (part 8): the three headers stand on every response of an endpoint. Unknown paths and methods are none. */
export const rateHeaders: Oracle = (exchange, bench, facts) => {
  if (exchange.response === undefined) return
  if (scopeOf(exchange, facts.baseUrl) !== 'endpoint') return
  const values = NAMES.map((name) => distinct(exchange, name))
  const missing = NAMES.filter((_, index) => values[index]?.length === 0)
  bench.judge(
    missing.length === 0,
    'RATE-01',
    `the headers ${NAMES.join(', ')}`,
    () => `no ${missing.join(', no ')} on a ${exchange.response?.status ?? ''}`,
  )
  const [limits = [], remainders = []] = values
  limit(limits, bench)
  if (exchange.key !== 'none' && exchange.key !== 'invalid') remaining(remainders, bench)
}

function limit(values: readonly string[], bench: Bench): void {
  if (values.length === 0) return
  bench.judge(
    values.length === 1 && /^1000(?:\s*[,;].*)?$/.test(values[0] ?? ''),
    'RATE-02',
    'X-RateLimit-Limit: 1000',
    () => `X-RateLimit-Limit: ${quote(values.join(', '))}`,
  )
}

function remaining(values: readonly string[], bench: Bench): void {
  const [value] = values
  if (value === undefined) return
  const whole = values.length === 1 && /^\d+$/.test(value)
  bench.judge(
    whole,
    'RATE-03',
    'X-RateLimit-Remaining as a whole number, not negative',
    () => `X-RateLimit-Remaining: ${quote(values.join(', '))}`,
  )
  if (whole) {
    bench.judge(
      Number(value) <= RATE_LIMIT,
      'RATE-09',
      'X-RateLimit-Remaining not above 1000',
      () => `X-RateLimit-Remaining: ${value}`,
      // A key that is refused too late has more left.
      { explainedBy: ['RATE-06'] },
    )
  }
}

function distinct(exchange: Exchange, name: string): string[] {
  const values = headers(exchange, name).map((value) => value.trim())
  return values.filter((value, index) => value !== '' && values.indexOf(value) === index)
}

/** X-RateLimit-Remaining as a number, where it is one. */
export function remainingOf(exchange: Exchange): number | undefined {
  const [value, ...more] = distinct(exchange, 'X-RateLimit-Remaining')
  return value !== undefined && more.length === 0 && /^\d+$/.test(value) ? Number(value) : undefined
}

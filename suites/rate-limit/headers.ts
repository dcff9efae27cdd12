/** The three rate headers of every response: the rules of part 8, and its open points. */
import { isOwnedKey } from '../../lib/engine/http/keys.ts'
import { type Exchange, header, headers, isFromCache, isLimited } from '../../lib/engine/http/exchange.ts'
import type { Judgements } from '../../lib/engine/judge/judgements.ts'
import { minor, seenIn, statementsOf } from '../../lib/engine/judge/rows.ts'
import { count } from '../../lib/engine/util/text.ts'
import { quote } from '../../lib/engine/util/values.ts'
import {
  RATE_HEADER_NAMES,
  RATE_HEADER,
  HOURLY_LIMIT,
  remainingOf,
  resetOf,
} from '../../lib/engine/http/rate-headers.ts'
import { type Oracle, scopeOf } from '../../lib/engine/judge/oracle.ts'
import { asksForJson } from '../errors/envelope.ts'
import { type OpenPoint, point, type Watcher } from '../support/observed.ts'

const { must, derived, open } = statementsOf({ part: 8, section: '', endpoint: '*' })

export const rows = [
  seenIn(
    'headers',
    must(
      'RATE-01',
      'Rate headers',
      'Every response of an endpoint has `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset`.',
      minor('A client that paces itself by the headers has to guess when one is missing.'),
    ),
  ),
  seenIn(
    'headers',
    must(
      'RATE-02',
      'Request rate',
      '`X-RateLimit-Limit` is 1000.',
      minor('A client that spreads its requests over the hour sends too few, or runs into the 429.'),
    ),
  ),
  seenIn(
    'headers',
    must(
      'RATE-03',
      'Rate headers',
      '`X-RateLimit-Remaining` is a non-negative integer.',
      minor('A client cannot compare a text, a fraction or a negative number with what it wants to send.'),
    ),
  ),
  seenIn(
    'headers',
    derived(
      'RATE-09',
      'Rate headers',
      '`X-RateLimit-Remaining` never exceeds 1000.',
      'No more requests can remain than the limit allows.',
      minor('A client that believes it sends more requests than the hour allows.'),
    ),
  ),
  open(
    'OPEN-28',
    'Unit and format of the X-RateLimit-Reset value: not shown',
    'Unit and format of `X-RateLimit-Reset`.',
  ),
  open('OPEN-29', 'Rate headers', 'Whether `X-RateLimit-Remaining` already counts the current request.'),
  open('OPEN-30', 'Rate headers', 'What `X-RateLimit-Remaining` is without a valid key.'),
  open('OPEN-35', 'Rate headers', 'How much `X-RateLimit-Remaining` falls by over the requests of a run.'),
  open('OPEN-36', 'Request rate', 'Whether a second, shorter limit also returns 429.'),
]

/**
 * RATE-01..03, RATE-09 (part 8): three headers on every response of an endpoint. Unknown paths and methods
 * are not endpoints, and an answer from a cache shows the headers of an earlier response.
 */
export const rateHeadersOracle: Oracle = (exchange, judgements, facts) => {
  if (exchange.response === undefined || isFromCache(exchange)) return
  // Frameworks refuse a format before any code of the service runs.
  if (exchange.response.status === 406 && !asksForJson(exchange)) return
  if (scopeOf(exchange, facts.baseUrl) !== 'endpoint') return
  const missing = RATE_HEADER_NAMES.filter((name) => distinctValues(exchange, name).length === 0)
  judgements.check(
    missing.length === 0,
    'RATE-01',
    `the headers ${RATE_HEADER_NAMES.join(', ')}`,
    () => `no ${missing.join(', no ')} on a ${exchange.response?.status ?? ''}`,
    { header: missing[0] },
  )
  judgeLimit(distinctValues(exchange, RATE_HEADER.limit), judgements)
  // What remains without a valid key is open.
  if (isOwnedKey(exchange.key)) judgeRemaining(distinctValues(exchange, RATE_HEADER.remaining), judgements)
}

/** The limit, with or without parameters such as `;w=3600`. */
const STATED_LIMIT = new RegExp(`^${HOURLY_LIMIT}(?:\\s*[,;].*)?$`)

function judgeLimit(values: readonly string[], judgements: Judgements): void {
  if (values.length === 0) return
  judgements.check(
    values.length === 1 && STATED_LIMIT.test(values[0] ?? ''),
    'RATE-02',
    `X-RateLimit-Limit: ${HOURLY_LIMIT}`,
    () => `X-RateLimit-Limit: ${quote(values.join(', '))}`,
    { header: RATE_HEADER.limit },
  )
}

function judgeRemaining(values: readonly string[], judgements: Judgements): void {
  const [value] = values
  if (value === undefined) return
  const whole = values.length === 1 && /^\d+$/.test(value)
  judgements.check(
    whole,
    'RATE-03',
    'a non-negative integer X-RateLimit-Remaining',
    () => `X-RateLimit-Remaining: ${quote(values.join(', '))}`,
    { header: RATE_HEADER.remaining },
  )
  if (whole) {
    judgements.check(
      Number(value) <= HOURLY_LIMIT,
      'RATE-09',
      `X-RateLimit-Remaining of at most ${HOURLY_LIMIT}`,
      () => `X-RateLimit-Remaining: ${value}`,
      { header: RATE_HEADER.remaining },
    )
  }
}

function distinctValues(exchange: Exchange, name: string): string[] {
  const values = headers(exchange, name).map((value) => value.trim())
  return values.filter((value, index) => value !== '' && values.indexOf(value) === index)
}

/** OPEN-28 to OPEN-30, OPEN-35, OPEN-36: observations on the headers and temporary 429s of a run. */
export const rateWatcher: Watcher = (exchanges) => {
  const toEndpoints = exchanges.filter(({ operation }) => operation !== undefined)
  return [
    ...howRemainingWent(exchanges.filter(({ key }) => key === 'main')),
    ...passingRefusals(toEndpoints),
    ...whatResetIs(toEndpoints),
    ...whetherFirstIsCounted(toEndpoints),
    ...whatRemainsWithoutKey(toEndpoints),
  ]
}

/** OPEN-28: the form of the first Reset. */
function whatResetIs(exchanges: readonly Exchange[]): readonly OpenPoint[] {
  const first = exchanges.find((exchange) => header(exchange, RATE_HEADER.reset) !== undefined)
  return first === undefined ? [] : [point('OPEN-28', formOf(first), first)]
}

/** OPEN-29: whether the first Remaining counts its own request; the key that may be exhausted is most likely unused. */
function whetherFirstIsCounted(exchanges: readonly Exchange[]): readonly OpenPoint[] {
  const firstOf = (label: Exchange['key']): Exchange | undefined => exchanges.find(({ key }) => key === label)
  const first = firstOf('exhaustible') ?? firstOf('main')
  const left = first && remainingOf(first)
  return left === undefined ? [] : [point('OPEN-29', countingInWords(left), first)]
}

/** OPEN-30: Remaining in the first answer to a request without a key. */
function whatRemainsWithoutKey(exchanges: readonly Exchange[]): readonly OpenPoint[] {
  const first = exchanges.find(({ key }) => key === 'none')
  if (first === undefined) return []
  const remaining = header(first, RATE_HEADER.remaining) ?? 'absent'
  return [point('OPEN-30', `X-RateLimit-Remaining: ${remaining}`, first)]
}

/**
 * OPEN-35: how far Remaining of the key under test fell in all, compared with the number of requests sent.
 */
function howRemainingWent(own: readonly Exchange[]): readonly OpenPoint[] {
  const shown = own.filter((exchange) => remainingOf(exchange) !== undefined)
  const [first, last] = [shown[0], shown.at(-1)]
  if (first === undefined || last === undefined || first === last) return []
  const left = shown.map((exchange) => remainingOf(exchange) ?? 0)
  const fallen = Math.max(...left) - Math.min(...left)
  const later = own.length - 1
  const asMuch = fallen < later ? 'less than one' : 'more than one'
  return [point('OPEN-35', `falls by ${fallen === later ? 'one' : asMuch} a request`, first, last)]
}

/** OPEN-36: a 429 after which the same key was served again, although it did not say that nothing was left. */
function passingRefusals(exchanges: readonly Exchange[]): readonly OpenPoint[] {
  const passing = exchanges.filter(
    (one) =>
      isLimited(one) &&
      remainingOf(one) !== 0 &&
      exchanges.some(({ id, key, response }) => id > one.id && key === one.key && response?.status === 200),
  )
  const [first] = passing
  if (first === undefined)
    return exchanges.length === 0 ? [] : [point('OPEN-36', 'no 429 passed', exchanges.at(-1))]
  const said = [
    header(first, 'Retry-After') === undefined ? '' : `, Retry-After: ${header(first, 'Retry-After')}`,
    remainingOf(first) === undefined ? '' : `, X-RateLimit-Remaining: ${remainingOf(first)}`,
  ].join('')
  return [point('OPEN-36', `429 to ${count(passing.length, 'request')}, and served again${said}`, first)]
}

/** The unit of a Reset, or its value if it is not a number of seconds or milliseconds. */
function formOf(exchange: Exchange): string {
  const { form = 'another form' } = resetOf(exchange) ?? {}
  const value = header(exchange, RATE_HEADER.reset) ?? ''
  return /^\d+$/.test(value) ? form : `${form}, ${quote(value)}`
}

/** Whether the first Remaining of a key counts its own request. */
function countingInWords(left: number): string {
  if (left === HOURLY_LIMIT) return 'the current request is not counted yet'
  if (left === HOURLY_LIMIT - 1) return 'the current request is already counted'
  return 'cannot be determined: the key was in use before'
}

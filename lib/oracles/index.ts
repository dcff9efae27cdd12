import { remembered } from '../contract/index.ts'
import type { Exchange } from '../http/exchange.ts'
import { Bench } from './bench.ts'
import { echoes } from './echoes.ts'
import { errors } from './errors.ts'
import { filters } from './filters.ts'
import { mediaType } from './media-type.ts'
import type { Facts, Oracle } from './oracle.ts'
import { ids, order } from './order.ts'
import { pageArithmetic } from './page.ts'
import { analyticsDays, keyPrefix, particulars } from './particulars.ts'
import { rateHeaders } from './rate-headers.ts'
import { schema } from './schema.ts'
import { status } from './status.ts'

/** Every oracle of a single exchange. */
export const ORACLES: readonly Oracle[] = [
  mediaType,
  status,
  errors,
  rateHeaders,
  schema,
  pageArithmetic,
  order,
  ids,
  filters,
  echoes,
  particulars,
  keyPrefix,
  analyticsDays,
]

/** Judges one exchange by every oracle. Pure: the same exchange gives the same findings, live or from a recording. */
export function judge(exchange: Exchange, facts: Facts): Bench {
  const bench = new Bench(exchange)
  if (exchange.response === undefined) return bench
  const { json } = exchange.response
  const body = json.ok ? json.value : undefined
  if (typeof body !== 'object' || body === null) {
    for (const oracle of ORACLES) oracle(exchange, bench, facts)
    return bench
  }
  const question = questionOf(exchange, facts)
  const known = sound(body)
  const lasting = known.get(question)
  rateHeaders(exchange, bench, facts)
  if (lasting !== undefined) {
    for (const [requirement, times] of lasting) bench.hold(requirement, times)
    return bench
  }
  const counted = new Map(bench.held)
  const faults = bench.findings.length
  for (const oracle of ORACLES) if (oracle !== rateHeaders) oracle(exchange, bench, facts)
  if (bench.findings.length === faults) {
    const held = [...bench.held].map(([id, times]) => [id, times - (counted.get(id) ?? 0)] as const)
    known.set(question, held)
    remembering += 1
    if (remembering > MOST_QUESTIONS) {
      sound = soundAnswers()
      remembering = 0
    }
  }
  return bench
}

/**
 * What held of answers in which nothing was wrong, the rate headers aside: by their parsed body and all else that an oracle looks at. A
 * transport without a wire hands over the same object again and again, and that need not be judged each time.
 */
let sound = soundAnswers()
let remembering = 0
/** Questions that are remembered before all are let go: one body may answer ever new ones. */
const MOST_QUESTIONS = 10_000

function soundAnswers(): (body: object) => Map<string, readonly (readonly [string, number])[]> {
  return remembered(() => new Map())
}

const COUNTED = /^x-ratelimit-(?:remaining|reset)$/i

function questionOf({ key, operation, request, response }: Exchange, { baseUrl }: Facts): string {
  const { method, url, body = '', headers } = request
  let question = `${response?.status} ${key} ${operation} ${method} ${url} ${baseUrl}`
  for (const [name, value] of headers) if (name.toLowerCase() === 'authorization') question += ` ${value}`
  for (const [name, value] of response?.headers ?? [])
    if (!COUNTED.test(name)) question += `\n${name}: ${value}`
  return `${question}\n\n${body}`
}

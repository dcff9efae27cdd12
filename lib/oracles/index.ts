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
  const known = sound.get(body)?.get(question)
  if (known !== undefined) {
    rateHeaders(exchange, bench, facts)
    for (const [requirement, times] of known) bench.hold(requirement, times)
    return bench
  }
  const counted = new Bench(exchange)
  rateHeaders(exchange, counted, facts)
  for (const oracle of ORACLES) oracle(exchange, bench, facts)
  if (bench.findings.length === 0) {
    const lasting = [...bench.held].flatMap(([requirement, times]): [string, number][] => {
      const rest = times - (counted.held.get(requirement) ?? 0)
      return rest > 0 ? [[requirement, rest]] : []
    })
    const answers = sound.get(body) ?? new Map<string, ReadonlyMap<string, number>>()
    sound.set(body, answers.set(question, new Map(lasting)))
  }
  return bench
}

/**
 * Answers in which nothing was wrong, by their parsed body and all else that an oracle looks at, the rate headers aside. A transport
 * without a wire hands over the same object again and again, and that need not be judged each time.
 */
const sound = new WeakMap<object, Map<string, ReadonlyMap<string, number>>>()

const COUNTED = /^x-ratelimit-(?:remaining|reset)$/i

function questionOf({ key, operation, request, response }: Exchange, { baseUrl }: Facts): string {
  const { method, url, body = '', headers } = request
  const authorization = headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? ''
  const answered = (response?.headers ?? []).filter(([name]) => !COUNTED.test(name)).join(' ')
  return [baseUrl, key, operation, method, url, authorization, body, response?.status, answered].join(' ')
}

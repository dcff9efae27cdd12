import { remembered } from '../../util/memo.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Finding } from '../../judge/finding.ts'
import { Bench } from '../../judge/bench.ts'
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

/** What the oracles say of an exchange. */
export interface ExchangeJudgement {
  /** How often each requirement held, in tables to be added up. */
  readonly held: readonly ReadonlyMap<string, number>[]
  readonly findings: readonly Finding[]
}

/** Judges one exchange by every oracle. Pure: the same exchange gives the same findings, live or from a recording. */
export function judge(exchange: Exchange, facts: Facts): ExchangeJudgement {
  if (exchange.response === undefined) return { held: [], findings: [] }
  const { json } = exchange.response
  const body = json.ok ? json.value : undefined
  if (typeof body !== 'object' || body === null) return judgeBy(ORACLES, exchange, facts)
  const counted = judgeBy(COUNTING, exchange, facts)
  const question = questionOf(exchange, facts)
  const known = sound(body)
  const lasting = known.get(question)
  if (lasting !== undefined) return { held: [...counted.held, ...lasting], findings: counted.findings }
  const { held, findings } = judgeBy(LASTING, exchange, facts)
  if (findings.length === 0) {
    known.set(question, held)
    remembering += 1
    if (remembering > MOST_QUESTIONS) {
      sound = soundAnswers()
      remembering = 0
    }
  }
  return { held: [...counted.held, ...held], findings: [...counted.findings, ...findings] }
}

/** What the rate headers say changes from answer to answer; all else lasts as long as the answer is the same. */
const COUNTING: readonly Oracle[] = [rateHeaders]
const LASTING = ORACLES.filter((oracle) => oracle !== rateHeaders)

function judgeBy(oracles: readonly Oracle[], exchange: Exchange, facts: Facts): ExchangeJudgement {
  const bench = new Bench(exchange)
  for (const oracle of oracles) oracle(exchange, bench, facts)
  return { held: [bench.held], findings: bench.findings }
}

/**
 * What held of answers in which nothing was wrong, the rate headers aside: by their parsed body and all else that an oracle looks at. A
 * transport without a wire hands over the same object again and again, and that need not be judged each time.
 */
let sound = soundAnswers()
let remembering = 0
/** Questions that are remembered before all are let go: one body may answer ever new ones. */
const MOST_QUESTIONS = 10_000

function soundAnswers(): (body: object) => Map<string, ExchangeJudgement['held']> {
  return remembered(() => new Map())
}

const AUTHORIZATION = 'authorization'
const COUNTED = /^x-ratelimit-(?:remaining|reset)$/i

function questionOf({ key, operation, request, response }: Exchange, { baseUrl }: Facts): string {
  const { method, url, body = '', headers } = request
  let question = `${response?.status} ${key} ${operation} ${method} ${url} ${baseUrl}`
  for (const [name, value] of headers)
    if (name.length === AUTHORIZATION.length && name.toLowerCase() === AUTHORIZATION) question += ` ${value}`
  for (const [name, value] of response?.headers ?? [])
    if (!COUNTED.test(name)) question += `\n${name}: ${value}`
  return `${question}\n\n${body}`
}

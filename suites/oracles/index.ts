import type { Exchange } from '../../lib/http/exchange.ts'
import type { Finding } from '../../lib/judge/finding.ts'
import { Judgements } from '../../lib/judge/judgements.ts'
import { writeEcho } from './write-echo.ts'
import { errors, mediaType, status } from '../errors/envelope.ts'
import { filters } from '../lists/filters.ts'
import type { Facts, Oracle } from '../../lib/judge/oracle.ts'
import { ids } from '../fields/ids.ts'
import { order } from '../lists/order.ts'
import { pageArithmetic } from '../lists/page.ts'
import { analyticsDays, keyPrefix, operationRules } from './operation-rules.ts'
import { rateHeaders } from '../rate-limit/headers.ts'
import { schema } from '../fields/schema.ts'

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
  writeEcho,
  operationRules,
  keyPrefix,
  analyticsDays,
]

/** What the oracles find in one exchange. */
export interface ExchangeJudgement {
  /** How often each requirement held; several tables to be summed. */
  readonly held: readonly ReadonlyMap<string, number>[]
  readonly findings: readonly Finding[]
}

/** Judges one exchange by every oracle. Pure: a live exchange and its recording give the same findings. */
export function judge(exchange: Exchange, facts: Facts): ExchangeJudgement {
  if (exchange.response === undefined) return { held: [], findings: [] }
  const judgements = new Judgements(exchange)
  for (const oracle of ORACLES) oracle(exchange, judgements, facts)
  return { held: [judgements.held], findings: judgements.findings }
}

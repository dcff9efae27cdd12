import type { Exchange } from '../../lib/http/exchange.ts'
import { type Judgement, Judgements } from '../../lib/judge/judgements.ts'
import { writeEcho } from './write-echo.ts'
import { errors, mediaType, status } from '../errors/envelope.ts'
import { filters } from '../lists/filters.ts'
import type { Facts, Oracle } from '../../lib/judge/oracle.ts'
import { ids } from '../fields/ids.ts'
import { order } from '../lists/order.ts'
import { pageArithmetic } from '../lists/page.ts'
import { analyticsDays } from '../analytics.ts'
import { noPagination } from '../knowledge.ts'
import { keyPrefix } from '../me.ts'
import { operationRules } from './operation-rules.ts'
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
  noPagination,
  analyticsDays,
]

/** Judges one exchange by every oracle. Pure: a live exchange and its recording give the same findings. */
export function judge(exchange: Exchange, facts: Facts): Judgement {
  if (exchange.response === undefined) return { held: [], findings: [] }
  const judgements = new Judgements(exchange)
  for (const oracle of ORACLES) oracle(exchange, judgements, facts)
  return { held: [judgements.held], findings: judgements.findings, doubts: judgements.doubts }
}

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
  if (exchange.response !== undefined) for (const oracle of ORACLES) oracle(exchange, bench, facts)
  return bench
}

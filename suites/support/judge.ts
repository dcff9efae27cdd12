import type { Exchange } from '../../lib/http/exchange.ts'
import { type Judgement, Judgements } from '../../lib/judge/judgements.ts'
import type { Facts } from '../../lib/judge/oracle.ts'
import { ORACLES, WATCHERS } from '../index.ts'
import type { OpenPoint } from './observed.ts'

/** Judges one exchange by every oracle. Pure: a live exchange and its recording give the same findings. */
export function judge(exchange: Exchange, facts: Facts): Judgement {
  if (exchange.response === undefined) return { held: [], findings: [] }
  const judgements = new Judgements(exchange)
  for (const oracle of ORACLES) oracle(exchange, judgements, facts)
  return { held: [judgements.held], findings: judgements.findings, doubts: judgements.doubts }
}

/** Observations on open points in the traffic of a run. */
export function observations(exchanges: readonly Exchange[]): OpenPoint[] {
  const answered = exchanges.filter((exchange) => exchange.response !== undefined)
  return WATCHERS.flatMap((watch) => watch(answered))
}

import type { Contract } from '../../contract/index.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Bench } from '../../judge/bench.ts'

/** What an oracle may know beside the exchange. */
export interface Facts {
  readonly baseUrl: string
  readonly contract: Contract
}

/** A pure judgement of one exchange that has a response. */
export type Oracle = (exchange: Exchange, bench: Bench, facts: Facts) => void

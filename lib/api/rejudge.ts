import type { Recording } from '../harness/api.ts'
import type { Exchange } from '../http/exchange.ts'
import { CONTRACT } from './contract.ts'
import { identity, isolation } from './oracles/isolation.ts'
import { judge } from './oracles/index.ts'

/** The most other `GET /me` answers that an answer is compared with. */
const OTHERS = 3

/**
 * The requirements that one exchange of a recorded run violates, alone and together with those it is compared with.
 */
export function rejudge(exchange: Exchange, { exchanges, baseUrl, alone }: Recording): readonly string[] {
  const { findings } = judge(exchange, { baseUrl, contract: CONTRACT })
  const same = exchanges.filter(
    ({ operation, key, id }) => operation === 'GET /me' && key === exchange.key && id !== exchange.id,
  )
  const foreign = exchanges.filter(
    ({ operation, key }) => key === 'other' && operation === exchange.operation,
  )
  const overall = [
    ...(exchange.operation === 'GET /me' ? identity([...same.slice(0, OTHERS), exchange]) : []),
    ...(exchange.key === 'main' && !alone ? isolation([...foreign, exchange]).findings : []),
  ]
  return [...findings, ...overall].map(({ requirement }) => requirement)
}

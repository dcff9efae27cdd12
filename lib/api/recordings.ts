import type { RecordingRules, Recording } from '../harness/api.ts'
import { type Exchange, json } from '../http/exchange.ts'
import { isObject } from '../util/values.ts'
import { isolation, identity } from './oracles/isolation.ts'
import { CONTRACT } from './contract.ts'
import { judge } from './oracles/index.ts'

/** What can be judged in recorded traffic of this API. */
export const RECORDINGS: RecordingRules = {
  withoutHeaders: ['JSON-01', 'RATE-01', 'RATE-02', 'RATE-03', 'RATE-09'],
  withoutBody: ['JSON-02'],
  withoutRequestBody: ['CREATE-LEAD-33'],
  overall: (exchanges) => {
    if (!showsTwoWorkspaces(exchanges)) return { held: [], findings: [] }
    const { held, findings } = isolation(exchanges)
    return { held: [held], findings }
  },
}

/** Two keys may belong to one workspace: only `GET /me` shows it. */
function showsTwoWorkspaces(exchanges: readonly Exchange[]): boolean {
  const teamOf = (label: Exchange['key']): unknown => {
    const me = exchanges.find(
      ({ key, operation, response }) => key === label && operation === 'GET /me' && response?.status === 200,
    )
    const body = me === undefined ? undefined : json(me)
    return isObject(body) && isObject(body['data']) ? body['data']['team_id'] : undefined
  }
  const [own, foreign] = [teamOf('main'), teamOf('other')]
  return typeof own === 'string' && typeof foreign === 'string' && own !== foreign
}

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

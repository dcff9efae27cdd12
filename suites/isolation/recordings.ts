import type { Judgement } from '../../lib/judge/judgements.ts'
import { type Exchange, json } from '../../lib/http/exchange.ts'
import { isObject } from '../../lib/util/values.ts'
import { isolation } from './listed.ts'

/** How recorded traffic of unknown origin is judged. */
interface RecordingRules {
  /** Requirements that are not judged if the recording lacks headers, or bodies of answers or requests. */
  readonly withoutHeaders: readonly string[]
  readonly withoutBody: readonly string[]
  readonly withoutRequestBody: readonly string[]
  /** The oracles over all exchanges, where keys are known by their answers alone. */
  readonly overall: (exchanges: readonly Exchange[]) => Judgement
}

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

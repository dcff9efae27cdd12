import { type Exchange, json } from '../../http/exchange.ts'
import type { Finding } from '../../judge/finding.ts'
import { isObject, quote } from '../../util/values.ts'

/** GET-ME-03 (part 5), judged over a whole run: a key stands for one workspace, however often it is asked. */
export function identity(exchanges: readonly Exchange[]): readonly Finding[] {
  const first = new Map<string, { team: unknown; exchange: Exchange }>()
  for (const exchange of exchanges) {
    if (exchange.operation !== 'GET /me' || exchange.response?.status !== 200) continue
    // What a wrong key is answered is judged by its status alone.
    if (exchange.key === 'none' || exchange.key === 'invalid') continue
    const body = json(exchange)
    const team = isObject(body) && isObject(body['data']) ? body['data']['team_id'] : undefined
    if (typeof team !== 'string') continue
    const known = first.get(exchange.key)
    if (known === undefined) first.set(exchange.key, { team, exchange })
    else if (known.team !== team) {
      return [
        {
          requirement: 'GET-ME-03',
          where: 'GET /me',
          expected: `team_id ${quote(known.team)}, as before with the same key`,
          received: quote(team),
          pointer: '/data/team_id',
          exchanges: [exchange.id, known.exchange.id],
          count: 1,
        },
      ]
    }
  }
  return []
}

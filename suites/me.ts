/** GET /me: the key and its workspace. Specification parts 4 and 5. */
import { suite } from '../lib/engine/case/suite.ts'
import type { Exchange } from '../lib/engine/http/exchange.ts'
import { isOwnedKey } from '../lib/engine/http/keys.ts'
import { findingIn } from '../lib/engine/judge/judgements.ts'
import { dataOf } from '../lib/engine/judge/reading.ts'
import type { Oracle, RunOracle } from '../lib/engine/judge/oracle.ts'
import { derived, must, section } from '../lib/engine/judge/rows.ts'
import { groupBy } from '../lib/engine/util/collections.ts'
import { count } from '../lib/engine/util/text.ts'
import { quote, text } from '../lib/engine/util/values.ts'

export const rows = [
  ...section(
    { part: 4, section: 'GET /me' },
    must(
      'GET-ME-01',
      '{ data: Me }',
      'A request with a valid key returns 200 with the workspace and the key behind it.',
    ),
  ),
  ...section(
    { part: 5, section: '', endpoint: 'GET /me' },
    must('GET-ME-02', '2', '`key_prefix` is the beginning of the key in use, and never the whole key.'),
    derived(
      'GET-ME-03',
      '2',
      '`team_id` is the same on every request with a key, and differs between workspaces.',
      '`team_id` is the id of the workspace, and a key belongs to one workspace.',
    ),
  ),
]

export const plainAnswers = ['GET-ME-01']

export default suite('GET /me', {}, ({ verify }) => {
  verify(
    'GET-ME-01',
    'returns the workspace and the key in use',
    { smoke: true },
    async ({ api, expect }) => {
      expect(await api.me()).toAnswer(200)
    },
  )

  verify(
    ['GET-ME-01', 'JSON-01', 'JSON-02'],
    'returns JSON or refuses for any `Accept`, `X-Team-Id` and `callback`',
    {},
    async ({ api, expect }) => {
      const [any, team, none, wrapped] = await Promise.all([
        api.sending('Accept', '*/*').me(),
        api.sending('X-Team-Id', '1').me(),
        api.sending('Accept', 'application/xml').me(),
        api.request({ method: 'GET', path: '/me', query: { callback: 'cb', jsonp: 'cb' } }),
      ])

      expect(any).toAnswer(200)
      expect(team).toAnswer(200)
      // 406, or JSON in spite of the `Accept` header: both are allowed.
      expect(none).toHaveStatus([200, 406])
      // An unknown parameter is ignored or refused, and makes no script of the answer.
      expect(wrapped).toSatisfy(
        wrapped.status === 200 || wrapped.isRefusal,
        'status 200 or 4xx',
        () => `status ${wrapped.status}`,
      )
    },
  )

  verify(
    'GET-ME-03',
    "returns another `team_id` for another workspace's key",
    { needs: ['otherKey'] },
    async ({ api, stranger, expect, inconclusive }) => {
      const [own, foreign] = await Promise.all([api.me(), stranger.me()])
      const teams = [own, foreign].map((answer) => answer.control().data['team_id'])
      if (teams.some((team) => typeof team !== 'string')) inconclusive('needs a `team_id` for both keys')

      expect(own).toSatisfy(
        teams[0] !== teams[1],
        'a different team_id for each workspace',
        `${quote(teams[0])} for both`,
        { also: [foreign], pointer: '/data/team_id' },
      )
    },
  )
})

/** GET-ME-02 (part 5): the prefix is one of the key in use. */
export const keyPrefix: Oracle = (exchange, judgements) => {
  if (!isOwnMe(exchange)) return
  const prefix = dataOf(exchange)['key_prefix']
  const key = exchange.request.headers
    .find(([name]) => name.toLowerCase() === 'authorization')?.[1]
    .replace(/^Bearer /i, '')
  if (typeof prefix !== 'string' || key === undefined) return
  judgements.check(
    prefix !== '' && key.startsWith(prefix) && prefix.length < key.length,
    'GET-ME-02',
    'the beginning of the key in use, shorter than the key',
    () => inWords(prefix, key),
    { pointer: '/data/key_prefix' },
  )
}

/** A wrong prefix in words: neither it nor the key belongs in a report. */
function inWords(prefix: string, key: string): string {
  if (prefix === '') return 'an empty prefix'
  if (prefix === key) return 'the whole key'
  return `${count(prefix.length, 'character')} that are not the beginning of the key`
}

/** GET-ME-03 (part 5), judged over a whole run: a key always belongs to one workspace. */
export const identity: RunOracle = (exchanges) => {
  const shown = exchanges.filter(isOwnMe).flatMap((exchange) => {
    const team = text(dataOf(exchange)['team_id'])
    return team === undefined ? [] : [{ team, exchange }]
  })
  const keys = [...groupBy(shown, ({ exchange }) => exchange.key).values()]
  const findings = keys.flatMap(([first, ...others]) => {
    const other = others.find(({ team }) => team !== first?.team)
    if (first === undefined || other === undefined) return []
    const words = {
      requirement: 'GET-ME-03',
      expected: `team_id ${quote(first.team)}, as before with the same key`,
      received: quote(other.team),
    }
    return [findingIn(other.exchange, words, { pointer: '/data/team_id', also: [first.exchange] })]
  })
  return { held: [], findings }
}

/** Whether `GET /me` was answered to a key of ours. Answers to wrong keys are judged by their status alone. */
function isOwnMe({ operation, response, key }: Exchange): boolean {
  return operation === 'GET /me' && response?.status === 200 && isOwnedKey(key)
}

export const oracles = [keyPrefix]
export const runOracles = [identity]

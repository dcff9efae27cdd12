/** GET /me: the key and its workspace. Specification parts 4 and 5. */
import { suite } from '../lib/engine/case/suite.ts'
import type { Exchange } from '../lib/engine/http/exchange.ts'
import { isOwnedKey, KEY_VARIABLES } from '../lib/engine/http/keys.ts'
import type { Finding } from '../lib/engine/judge/finding.ts'
import { findingIn } from '../lib/engine/judge/judgements.ts'
import { dataOf } from '../lib/engine/judge/reading.ts'
import type { Oracle, RunOracle } from '../lib/engine/judge/oracle.ts'
import { about, critical, major, seenIn, statementsOf } from '../lib/engine/judge/rows.ts'
import { count } from '../lib/engine/util/text.ts'
import { contradict, quote, text } from '../lib/engine/util/values.ts'

export const theme = 'access'

const part4 = statementsOf({ part: 4, section: 'GET /me' })
const part5 = statementsOf({ part: 5, section: '', endpoint: 'GET /me' })

export const rows = [
  seenIn(
    'key',
    part5.must(
      'GET-ME-02',
      '2',
      '`key_prefix` is the beginning of the key in use, and never the whole key.',
      critical(
        'The whole key in an answer ends up in logs and screenshots; another prefix names the wrong key.',
      ),
    ),
  ),
  statementsOf({ part: 5, section: '', endpoint: '*', theme: 'answers' }).must(
    'ISOLATION-30',
    '4',
    "No response to one workspace's key is served to another workspace's key.",
    critical('A cache that ignores the key shows one customer the data of another.'),
  ),
]

export default suite('GET /me', {}, (verify) => {
  verify(
    about(
      'answers',
      part4.must(
        'GET-ME-01',
        '{ data: Me }',
        'A request with a valid key returns 200 with the workspace and the key behind it.',
        major('Integrations check their key here first, and do not start if it seems invalid.'),
      ),
    ),
    'returns the workspace and the key in use',
    { smoke: true },
    async ({ api, expect }) => {
      expect(await api.me()).toAnswer(200)
    },
  )

  verify(
    [
      part5.derived(
        'GET-ME-03',
        '2',
        '`team_id` is the same on every request with a key, and differs between workspaces.',
        '`team_id` is the id of the workspace, and a key belongs to one workspace.',
        major('Integrations file what they read under this id: two customers would be mixed up.'),
      ),
      'ISOLATION-30',
    ],
    "returns another `team_id` for another workspace's key",
    { needs: ['otherKey'] },
    async ({ api, stranger, expect, inconclusive }) => {
      const [own, foreign] = await Promise.all([api.me(), stranger.me()])
      const teams = [own, foreign].map((answer) => answer.mustBeUsable().data['team_id'])
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

/** GET-ME-02 (part 5): the prefix belongs to the key in use. */
export const keyPrefix: Oracle = (exchange, judgements) => {
  if (!isOwnMe(exchange)) return
  const prefix = dataOf(exchange)['key_prefix']
  const key = sentKey(exchange)
  if (typeof prefix !== 'string' || key === undefined) return
  judgements.check(
    prefix !== '' && key.startsWith(prefix) && prefix.length < key.length,
    'GET-ME-02',
    'the beginning of the key in use, shorter than the key',
    () => wrongPrefixInWords(prefix, key),
    { pointer: '/data/key_prefix' },
  )
}

/** A report must contain neither the prefix nor the key. */
function wrongPrefixInWords(prefix: string, key: string): string {
  if (prefix === '') return 'an empty prefix'
  if (prefix === key) return 'the whole key'
  return `${count(prefix.length, 'character')} that are not the beginning of the key`
}

function sentKey({ request }: Exchange): string | undefined {
  return request.headers
    .find(([name]) => name.toLowerCase() === 'authorization')?.[1]
    .replace(/^Bearer /i, '')
}

/**
 * GET-ME-03, ISOLATION-30 (part 5), judged over a whole run: a key always belongs to one workspace, and gets
 * no answer to another key.
 */
export const identity: RunOracle = (exchanges) => {
  const shown = exchanges.filter(isOwnMe)
  const findings = shown.flatMap((exchange) => [
    ...otherTeam(exchange, shown),
    ...answerToOtherKey(exchange, shown),
  ])
  return { held: new Map(), findings }
}

/** GET-ME-03: a key whose workspace is another one than in its first answer. */
function otherTeam(exchange: Exchange, shown: readonly Exchange[]): readonly Finding[] {
  const first = shown.find(({ key }) => key === exchange.key) ?? exchange
  const [before, now] = [first, exchange].map((one) => dataOf(one)['team_id'])
  if (!contradict(before, now)) return []
  const expected = `team_id ${quote(before)}, as before with the same key`
  const words = { requirement: 'GET-ME-03', expected, received: quote(now) }
  return [findingIn(exchange, words, { pointer: '/data/team_id', also: [first] })]
}

/** ISOLATION-30: a prefix that is not of the key that asked, but of another key of this run. */
function answerToOtherKey(exchange: Exchange, shown: readonly Exchange[]): readonly Finding[] {
  const prefix = text(dataOf(exchange)['key_prefix']) ?? ''
  const hasPrefix = (one: Exchange): boolean => sentKey(one)?.startsWith(prefix) === true
  if (prefix === '' || hasPrefix(exchange)) return []
  const meant = shown.find(hasPrefix)
  if (meant === undefined || !isOwnedKey(meant.key)) return []
  const received = `the answer to another key, ${KEY_VARIABLES[meant.key]}: a cache ignores the key`
  const words = { requirement: 'ISOLATION-30', expected: 'the key that asked', received }
  return [findingIn(exchange, words, { pointer: '/data/key_prefix', also: [meant] })]
}

/**
 * Whether this is an answer of `GET /me` to one of our keys. Answers to wrong keys are judged only by their
 * status.
 */
function isOwnMe({ operation, response, key }: Exchange): boolean {
  return operation === 'GET /me' && response?.status === 200 && isOwnedKey(key)
}

export const oracles = [keyPrefix]
export const runOracles = [identity]

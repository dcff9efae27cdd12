import { Answer } from '../../../engine/case/answer.ts'
import type { Discovery } from '../../../engine/case/discovery.ts'
import { idsOf } from '../../../engine/case/items.ts'
import type { CaseDefinition } from '../../../engine/case/suite.ts'
import type { Catalogue } from '../../../engine/judge/requirement.ts'
import type { ListKey } from '../../../engine/spec/operations.ts'
import { meet, type Need, NEEDS, ofSecondWorkspace } from '../../../engine/case/needs.ts'
import { describeAnswer, type Exchange } from '../../../engine/http/exchange.ts'
import { KEY_VARIABLES } from '../../../engine/http/keys.ts'
import { RATE_HEADER, rateNumber } from '../../../engine/http/rate-headers.ts'
import type { RequestSpec } from '../../../engine/http/request.ts'
import { dataOf } from '../../../engine/judge/reading.ts'
import { few } from '../../../engine/util/bounds.ts'
import { count, thousands } from '../../../engine/util/text.ts'
import { PROOF_PATHS } from '../preflight.ts'
import { type Check, type CheckResult, missingCheck, passedCheck, wrongCheck } from './check.ts'

const KEYS = ['main', 'other', 'exhaustible'] as const

/** Whether each key is accepted, and what is left of its allowance. */
export const keys: Check = async ({ client, target, proof }) => {
  const answers = await Promise.all(
    KEYS.map(async (key) =>
      key === 'main' || target.keys[key] === undefined
        ? undefined
        : client.send({ method: 'GET', path: PROOF_PATHS[0], key }),
    ),
  )
  return KEYS.map((key, index) => keyFinding(key, key === 'main' ? proof : answers[index], proof))
}

const WITHOUT: Readonly<Record<(typeof KEYS)[number], string>> = {
  main: 'nothing can be verified without it',
  other: 'isolation of workspaces cannot be verified without it',
  exhaustible: 'the 429 rules cannot be verified without it',
}

/** Whether two answers to `GET /me` name one team. */
function isSameTeam(one: Exchange, other: Exchange): boolean {
  const { team_id: team } = dataOf(one)
  return team !== undefined && team === dataOf(other)['team_id']
}

function keyFinding(key: (typeof KEYS)[number], exchange: Exchange | undefined, main: Exchange): CheckResult {
  const about = KEY_VARIABLES[key]
  if (exchange === undefined)
    return missingCheck(about, `not given: ${WITHOUT[key]}`, `set ${about} in the environment or in .env`)
  const asked = `GET ${exchange.request.path}`
  const status = exchange.response?.status
  if (status === 401 || status === 403)
    return wrongCheck(about, `${asked}: refused with ${status}`, 'make a new key, and copy all of it')
  // The allowance is the key's own: the key to be exhausted may be of any workspace.
  if (key === 'other' && isSameTeam(main, exchange))
    return wrongCheck(
      about,
      `belongs to the same workspace as ${KEY_VARIABLES.main}`,
      'make it in another workspace: what one workspace sees of itself proves nothing',
    )
  const left = rateNumber(exchange, RATE_HEADER.remaining)
  const limit = rateNumber(exchange, RATE_HEADER.limit)
  const allowance =
    left === undefined ? 'how much is left is not noted' : `${left} of ${limit ?? 'its'} requests left`
  return (status === 200 ? passedCheck : missingCheck)(
    about,
    `${asked}: ${status ?? 'no answer'}, ${allowance}`,
  )
}

/** What each endpoint that only reads was asked and what came, lists first. */
export const endpoints: Check = async ({ client, discovery }) => {
  const { me, lists } = discovery.main
  const [chatbot_id] = idsOf(lists['GET /chatbots'].items)
  const sources: RequestSpec = {
    method: 'GET',
    path: '/knowledge/sources',
    query: { chatbot_id },
    key: 'main',
  }
  const others = ['/analytics/summary', '/openapi.json'].map((path): RequestSpec => ({
    method: 'GET',
    path,
    key: 'main',
  }))
  const further = chatbot_id === undefined ? others : [sources, ...others]
  const answers = await Promise.all(further.map(async (spec) => new Answer(await client.send(spec))))
  return [me, ...Object.values(lists), ...answers].map(endpointFinding)
}

function endpointFinding(answer: Answer): CheckResult {
  const { exchange, status, usable, body, items, total } = answer
  const about = `GET ${exchange.request.path}`
  if (exchange.failure !== undefined) return missingCheck(about, exchange.failure.message)
  if (status !== 200 || (!usable && body['openapi'] === undefined))
    return missingCheck(
      about,
      `${describeAnswer(exchange)}: a run will say that it is violated, and cannot judge what rests on it`,
    )
  const shown = `200, ${count(items.length, 'item')}`
  if (!Array.isArray(body['data'])) return passedCheck(about, '200')
  return passedCheck(
    about,
    total === undefined || total === items.length ? shown : `${shown} of ${thousands(total)}`,
  )
}

/** How an item of a list comes to be, where the API does not create it. */
const HOW_TO_MAKE: Readonly<Record<ListKey, string>> = {
  'GET /chatbots': 'create a chatbot in the dashboard',
  'GET /conversations': 'write to the chatbot as a visitor: the API makes no conversations',
  'GET /leads': 'create one with POST /leads, or leave a contact as a visitor of the chatbot',
  'GET /bookings': 'book a meeting as a visitor of the chatbot: the API makes no bookings',
  'GET /reservations':
    'reserve as a visitor of the chatbot, or in the dashboard: the API makes no reservations',
}

/** What the workspace lacks: each empty list, then what the cases need of lists that have items. */
export const data: Check = ({ catalogue, cases, discovery }) => {
  const lists = Object.entries(discovery.main.lists) as [ListKey, Answer][]
  const empty = lists.filter(([, { usable, items }]) => usable && items.length === 0).map(([list]) => list)
  const findings = [
    ...empty.map((list) => emptyFinding(list, catalogue)),
    ...lacking(cases, discovery, new Set(empty)),
  ]
  const isRead = lists.every(([, { usable }]) => usable)
  if (findings.length > 0 || !isRead) return findings
  return [passedCheck('data', 'the workspace has an item of every kind that the cases need')]
}

function emptyFinding(list: ListKey, { rows }: Catalogue): CheckResult {
  const items = list.slice('GET /'.length)
  const about = rows.filter(
    ({ endpoint, strength, excluded }) => endpoint === list && strength !== 'open' && excluded === undefined,
  )
  return missingCheck(
    'data',
    `the workspace has no ${items}: up to ${count(about.length, 'rule')} about ${list} cannot be exercised`,
    HOW_TO_MAKE[list],
  )
}

/** What cases need and lists with items do not have, with the rules that depend on it. */
function lacking(
  cases: readonly CaseDefinition[],
  discovery: Discovery,
  empty: ReadonlySet<ListKey>,
): CheckResult[] {
  const unmet = new Map<Need, Set<string>>()
  for (const { needs, requirements } of cases)
    for (const need of needs) {
      if (ofSecondWorkspace(need) || NEEDS[need].lists.some((list) => empty.has(list))) continue
      const prospect = meet([need], discovery)
      // Of a list that could not be read nobody knows what it lacks: its own line says so.
      if (prospect.met || !prospect.ofData || prospect.unread !== undefined) continue
      const waiting = unmet.get(need) ?? new Set()
      for (const id of requirements) waiting.add(id)
      unmet.set(need, waiting)
    }
  return [...unmet].map(([need, ids]) =>
    missingCheck(
      'data',
      `lacks ${NEEDS[need].missing}: ${count(ids.size, 'requirement')} cannot be exercised (${few([...ids])})`,
      NEEDS[need].remedy ?? 'create it in the dashboard',
    ),
  )
}

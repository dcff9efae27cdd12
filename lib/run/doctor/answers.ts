import { Answer } from '../../harness/answer.ts'
import { idsOf } from '../../harness/items.ts'
import { describeAnswer, type Exchange } from '../../http/exchange.ts'
import { KEY_VARIABLES } from '../../http/keys.ts'
import { rateNumber } from '../../http/rate-headers.ts'
import type { RequestSpec } from '../../http/request.ts'
import { dataOf } from '../../judge/reading.ts'
import { RATE_HEADERS } from '../../judge/rate-headers.ts'
import { count, thousands } from '../../util/text.ts'
import { PROOF_PATHS } from '../preflight.ts'
import { type Check, type Finding, missing, well, wrong } from './check.ts'

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
  other: 'isolation of workspaces cannot be verified without it, and more is spent on the key under test',
  exhaustible: 'the 429 rules cannot be verified without it',
}

/** Whether two answers to `GET /me` name one team. */
function isSameTeam(one: Exchange, other: Exchange): boolean {
  const { team_id: team } = dataOf(one)
  return team !== undefined && team === dataOf(other)['team_id']
}

function keyFinding(key: (typeof KEYS)[number], exchange: Exchange | undefined, main: Exchange): Finding {
  const about = KEY_VARIABLES[key]
  if (exchange === undefined)
    return missing(about, `not given: ${WITHOUT[key]}`, `set ${about} in the environment or in .env`)
  const asked = `GET ${exchange.request.path}`
  const status = exchange.response?.status
  if (status === 401 || status === 403)
    return wrong(about, `${asked}: refused with ${status}`, 'make a new key, and copy all of it')
  // The allowance is the key's own: the key to be exhausted may be of any workspace.
  if (key === 'other' && isSameTeam(main, exchange))
    return wrong(
      about,
      `belongs to the same workspace as ${KEY_VARIABLES.main}`,
      'make it in another workspace: what one workspace sees of itself proves nothing',
    )
  const left = rateNumber(exchange, RATE_HEADERS.remaining)
  const limit = rateNumber(exchange, RATE_HEADERS.limit)
  const allowance =
    left === undefined ? 'how much is left is not noted' : `${left} of ${limit ?? 'its'} requests left`
  return (status === 200 ? well : missing)(about, `${asked}: ${status ?? 'no answer'}, ${allowance}`)
}

/** What each endpoint that only reads was asked and what came, lists first. */
export const endpoints: Check = async ({ client, discovery }) => {
  const { me, lists } = discovery.main
  const [chatbot] = idsOf(lists['GET /chatbots'].items)
  const further: readonly RequestSpec[] = [
    ...(chatbot === undefined
      ? []
      : [
          { method: 'GET', path: '/knowledge/sources', query: { chatbot_id: chatbot }, key: 'main' } as const,
        ]),
    { method: 'GET', path: '/analytics/summary', key: 'main' },
    { method: 'GET', path: '/openapi.json', key: 'main' },
  ]
  const answers = await Promise.all(further.map(async (spec) => new Answer(await client.send(spec))))
  return [me, ...Object.values(lists), ...answers].map(endpointFinding)
}

function endpointFinding(answer: Answer): Finding {
  const { exchange, status, usable } = answer
  const about = `GET ${exchange.request.path}`
  if (exchange.failure !== undefined) return missing(about, exchange.failure.message)
  const isDescription = answer.body['openapi'] !== undefined
  if (status === 200 && (usable || isDescription)) return well(about, `200, ${contentOf(answer)}`)
  const instead = status === 200 ? 'without the `data` that the specification states' : 'instead of 200'
  return missing(
    about,
    `${describeAnswer(exchange)} ${instead}: a run will say that it is violated, and cannot judge what rests on it`,
  )
}

function contentOf(answer: Answer): string {
  const { body, data, items, total } = answer
  if (body['openapi'] !== undefined) return `OpenAPI ${JSON.stringify(body['openapi'])}`
  if (Array.isArray(body['data'])) {
    const shown = count(items.length, 'item')
    return total === undefined || total === items.length ? shown : `${shown} of ${thousands(total)}`
  }
  const name = data['team_name'] ?? data['team_id']
  return name === undefined ? 'a resource' : `workspace ${JSON.stringify(name)}`
}

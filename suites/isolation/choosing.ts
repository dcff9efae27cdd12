/** The key alone chooses the workspace, whatever headers, parameters, cookies and bodies name another one. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import { type Actor, type PlainSpec, plainSpec } from '../../lib/engine/case/actor.ts'
import { foreignItems } from '../../lib/engine/case/chosen.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import type { Discovery } from '../../lib/engine/case/discovery.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import type { HeaderLine } from '../../lib/engine/http/exchange.ts'
import { type ListKey, listOf, READ_OPERATIONS } from '../../lib/engine/spec/operations.ts'
import { count } from '../../lib/engine/util/text.ts'
import { quote, text } from '../../lib/engine/util/values.ts'
import { sendTogether } from '../support/at-fault.ts'
import { chatbotsOfBoth, foreignChatbot } from './by-chatbot.ts'

type Ctx = Context<'otherKey'>

/** Headers that name a workspace in other services. */
const HEADERS: readonly string[] = [
  'X-Team-Id',
  'X-Workspace-Id',
  'X-Tenant-Id',
  'X-Account-Id',
  'X-Organization-Id',
  'X-Org-Id',
  'X-Team',
  'X-Workspace',
  'X-Tenant',
]

/** Parameters and cookies that name a workspace in other services. */
const PARAMETERS: readonly string[] = [
  'team_id',
  'team',
  'workspace_id',
  'workspace',
  'tenant_id',
  'tenant',
  'account_id',
  'organization_id',
  'org_id',
]

/** A place of a request that may name a workspace. */
interface Way {
  readonly way: string
  readonly names: readonly string[]
  readonly send: (stranger: Actor, read: PlainSpec, named: readonly HeaderLine[]) => Promise<Answer>
}

const WAYS: readonly Way[] = [
  {
    way: 'header',
    names: HEADERS,
    send: (stranger, read, named) =>
      named.reduce((actor, [name, team]) => actor.sending(name, team), stranger).request(read),
  },
  {
    way: 'parameter',
    names: PARAMETERS,
    send: (stranger, read, named) =>
      stranger.request({ ...read, query: { ...read.query, ...Object.fromEntries(named) } }),
  },
  {
    way: 'cookie',
    names: PARAMETERS,
    send: (stranger, read, named) => {
      const cookies = named.map(([name, team]) => `${name}=${team}`).join('; ')
      return (cookies === '' ? stranger : stranger.sending('Cookie', cookies)).request(read)
    },
  },
]

/** ISOLATION-27: expects no header, parameter or cookie to show the second key the workspace under test. */
export async function expectKeyChooses(ctx: Ctx): Promise<void> {
  const { stranger, world, expect, each, inconclusive } = ctx
  const { discovery } = world
  const team = text(discovery.main.me.data['team_id']) ?? inconclusive('needs a `team_id` from `GET /me`')
  // Where a read takes an id, it is one of the workspace under test: the second key asks.
  const foreign = (list: ListKey): string | undefined =>
    list === 'GET /chatbots'
      ? foreignChatbot(discovery)
      : idsOf(foreignItems(discovery.main, discovery.other, list))[0]
  const reads = READ_OPERATIONS.flatMap((operation) => plainSpec(operation, foreign) ?? [])
  const tries = reads.flatMap((read) => WAYS.map((way) => ({ ...way, read })))
  await each(tries, async ({ read, way, names, send }) => {
    const ask = (some: readonly string[]): Promise<Answer> =>
      send(
        // The header makes it a new request: a cache that ignores the key may show the owner's answer by now.
        some.length > 0 ? stranger : stranger.sending('Accept', 'application/json'),
        read,
        some.map((name) => [name, team]),
      )
    const isRight = (answer: Answer): boolean => foreignIn(answer, discovery) === undefined
    const { faults } = await sendTogether(names, ask, isRight)
    // Other rules find a leak that needs no name at all.
    if (faults.length === 0 || !isRight(await ask([]))) return
    for (const { answer, parts } of faults)
      expect(answer).toSatisfy(
        false,
        `only what belongs to the key, whatever the ${way} ${parts.join(', ')} says`,
        String(foreignIn(answer, discovery)),
        { proof: true },
      )
  })
}

/** ISOLATION-27: expects a lead of the second key to be recorded in its own workspace, whatever its body names. */
export async function expectKeyChoosesLead(ctx: Ctx): Promise<void> {
  const { stranger, world, expect, eventually, mark, inconclusive } = ctx
  const team =
    text(world.discovery.main.me.data['team_id']) ?? inconclusive('needs a `team_id` from `GET /me`')
  const named = Object.fromEntries(PARAMETERS.map((name) => [name, team]))
  const create = (chatbot: string): Promise<Answer> =>
    stranger.createLead({ chatbot_id: chatbot, name: mark(), ...named })
  const { foreign, own } = chatbotsOfBoth(ctx)

  const intruding = await create(foreign)
  expect(intruding).toSatisfy(!intruding.isAccepted, 'a refusal', `a lead for another workspace's chatbot`, {
    proof: true,
  })
  const recorded = await create(own)
  // Unknown members may be refused.
  if (!recorded.isAccepted) return
  const ask = (): Promise<Answer> => stranger.lead(String(recorded.data['id']))
  const detail = await eventually(ask, ({ status }) => status !== 404)
  expect(detail).toSatisfy(detail.status !== 404, 'the lead, for the key that created it', 'status 404', {
    also: [recorded],
  })
}

/** The part of an answer to the second key that belongs to the workspace under test, in words; undefined where there is none. */
function foreignIn(answer: Answer, { main, other }: Discovery): string | undefined {
  const { exchange, data, items } = answer
  if (!answer.isAccepted) return undefined
  const team = main.me.data['team_id']
  if (exchange.operation === 'GET /me')
    return data['team_id'] === team && other?.me.data['team_id'] !== team ? `team ${quote(team)}` : undefined
  const list = listOf(exchange.operation)
  if (list === undefined)
    return exchange.operation?.includes('{id}') || items.length > 0
      ? 'data of the other workspace'
      : undefined
  const theirs = new Set(idsOf(foreignItems(main, other, list)))
  const shown = idsOf(items).filter((id) => theirs.has(id))
  return shown.length === 0 ? undefined : `${count(shown.length, 'item')} of the other workspace: ${shown[0]}`
}

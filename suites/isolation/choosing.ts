/**
 * Whoever asks with a key is shown its workspace, whatever else in the request names another one: headers, parameters, and
 * `chatbot_id` in forms that frameworks and databases read in several ways.
 */
import type { Answer } from '../../lib/engine/case/answer.ts'
import { type Actor, type PlainSpec, plainSpec } from '../../lib/engine/case/actor.ts'
import { foreignItems } from '../../lib/engine/case/chosen.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import type { Discovery } from '../../lib/engine/case/discovery.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { NEEDS } from '../../lib/engine/case/needs.ts'
import type { HeaderLine } from '../../lib/engine/http/exchange.ts'
import { type ListKey, LISTS, READ_OPERATIONS } from '../../lib/engine/spec/operations.ts'
import { count } from '../../lib/engine/util/text.ts'
import { integer, isObject, quote, text } from '../../lib/engine/util/values.ts'
import { FILTERS, wideFilters } from '../lists/filters.ts'
import { sendTogether } from '../support/at-fault.ts'

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

/** How a query names the chatbot of another workspace, perhaps beside an own one; what each way means is open, but for what it shows. */
interface ChatbotForm {
  readonly words: string
  readonly query: (own: string, foreign: string) => readonly HeaderLine[]
}

const form = (words: string, ...pairs: readonly HeaderLine[]): ChatbotForm => ({
  words,
  query: (own, foreign) =>
    pairs.map(([name, value]) => [name, value.replace('OWN', () => own).replace('FOREIGN', () => foreign)]),
})

const CHATBOT_FORMS: readonly ChatbotForm[] = [
  form('a foreign `chatbot_id` behind an own one', ['chatbot_id', 'OWN'], ['chatbot_id', 'FOREIGN']),
  form('a foreign `chatbot_id` before an own one', ['chatbot_id', 'FOREIGN'], ['chatbot_id', 'OWN']),
  form('a foreign `chatbot_id[]`', ['chatbot_id[]', 'FOREIGN']),
  form(
    'a foreign `chatbot_id[]` beside an own `chatbot_id`',
    ['chatbot_id', 'OWN'],
    ['chatbot_id[]', 'FOREIGN'],
  ),
  form('a foreign `chatbot_id[$eq]`', ['chatbot_id[$eq]', 'FOREIGN']),
  form('`chatbot_id[$ne]`', ['chatbot_id[$ne]', 'OWN']),
  form('`chatbot_id[$gt]`', ['chatbot_id[$gt]', '']),
  form('an own and a foreign `chatbot_id` with a comma', ['chatbot_id', 'OWN,FOREIGN']),
]

/** What sends a read with some headers, parameters or cookies that name the workspace under test. */
const WAYS = {
  header: (stranger: Actor, read: PlainSpec, named: readonly HeaderLine[]) =>
    named.reduce((actor, [name, team]) => actor.sending(name, team), stranger).request(read),
  parameter: (stranger: Actor, read: PlainSpec, named: readonly HeaderLine[]) =>
    stranger.request({ ...read, query: { ...read.query, ...Object.fromEntries(named) } }),
  cookie: (stranger: Actor, read: PlainSpec, named: readonly HeaderLine[]) => {
    const cookies = named.map(([name, team]) => `${name}=${team}`).join('; ')
    return (cookies === '' ? stranger : stranger.sending('Cookie', cookies)).request(read)
  },
} as const

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
  const tries = reads.flatMap((read) => [
    { read, way: 'header' as const, names: HEADERS },
    { read, way: 'parameter' as const, names: PARAMETERS },
    { read, way: 'cookie' as const, names: PARAMETERS },
  ])
  await each(tries, async ({ read, way, names }) => {
    const ask = (some: readonly string[]): Promise<Answer> =>
      WAYS[way](
        // Without any name it is asked for again, too: a cache that ignores the key may have it by now.
        some.length > 0 ? stranger : stranger.sending('Accept', 'application/json'),
        read,
        some.map((name) => [name, team]),
      )
    const isRight = (answer: Answer): boolean => foreignIn(answer, discovery) === undefined
    const { faults } = await sendTogether(names, ask, isRight)
    // What is shown without any of them, too, is found by other rules.
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
  const { main, other } = world.discovery
  const team = text(main.me.data['team_id']) ?? inconclusive('needs a `team_id` from `GET /me`')
  const named = Object.fromEntries(PARAMETERS.map((name) => [name, team]))
  const create = (chatbot: string): Promise<Answer> =>
    stranger.createLead({ chatbot_id: chatbot, name: mark(), ...named })
  const foreign = foreignChatbot(world.discovery) ?? inconclusive(NO_CHATBOT)
  const [own = inconclusive('needs a chatbot in the second workspace')] = idsOf(
    other?.lists['GET /chatbots'].items ?? [],
  )

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

const NO_CHATBOT = 'needs a chatbot in the workspace under test'

/** The chatbot of the workspace under test, foreign to the second key, that has most to show. */
function foreignChatbot(discovery: Discovery): string | undefined {
  const { main, other } = discovery
  return other && NEEDS.foreignChatbot.find({ ...discovery, main: other, other: main })
}

/** Operations that take a `chatbot_id`. */
export type ByChatbot =
  | Exclude<ListKey, 'GET /chatbots'>
  | 'GET /knowledge/sources'
  | 'GET /analytics/summary'

/**
 * Expects nothing for the second key that names a chatbot of the workspace under test, whatever filter stands beside it. Own items,
 * or their number, are no leak: the rules of the list judge a filter that is ignored.
 */
export async function expectForeignChatbot(
  { stranger, world, expect, each, inconclusive }: Ctx,
  operation: ByChatbot,
  statuses: readonly number[],
): Promise<void> {
  const { main, other } = world.discovery
  const chatbot_id = foreignChatbot(world.discovery) ?? inconclusive(NO_CHATBOT)
  const list = LISTS.find((one) => one === operation)
  const filters = list === undefined ? [] : wideFilters(list, main.lists[list].items)
  const chatbots = new Set<unknown>(idsOf(other?.lists['GET /chatbots'].items ?? []))
  const isOwn = ({ items, total }: Answer): boolean =>
    list !== undefined &&
    items.every((item) => chatbots.has(item['chatbot_id'])) &&
    (items.length > 0 || total === other?.lists[list].total)
  await each([{}, ...filters], async (query) => {
    const answer = await stranger.get(operation.slice('GET '.length), { ...query, chatbot_id })
    const content = answer.status === 200 ? contentOf(answer) : undefined
    // A filter that is refused is wrong by itself, whatever stands beside it.
    const [name = ''] = Object.keys(query)
    const refused = list !== undefined && answer.status === 400 ? FILTERS[list][name]?.rule.id : undefined
    expect(answer).toHaveStatus(statuses, { requirement: refused })
    expect(answer).toSatisfy(content === undefined || isOwn(answer), 'nothing of the chatbot', `${content}`)
  })
}

/** What an answer shows or counts, in words. */
function contentOf({ items, total, data }: Answer): string | undefined {
  const { totals } = data
  if (items.length > 0) return count(items.length, 'item')
  if (total !== undefined && total > 0) return `total ${total}`
  const isCounted = isObject(totals) && Object.values(totals).some((one) => (integer(one) ?? 0) !== 0)
  return isCounted ? `totals ${quote(totals)}` : undefined
}

/** Expects no form of `chatbot_id` to show the second key anything that the owner of a foreign chatbot is shown of it. */
export async function expectOwnChatbots(ctx: Ctx, operation: ByChatbot): Promise<void> {
  const { api, stranger, world, expect, each, inconclusive } = ctx
  const { main, other } = world.discovery
  const foreign = foreignChatbot(world.discovery) ?? inconclusive(NO_CHATBOT)
  const [own = inconclusive('needs a chatbot in the second workspace')] = idsOf(
    other?.lists['GET /chatbots'].items ?? [],
  )
  const ask = (actor: Actor, query: readonly HeaderLine[]): Promise<Answer> =>
    actor.request({ method: 'GET', path: operation.slice('GET '.length), query })
  const list = LISTS.find((one) => one === operation)
  const theirs = list === undefined ? [await ask(api, [['chatbot_id', foreign]])] : [main.lists[list]]
  const usual = [list === undefined ? await ask(stranger, [['chatbot_id', own]]) : other?.lists[list]]
  if (operation === 'GET /analytics/summary') usual.push(await ask(stranger, []))
  const known = new Set(usual.flatMap((one) => (one === undefined ? [] : contents(one.control()))))
  const secret = new Set(theirs.flatMap((one) => contents(one.control())).filter((one) => !known.has(one)))
  await each(CHATBOT_FORMS, async ({ words, query }) => {
    const answer = await ask(stranger, query(own, foreign))
    const shown = answer.arrived().isAccepted ? contents(answer).find((one) => secret.has(one)) : undefined
    expect(answer).toSatisfy(
      shown === undefined,
      `nothing of another workspace's chatbot for ${words}`,
      `what its owner is shown: ${shown}`,
      { also: theirs, proof: true },
    )
  })
}

/** What an answer tells of a workspace, piece by piece: items by what never changes of them, sources, and figures that all count something. */
function contents({ items, data: { totals } }: Answer): readonly string[] {
  const counts = isObject(totals) && Object.values(totals).every((one) => (integer(one) ?? 0) > 0)
  const pieces = items.map(({ id, created_at: at, source_url: url }) => [id, at, url])
  return [...pieces, ...(counts ? [totals] : [])].map((piece) => JSON.stringify(piece))
}

/** What an answer to the second key shows of the workspace under test, in words. */
function foreignIn(answer: Answer, { main, other }: Discovery): string | undefined {
  const { exchange, data, items } = answer
  if (!answer.isAccepted) return undefined
  const team = main.me.data['team_id']
  if (exchange.operation === 'GET /me')
    return data['team_id'] === team && other?.me.data['team_id'] !== team ? `team ${quote(team)}` : undefined
  const list = LISTS.find((one) => one === exchange.operation)
  if (list === undefined) return exchange.operation?.includes('{id}') || items.length > 0 ? 'it' : undefined
  const theirs = new Set(idsOf(foreignItems(main, other, list)))
  const shown = idsOf(items).filter((id) => theirs.has(id))
  return shown.length === 0 ? undefined : `${count(shown.length, 'item')} of the other workspace: ${shown[0]}`
}

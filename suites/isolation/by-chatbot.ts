/** A chatbot of another workspace, named in a query, alone or in forms that frameworks and databases read in several ways. */
import type { Actor } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import type { Discovery } from '../../lib/engine/case/discovery.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { NEEDS } from '../../lib/engine/case/needs.ts'
import type { HeaderLine } from '../../lib/engine/http/exchange.ts'
import { type ListKey, listOf } from '../../lib/engine/spec/operations.ts'
import { count } from '../../lib/engine/util/text.ts'
import { integer, isObject, quote } from '../../lib/engine/util/values.ts'
import { FILTERS, wideFilters } from '../lists/filters.ts'

type Ctx = Context<'otherKey'>

/** The chatbot of the workspace under test, foreign to the second key, that has most to show. */
export function foreignChatbot(discovery: Discovery): string | undefined {
  const { main, other } = discovery
  return other && NEEDS.foreignChatbot.find({ ...discovery, main: other, other: main })
}

/**
 * A chatbot that is foreign to the second key, and one of its own.
 * @throws Inconclusive where a workspace has none
 */
export function chatbotsOfBoth({ world, inconclusive }: Pick<Ctx, 'world' | 'inconclusive'>): {
  readonly foreign: string
  readonly own: string
} {
  const { discovery } = world
  const foreign = foreignChatbot(discovery) ?? inconclusive('needs a chatbot in the workspace under test')
  const [own = inconclusive('needs a chatbot in the second workspace')] = idsOf(
    discovery.other?.lists['GET /chatbots'].items ?? [],
  )
  return { foreign, own }
}

/** Operations that take a `chatbot_id`. */
export type ByChatbot =
  | Exclude<ListKey, 'GET /chatbots'>
  | 'GET /knowledge/sources'
  | 'GET /analytics/summary'

/**
 * Expects the second key to be shown nothing for a chatbot of the workspace under test, whatever filter stands beside it. Own
 * items, or their number, are no leak: the rules of the list judge a filter that is ignored.
 */
export async function expectForeignChatbot(
  { stranger, world, expect, each, inconclusive }: Ctx,
  operation: ByChatbot,
  statuses: readonly number[],
): Promise<void> {
  const { main, other } = world.discovery
  const chatbot_id =
    foreignChatbot(world.discovery) ?? inconclusive('needs a chatbot in the workspace under test')
  const list = listOf(operation)
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

/** The items or figures in an answer, in words; undefined where it has none. */
function contentOf({ items, total, data }: Answer): string | undefined {
  const { totals } = data
  if (items.length > 0) return count(items.length, 'item')
  if (total !== undefined && total > 0) return `total ${total}`
  const isCounted = isObject(totals) && Object.values(totals).some((one) => (integer(one) ?? 0) !== 0)
  return isCounted ? `totals ${quote(totals)}` : undefined
}

/**
 * A query that names the chatbot of another workspace, perhaps beside an own one. What it means is open, so any answer is
 * right that shows nothing of that chatbot.
 */
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

/** Expects no form of `chatbot_id` to show the second key what the owner of a foreign chatbot is shown of it. */
export async function expectOwnChatbots(ctx: Ctx, operation: ByChatbot): Promise<void> {
  const { api, stranger, world, expect, each } = ctx
  const { main, other } = world.discovery
  const { foreign, own } = chatbotsOfBoth(ctx)
  const ask = (actor: Actor, query: readonly HeaderLine[]): Promise<Answer> =>
    actor.request({ method: 'GET', path: operation.slice('GET '.length), query })
  const list = listOf(operation)
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

/** The pieces of an answer that identify a workspace: items and sources by fields that never change, and totals without a zero. */
function contents({ items, data: { totals } }: Answer): readonly string[] {
  const counts = isObject(totals) && Object.values(totals).every((one) => (integer(one) ?? 0) > 0)
  const pieces = items.map(({ id, created_at: at, source_url: url }) => [id, at, url])
  return [...pieces, ...(counts ? [totals] : [])].map((piece) => JSON.stringify(piece))
}

import { isOwnedKey } from '../../lib/http/keys.ts'
import { LIST_FACTS } from '../lists/facts.ts'
import { type ListKey, LISTS } from '../../lib/spec/operations.ts'
import type { Exchange } from '../../lib/http/exchange.ts'
import type { Finding } from '../../lib/judge/finding.ts'
import { findingIn } from '../../lib/judge/judgements.ts'
import { dataOf, itemsOf } from '../../lib/judge/oracle.ts'
import { quote, type JsonObject } from '../../lib/util/values.ts'

/**
 * ISOLATION-20..24 (part 5), judged over a whole run: no list of the key under test holds an item of the other
 * workspace. Items are compared by what never changes, not by id alone: both workspaces may use the same ids.
 */
export function isolation(exchanges: readonly Exchange[]): {
  held: ReadonlyMap<string, number>
  findings: readonly Finding[]
} {
  const listed = listings(exchanges)
  const strangers = foreignChatbots(listed)
  const foreign = new Map<string, Exchange>()
  const ids = new Set<unknown>()
  for (const { exchange, items } of listed.other) {
    if (asksForForeign(exchange, strangers.toOther)) continue
    for (const item of items) {
      foreign.set(signature(item), exchange)
      ids.add(item['id'])
    }
  }
  // Equal items have equal ids, so the signature is computed only for those.
  const isForeign = (item: JsonObject): boolean => ids.has(item['id']) && foreign.has(signature(item))
  const held = new Map<string, number>()
  const findings: Finding[] = []
  if (foreign.size === 0 || numberedAlike(listed)) return { held, findings }
  for (const { exchange, list, items } of listed.main) {
    if (asksForForeign(exchange, strangers.toMain)) continue
    const index = items.findIndex(isForeign)
    const requirement = LIST_FACTS[list].isolation
    if (index < 0) {
      if (items.length > 0) held.set(requirement, (held.get(requirement) ?? 0) + 1)
      continue
    }
    const twin = foreign.get(signature(items[index] ?? {}))
    findings.push({
      requirement,
      where: list,
      expected: 'only items of the workspace of the key',
      received: `an item that the other workspace has too: ${quote(items[index])}`,
      pointer: `/data/${index}`,
      exchanges: twin === undefined ? [exchange.id] : [exchange.id, twin.id],
      count: 1,
    })
  }
  return { held, findings }
}

/** The fields of an item that never change. */
function signature({ id, created_at, start_at, chatbot_id, name }: JsonObject): string {
  return JSON.stringify([id, created_at, start_at, chatbot_id, name])
}

/** The answer to a request for a list. */
interface Listing {
  readonly exchange: Exchange
  readonly list: ListKey
  readonly items: readonly JsonObject[]
}

type Listings = Readonly<Record<'main' | 'other', readonly Listing[]>>

/** The lists that each key was shown. */
function listings(exchanges: readonly Exchange[]): Listings {
  const listed = { main: [] as Listing[], other: [] as Listing[] }
  for (const exchange of exchanges) {
    const { key, operation, response } = exchange
    if ((key !== 'main' && key !== 'other') || response?.status !== 200) continue
    const list = LISTS.find((one) => one === operation)
    if (list !== undefined) listed[key].push({ exchange, list, items: itemsOf(exchange) })
  }
  return listed
}

/**
 * Whether an id belongs to different items in the two workspaces: then each numbers its own, items may look alike,
 * and nothing can be concluded.
 */
function numberedAlike({ main, other }: Listings): boolean {
  return LISTS.some((wanted) => {
    const foreign = new Map<unknown, JsonObject>()
    for (const { list, items } of other)
      if (list === wanted) for (const item of items) foreign.set(item['id'], item)
    // The latest version of an item counts: both workspaces change during a run.
    const own = new Map<unknown, JsonObject>()
    for (const { list, items } of main)
      if (list === wanted) for (const item of items) if (foreign.has(item['id'])) own.set(item['id'], item)
    return [...own].some(([id, item]) => signature(foreign.get(id) ?? {}) !== signature(item))
  })
}

/** Chatbots that only the other workspace lists, from either side. */
function foreignChatbots({ main, other }: Listings): Record<'toMain' | 'toOther', ReadonlySet<unknown>> {
  const chatbotsIn = (listed: readonly Listing[]): ReadonlySet<unknown> =>
    new Set(listed.flatMap(({ list, items }) => (list === 'GET /chatbots' ? items.map(({ id }) => id) : [])))
  const [own, foreign] = [chatbotsIn(main), chatbotsIn(other)]
  return {
    toMain: new Set([...foreign].filter((id) => !own.has(id))),
    toOther: new Set([...own].filter((id) => !foreign.has(id))),
  }
}

/** Whether a request filters by a foreign chatbot: ISOLATION-07 to ISOLATION-12 judge that. */
function asksForForeign({ request }: Exchange, strangers: ReadonlySet<unknown>): boolean {
  return request.query.some(([name, value]) => name === 'chatbot_id' && strangers.has(value))
}

/** GET-ME-03 (part 5), judged over a whole run: a key always belongs to one workspace. */
export function identity(exchanges: readonly Exchange[]): readonly Finding[] {
  const first = new Map<string, { team: unknown; exchange: Exchange }>()
  for (const exchange of exchanges) {
    if (exchange.operation !== 'GET /me' || exchange.response?.status !== 200) continue
    // Answers to wrong keys are judged by their status alone.
    if (!isOwnedKey(exchange.key)) continue
    const team = dataOf(exchange)['team_id']
    if (typeof team !== 'string') continue
    const known = first.get(exchange.key)
    if (known === undefined) first.set(exchange.key, { team, exchange })
    else if (known.team !== team) {
      return [
        findingIn(
          exchange,
          {
            requirement: 'GET-ME-03',
            expected: `team_id ${quote(known.team)}, as before with the same key`,
            received: quote(team),
          },
          { pointer: '/data/team_id', also: [known.exchange] },
        ),
      ]
    }
  }
  return []
}

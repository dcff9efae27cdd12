import { LISTS, type ListKey } from '../catalogue/index.ts'
import { remembered } from '../contract/index.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Finding } from '../verdict/finding.ts'
import { rowsOf } from './bodies.ts'
import { WHOSE } from './filters.ts'
import { quote, type Row } from './values.ts'

/**
 * ISOLATION-20..24 (part 5), judged over a whole run: no list of the key under test holds a row that the other
 * workspace has too. Rows are compared by what they keep, not by id alone, because both workspaces may number their resources alike.
 */
export function isolation(exchanges: readonly Exchange[]): {
  held: ReadonlyMap<string, number>
  findings: readonly Finding[]
} {
  const strangers = foreignChatbots(exchanges)
  const foreign = new Map<string, Exchange>()
  const ids = new Set<unknown>()
  for (const exchange of exchanges) {
    if (exchange.key !== 'other' || asksForForeign(exchange, strangers.toOther)) continue
    for (const row of listedIn(exchange)) {
      foreign.set(signature(row), exchange)
      ids.add(row['id'])
    }
  }
  // Rows that are alike have the same id: only for those the whole row is written out.
  const isForeign = (row: Row): boolean => ids.has(row['id']) && foreign.has(signature(row))
  const held = new Map<string, number>()
  const findings: Finding[] = []
  if (foreign.size === 0 || numberedAlike(exchanges)) return { held, findings }
  for (const exchange of exchanges) {
    const list = LISTS.find((key) => key === exchange.operation)
    if (exchange.key !== 'main' || list === undefined || asksForForeign(exchange, strangers.toMain)) continue
    const rows = listedIn(exchange)
    const index = rows.findIndex(isForeign)
    const requirement = WHOSE[list]
    if (index < 0) {
      if (rows.length > 0) held.set(requirement, (held.get(requirement) ?? 0) + 1)
      continue
    }
    const twin = foreign.get(signature(rows[index] ?? {}))
    findings.push({
      requirement,
      where: list,
      expected: 'only rows of the workspace of the key',
      received: `a row that the other workspace has too: ${quote(rows[index])}`,
      pointer: `/data/${index}`,
      exchanges: twin === undefined ? [exchange.id] : [exchange.id, twin.id],
      count: 1,
    })
  }
  return { held, findings }
}

/** What a row keeps, whatever happens to it while we look. */
const signature = remembered(({ id, created_at, start_at, chatbot_id, name }: Row): string =>
  JSON.stringify([id, created_at, start_at, chatbot_id, name]),
)

function listedIn(exchange: Exchange): readonly Row[] {
  const isList = exchange.response?.status === 200 && LISTS.some((key) => key === exchange.operation)
  return isList ? rowsOf(exchange) : []
}

/**
 * Whether an id stands for different rows in both workspaces: each numbers its own, so that two rows may well look alike, and nothing
 * can be told from it.
 */
function numberedAlike(exchanges: readonly Exchange[]): boolean {
  const rows = (list: ListKey, key: Exchange['key']): Row[] =>
    exchanges.filter((e) => e.key === key && e.operation === list).flatMap(listedIn)
  return LISTS.some((list) => {
    const foreign = new Map(rows(list, 'other').map((row) => [row['id'], row]))
    const shared = rows(list, 'main').filter(({ id }) => foreign.has(id))
    // The latest look at a row counts: both may have changed meanwhile.
    const own = new Map(shared.map((row) => [row['id'], row]))
    return [...own].some(([id, row]) => signature(foreign.get(id) ?? {}) !== signature(row))
  })
}

/** Chatbots that only the other workspace lists, seen from either side. */
function foreignChatbots(exchanges: readonly Exchange[]): Record<'toMain' | 'toOther', ReadonlySet<unknown>> {
  const listed = (key: Exchange['key']): Set<unknown> =>
    new Set(
      exchanges
        .filter((e) => e.key === key && e.operation === 'GET /chatbots')
        .flatMap(listedIn)
        .map((row) => row['id']),
    )
  const [main, other] = [listed('main'), listed('other')]
  return {
    toMain: new Set([...other].filter((id) => !main.has(id))),
    toOther: new Set([...main].filter((id) => !other.has(id))),
  }
}

/** Whether a request filters by a foreign chatbot: what that may show is said by ISOLATION-07 to ISOLATION-12. */
function asksForForeign({ request }: Exchange, strangers: ReadonlySet<unknown>): boolean {
  return request.query.some(([name, value]) => name === 'chatbot_id' && strangers.has(value))
}

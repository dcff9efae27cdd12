import { type ListKey, LISTS } from '../catalogue/index.ts'
import { type Exchange, json } from '../../http/exchange.ts'
import type { Finding } from '../../judge/finding.ts'
import { rowsOf } from './reading.ts'
import { WHOSE } from './filters.ts'
import { isObject, quote, type Row } from '../../util/values.ts'

/**
 * ISOLATION-20..24 (part 5), judged over a whole run: no list of the key under test holds a row that the other
 * workspace has too. Rows are compared by what they keep, not by id alone, because both workspaces may number their resources alike.
 */
export function isolation(exchanges: readonly Exchange[]): {
  held: ReadonlyMap<string, number>
  findings: readonly Finding[]
} {
  const listed = listings(exchanges)
  const strangers = foreignChatbots(listed)
  const foreign = new Map<string, Exchange>()
  const ids = new Set<unknown>()
  for (const { exchange, rows } of listed.other) {
    if (asksForForeign(exchange, strangers.toOther)) continue
    for (const row of rows) {
      foreign.set(signature(row), exchange)
      ids.add(row['id'])
    }
  }
  // Rows that are alike have the same id: only for those the whole row is written out.
  const isForeign = (row: Row): boolean => ids.has(row['id']) && foreign.has(signature(row))
  const held = new Map<string, number>()
  const findings: Finding[] = []
  if (foreign.size === 0 || numberedAlike(listed)) return { held, findings }
  for (const { exchange, list, rows } of listed.main) {
    if (asksForForeign(exchange, strangers.toMain)) continue
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
function signature({ id, created_at, start_at, chatbot_id, name }: Row): string {
  return JSON.stringify([id, created_at, start_at, chatbot_id, name])
}

/** The answer to a request for a list. */
interface Listing {
  readonly exchange: Exchange
  readonly list: ListKey
  readonly rows: readonly Row[]
}

type Listings = Readonly<Record<'main' | 'other', readonly Listing[]>>

/** What each key was shown of lists. */
function listings(exchanges: readonly Exchange[]): Listings {
  const listed = { main: [] as Listing[], other: [] as Listing[] }
  for (const exchange of exchanges) {
    const { key, operation, response } = exchange
    if ((key !== 'main' && key !== 'other') || response?.status !== 200) continue
    const list = LISTS.find((one) => one === operation)
    if (list !== undefined) listed[key].push({ exchange, list, rows: rowsOf(exchange) })
  }
  return listed
}

/**
 * Whether an id stands for different rows in both workspaces: each numbers its own, so that two rows may well look alike, and nothing
 * can be told from it.
 */
function numberedAlike({ main, other }: Listings): boolean {
  return LISTS.some((wanted) => {
    const foreign = new Map<unknown, Row>()
    for (const { list, rows } of other)
      if (list === wanted) for (const row of rows) foreign.set(row['id'], row)
    // The latest look at a row counts: both may have changed meanwhile.
    const own = new Map<unknown, Row>()
    for (const { list, rows } of main)
      if (list === wanted) for (const row of rows) if (foreign.has(row['id'])) own.set(row['id'], row)
    return [...own].some(([id, row]) => signature(foreign.get(id) ?? {}) !== signature(row))
  })
}

/** Chatbots that only the other workspace lists, seen from either side. */
function foreignChatbots({ main, other }: Listings): Record<'toMain' | 'toOther', ReadonlySet<unknown>> {
  const chatbotsIn = (listed: readonly Listing[]): ReadonlySet<unknown> =>
    new Set(listed.flatMap(({ list, rows }) => (list === 'GET /chatbots' ? rows.map(({ id }) => id) : [])))
  const [own, foreign] = [chatbotsIn(main), chatbotsIn(other)]
  return {
    toMain: new Set([...foreign].filter((id) => !own.has(id))),
    toOther: new Set([...own].filter((id) => !foreign.has(id))),
  }
}

/** Whether a request filters by a foreign chatbot: what that may show is said by ISOLATION-07 to ISOLATION-12. */
function asksForForeign({ request }: Exchange, strangers: ReadonlySet<unknown>): boolean {
  return request.query.some(([name, value]) => name === 'chatbot_id' && strangers.has(value))
}

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

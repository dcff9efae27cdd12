import type { Exchange } from '../../lib/http/exchange.ts'
import type { Finding } from '../../lib/judge/finding.ts'
import { findingIn } from '../../lib/judge/judgements.ts'
import { itemsOf } from '../../lib/judge/reading.ts'
import { type ListKey, LISTS } from '../../lib/spec/operations.ts'
import { groupBy } from '../../lib/util/collections.ts'
import { type JsonObject, quote } from '../../lib/util/values.ts'
import { LIST_FACTS } from '../lists/facts.ts'

/** A list as a key was shown it. */
interface Listing {
  readonly exchange: Exchange
  readonly list: ListKey
  readonly items: readonly JsonObject[]
}

/**
 * ISOLATION-20..24 (part 5), judged over a whole run: no list of one key holds an item of the other workspace.
 * Items are compared by what never changes, not by id alone: both workspaces may use the same ids.
 */
export function isolation(exchanges: readonly Exchange[]): {
  held: ReadonlyMap<string, number>
  findings: readonly Finding[]
} {
  const held = new Map<string, number>()
  const findings: Finding[] = []
  const main = listings(exchanges, 'main')
  const other = listings(exchanges, 'other')
  if (!numberedAlike(main, other)) {
    // An item on a leaking list of the second key is shown by both, and reported where the key under test is shown it.
    for (const [own, foreign] of [
      [main, other],
      [other, main],
    ] as const)
      if (findings.length === 0) compare(own, foreign, held, findings)
  }
  return { held, findings }
}

/** Looks for items on the lists of one key that the other key is shown, too. */
function compare(
  own: readonly Listing[],
  foreign: readonly Listing[],
  held: Map<string, number>,
  findings: Finding[],
): void {
  const theirs = new Map<string, Exchange>()
  const ids = new Set<unknown>()
  for (const { exchange, items } of ordinary(foreign, own))
    for (const item of items) {
      theirs.set(signature(item), exchange)
      ids.add(item['id'])
    }
  if (theirs.size === 0) return
  for (const { exchange, list, items } of ordinary(own, foreign)) {
    const requirement = LIST_FACTS[list].isolation
    // Equal items have equal ids, so the signature is computed only for those.
    const index = items.findIndex((item) => ids.has(item['id']) && theirs.has(signature(item)))
    if (index < 0) {
      if (items.length > 0) held.set(requirement, (held.get(requirement) ?? 0) + 1)
      continue
    }
    const twin = theirs.get(signature(items[index] ?? {}))
    const words = {
      requirement,
      expected: "only items of the key's workspace",
      received: `an item that the other workspace also has: ${quote(items[index])}`,
    }
    findings.push(findingIn(exchange, words, { pointer: `/data/${index}`, also: twin && [twin] }))
  }
}

/** The fields of an item that never change. */
function signature({ id, created_at, start_at, chatbot_id, name }: JsonObject): string {
  return JSON.stringify([id, created_at, start_at, chatbot_id, name])
}

/** The lists that a key was shown. */
function listings(exchanges: readonly Exchange[], key: Exchange['key']): readonly Listing[] {
  return exchanges.flatMap((exchange) => {
    const list = LISTS.find((one) => one === exchange.operation)
    return list === undefined || exchange.key !== key || exchange.response?.status !== 200
      ? []
      : [{ exchange, list, items: itemsOf(exchange) }]
  })
}

/**
 * Whether an id belongs to different items in the two workspaces: then each numbers its own, items may look alike,
 * and nothing can be concluded. The latest version of an item counts: both workspaces change during a run.
 */
function numberedAlike(main: readonly Listing[], other: readonly Listing[]): boolean {
  const latest = (listed: readonly Listing[]): ReadonlyMap<string, JsonObject> =>
    new Map(listed.flatMap(({ list, items }) => items.map((item) => [`${list} ${quote(item['id'])}`, item])))
  const theirs = latest(other)
  return [...latest(main)].some(([id, item]) => {
    const same = theirs.get(id)
    return same !== undefined && signature(same) !== signature(item)
  })
}

/** The listings that were not asked for by a chatbot of the other side: ISOLATION-07 to ISOLATION-12 judge those. */
function ordinary(listed: readonly Listing[], others: readonly Listing[]): readonly Listing[] {
  const chatbots = (some: readonly Listing[]): ReadonlySet<unknown> =>
    new Set((groupBy(some, ({ list }) => list).get('GET /chatbots') ?? []).flatMap(idsIn))
  const own = chatbots(listed)
  const foreign = chatbots(others)
  return listed.filter(({ exchange }) =>
    exchange.request.query.every(
      ([name, value]) => name !== 'chatbot_id' || own.has(value) || !foreign.has(value),
    ),
  )
}

function idsIn({ items }: Listing): readonly unknown[] {
  return items.map(({ id }) => id)
}

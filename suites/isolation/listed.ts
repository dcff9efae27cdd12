import type { Exchange } from '../../lib/engine/http/exchange.ts'
import type { Requirement } from '../../lib/engine/judge/requirement.ts'
import { critical, statementsOf } from '../../lib/engine/judge/rows.ts'
import type { Finding } from '../../lib/engine/judge/finding.ts'
import { findingIn } from '../../lib/engine/judge/judgements.ts'
import type { RunOracle } from '../../lib/engine/judge/oracle.ts'
import { itemsOf } from '../../lib/engine/judge/reading.ts'
import { type ListKey, LISTS } from '../../lib/engine/spec/operations.ts'
import { remembered } from '../../lib/engine/util/memo.ts'
import { type JsonObject, quote } from '../../lib/engine/util/values.ts'
import { LIST_FACTS } from '../lists/rules.ts'

const rule = (list: ListKey, why: string): Requirement => {
  const { isolation: id, items } = LIST_FACTS[list]
  const text = `Only ${items} of the key's workspace are listed.`
  // A plain list that shows them explains whatever else goes wrong.
  return statementsOf({ part: 5, section: '', endpoint: list, theme: 'answers' }).must(
    id,
    '4',
    text,
    critical(why),
  )
}

export const rows = [
  rule('GET /chatbots', 'With the id of a chatbot the rest of its workspace can be asked for.'),
  rule(
    'GET /conversations',
    'Who wrote to another company, when, and about what is no business of this one.',
  ),
  rule('GET /leads', 'Contact details of another company’s customers are handed out: a data breach.'),
  rule('GET /bookings', 'Names and appointments of another company’s customers are handed out.'),
  rule('GET /reservations', 'Guests of another company, with phone numbers and notes, are handed out.'),
]

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
export const isolation: RunOracle = (exchanges, { alone }) => {
  const [main, other] = [listings(exchanges, 'main'), listings(exchanges, 'other')]
  if (alone || numberedAlike(main, other)) return { held: new Map(), findings: [] }
  const sides = [judged(main, other), judged(other, main)]
  const held = new Map<string, number>()
  for (const { requirement, leak } of sides.flat())
    if (leak === undefined) held.set(requirement, (held.get(requirement) ?? 0) + 1)
  // An item on a leaking list of the second key is shown by both, and reported where the key under test is shown it.
  const leaks = sides.map((side) => side.flatMap(({ leak }) => leak ?? []))
  return { held, findings: leaks.find((some) => some.length > 0) ?? [] }
}

/** Judges each list of one key that has items: a leak is the first item that the other key is shown, too. */
function judged(
  own: readonly Listing[],
  foreign: readonly Listing[],
): readonly { readonly requirement: string; readonly leak?: Finding }[] {
  const theirs = new Map(
    ordinary(foreign, own).flatMap(({ exchange, items }) =>
      items.map((item) => [signature(item), exchange] as const),
    ),
  )
  // Where the other key is shown nothing, nothing is compared.
  if (theirs.size === 0) return []
  const lists = ordinary(own, foreign).filter(({ items }) => items.length > 0)
  return lists.map(({ exchange, list, items }) => {
    const requirement = LIST_FACTS[list].isolation
    const index = items.findIndex((item) => theirs.has(signature(item)))
    const item = items[index]
    if (item === undefined) return { requirement }
    const words = {
      requirement,
      expected: "only items of the key's workspace",
      received: `an item that the other workspace also has: ${quote(item)}`,
    }
    const twin = theirs.get(signature(item))
    return {
      requirement,
      leak: findingIn(exchange, words, { pointer: `/data/${index}`, also: twin && [twin] }),
    }
  })
}

/** The fields of an item that never change. */
const signature = remembered(({ id, created_at, start_at, chatbot_id, name }: JsonObject) =>
  JSON.stringify([id, created_at, start_at, chatbot_id, name]),
)

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
  const [own, foreign] = [listed, others].map(
    (some) =>
      new Set(
        some.filter(({ list }) => list === 'GET /chatbots').flatMap(({ items }) => items.map(({ id }) => id)),
      ),
  )
  return listed.filter(({ exchange }) =>
    exchange.request.query.every(
      ([name, value]) => name !== 'chatbot_id' || own?.has(value) === true || foreign?.has(value) !== true,
    ),
  )
}

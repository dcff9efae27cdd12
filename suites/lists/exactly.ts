/** Filtered pages beside the whole list: every item that the filter keeps, and no other. */
import type { Actor, Query } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { everyItem } from '../../lib/engine/case/discovery.ts'
import type { Need } from '../../lib/engine/case/needs.ts'
import type { Exchange } from '../../lib/engine/http/exchange.ts'
import { type PageReading, readPage } from '../../lib/engine/judge/page.ts'
import type { ListKey } from '../../lib/engine/spec/operations.ts'
import { instant } from '../../lib/engine/util/time.ts'
import { objects, quote, type JsonObject } from '../../lib/engine/util/values.ts'
import { LIST_FACTS } from './facts.ts'
import { demandsOf, membershipOf, namedFilters } from './filtered.ts'
import type { Membership } from './filter-kinds.ts'
import { HIDDEN_STATUSES } from './filters.ts'
import { firstRise } from './order.ts'

/** What a list shows as a whole, and with a filter. */
interface Shown {
  /** The first hundred items; of reservations also those of the plain list, and of each hidden status alone. */
  readonly whole: readonly JsonObject[]
  readonly plain: Answer
  readonly page: Answer
}

/**
 * Expects a list to return exactly the items that each query keeps. Inconclusive if no query keeps, or none excludes,
 * a known item: an ignored filter would not show.
 * @param needed - what the workspace lacks then, as the end of "needs …"
 */
export async function expectExactly<N extends Need>(
  { expect, each, quiet, inconclusive }: Pick<Context<N>, 'expect' | 'inconclusive' | 'each' | 'quiet'>,
  list: ListKey,
  queries: readonly (readonly [Actor, Query])[],
  needed: string,
): Promise<void> {
  const seen = new Set<Membership>()
  await each(queries, async ([actor, query]) => {
    const shown = await quiet(
      () => readShown(actor, list, query),
      (value) => value.page.status !== 200 || differenceOf(list, value) === undefined,
      () => actor.fullPage(list, everyItem(list)),
    )
    const { page, plain, whole } = shown
    expect(page).toAnswer(200, { also: [plain] })
    const difference = differenceOf(list, shown)
    expect(page).toSatisfy(difference === undefined, difference?.expected ?? '', difference?.received ?? '', {
      pointer: '/data',
      also: [plain],
    })
    const demands = demandsOf(page.exchange, list)
    for (const item of whole) seen.add(demands === undefined ? 'open' : membershipOf(item, demands))
  })
  if (!seen.has('in') || !seen.has('out')) inconclusive(`needs ${needed}`)
}

async function readShown(actor: Actor, list: ListKey, query: Query): Promise<Shown> {
  const hidden = list === 'GET /reservations' ? HIDDEN_STATUSES.map((status) => ({ status })) : []
  const [page, plain, ...named] = await Promise.all([
    actor.fullPage(list, query),
    actor.fullPage(list),
    ...[everyItem(list), ...hidden].map(async (statuses) => actor.fullPage(list, statuses)),
  ])
  const items = [plain.control(), ...named].flatMap((one) => one.items)
  return { whole: [...new Map(items.map((item) => [item['id'], item])).values()], plain, page }
}

/** What a filtered page lacks of what its filter keeps; the oracle of filters finds items that it should not have. */
function differenceOf(
  list: ListKey,
  { whole, page }: Shown,
): { readonly expected: string; readonly received: string } | undefined {
  const [missing, ...others] = missingItems(whole, page.exchange, list)
  if (missing === undefined) return undefined
  const more = others.length === 0 ? '' : `, and ${others.length} more`
  return {
    expected: `every item ${describe(page)}`,
    received: `${inWords(missing, page, list)} is missing${more}`,
  }
}

/** The items of a list that a page should show and does not: all that its filter keeps and that it reaches. */
export function missingItems(
  known: readonly JsonObject[],
  exchange: Exchange,
  list: ListKey,
): readonly JsonObject[] {
  const [page, demands] = [readPage(exchange), demandsOf(exchange, list)]
  const isReached = page && reachOf(page)
  if (page === undefined || demands === undefined || isReached === undefined) return []
  const shown = new Set(objects(page.items).map(({ id }) => id))
  return known.filter(
    (item) => !shown.has(item['id']) && membershipOf(item, demands) === 'in' && isReached(item),
  )
}

/**
 * Which items a page reaches: all and, where another page follows, those that are newer than its last one. Undefined
 * if the list has no order then, or does not keep it.
 */
function reachOf({ list, items, hasMore }: PageReading): ((item: JsonObject) => boolean) | undefined {
  if (hasMore !== true) return () => true
  const field = LIST_FACTS[list].orderedBy
  if (field === undefined || firstRise(objects(items), field) !== undefined) return undefined
  const last = instant(objects(items).at(-1)?.[field])
  return last === undefined ? undefined : (item) => (instant(item[field]) ?? -Infinity) > last
}

/** The filters of a page in words: `that matches status=held and chatbot_id=x`. */
function describe({ exchange }: Answer): string {
  const named = namedFilters(exchange)
  if (named.length === 0) return 'of the list'
  return `that matches ${named.map(([name, value]) => `${name}=${value}`).join(' and ')}`
}

/** An item as evidence, with the fields that the filters of a page read: `item "a1" with status "new"`. */
function inWords(item: JsonObject, { exchange }: Answer, list: ListKey): string {
  const fields = new Set(demandsOf(exchange, list)?.map(({ field }) => field))
  const values = [...fields].map((field) => `${field} ${quote(item[field])}`)
  return `item ${quote(item['id'])}${values.length === 0 ? '' : ` with ${values.join(', ')}`}`
}

import { listRule, type ListKey } from '../catalogue/index.ts'
import { keptOut, missingRows } from '../oracles/completeness.ts'
import { FILTERS, readFilters } from '../oracles/filters.ts'
import { instant, quote, type Row } from '../oracles/values.ts'
import { standsAt } from '../oracles/walk.ts'
import type { Query } from './actor.ts'
import type { Answer } from './answer.ts'
import type { Context } from './case.ts'
import type { Blame } from './expect.ts'
import { distinct, idsOf, widest } from './discovery.ts'
import type { Need } from './needs.ts'

type Tools<N extends Need> = Pick<Context<N>, 'api' | 'expect' | 'inconclusive' | 'each'>

/** The first hundred rows of a list, reservations of every status included, as something to lean on. */
export async function reference<N extends Need>(
  { api }: Pick<Context<N>, 'api'>,
  list: ListKey,
): Promise<Answer> {
  const wide = await api.list(list, widest(list))
  return wide.usable ? wide : (await api.list(list, { limit: 100 })).control()
}

/**
 * Asks a list with each of some filters and expects exactly the rows that it keeps: that none is wrong is judged by the oracle on
 * every answer; here none may be missing.
 * Inconclusive where no filter keeps a known row in, or none keeps one out: an ignored filter would not be noticed.
 */
export async function keepsExactly<N extends Need>(
  tools: Tools<N>,
  list: ListKey,
  queries: readonly Query[],
  wanting: string,
): Promise<void> {
  const known = await reference(tools, list)
  let tellsIn = false
  let tellsOut = false
  await tools.each(queries, async (query) => {
    const page = await tools.api.list(list, { limit: 100, ...query })
    const explainedBy = readFilters(page.exchange, list)?.explainedBy ?? []
    tools.expect(page).toAnswer(200, { also: [known], explainedBy })
    await holdsAll(tools, list, known.rows, page, { also: [known], explainedBy })
    if (keptOut(known.rows, page.exchange, list).length > 0) tellsOut = true
    const belongs = readFilters(page.exchange, list)?.belongs
    if (known.rows.some((row) => belongs?.(row).membership === 'in')) tellsIn = true
  })
  if (!tellsIn || !tellsOut) tools.inconclusive(`needs ${wanting}`)
}

/** Asked anew, and not out of what was fetched before. */
const FRESH = [['Cache-Control', 'no-cache']] as const

/**
 * Expects a filtered page to hold every known row that its filter keeps. Rows change while we look: what is missing is looked up
 * again, and only a row that still belongs, and is still missing, counts.
 */
export async function holdsAll<N extends Need>(
  tools: Tools<N>,
  list: ListKey,
  known: readonly Row[],
  page: Answer,
  blame: Blame,
  lookAgain: () => Promise<readonly Row[]> = async () =>
    (
      await tools.api.request({
        method: 'GET',
        path: list.slice('GET '.length),
        query: { ...widest(list), offset: 0 },
        headers: FRESH,
      })
    ).rows,
): Promise<void> {
  if (missingRows(known, page.exchange, list).length === 0) return
  const earlier = await lookAgain()
  const again = await tools.api.request({
    method: 'GET',
    path: page.exchange.request.path,
    query: [...page.exchange.request.query, ['offset', '0']],
  })
  const later = await lookAgain()
  // Only what belongs before and after counts: a row that changes its status in between may rightly be missing.
  const still = new Set(missingRows(later, again.exchange, list).map((row) => row['id']))
  const now = earlier.filter(
    (row) => still.has(row['id']) && known.some((before) => before['id'] === row['id']),
  )
  const [missing] = missingRows(now, again.exchange, list)
  const { limit: _, offset: __, ...query } = Object.fromEntries(page.exchange.request.query)
  tools
    .expect(again)
    .toSatisfy(
      missing === undefined,
      `every row that ${describe(query) || 'the list'} keeps`,
      () => `row ${quote(missing?.['id'])} is missing`,
      {
        pointer: '/data',
        ...blame,
        also: [page, ...(blame.also ?? [])],
      },
    )
}

/** Asks a list for a value that no row has. It may be refused as unknown; if it is answered, then with no row. */
export async function keepsNothing<N extends Need>(
  tools: Tools<N>,
  list: ListKey,
  query: Query,
): Promise<void> {
  const page = await tools.api.list(list, { limit: 100, ...query })
  tools.expect(page).toRefuse([200, 400])
  tools
    .expect(page)
    .toSatisfy(
      page.rows.length === 0,
      `no row: none has ${describe(query)}`,
      () => `${page.rows.length} rows`,
      {
        pointer: '/data',
      },
    )
}

/** The two most frequent of some values, and the rarest. */
export function ends(values: readonly string[]): string[] {
  return [...new Set([...values.slice(0, 2), ...values.slice(-1)])]
}

/** A filter in words: `status=held and chatbot_id=x`. */
export function describe(query: Query): string {
  return Object.entries(query)
    .filter(([name]) => name !== 'limit' && name !== 'offset')
    .map(([name, value]) => `${name}=${value}`)
    .join(' and ')
}

/** Whether a list has a filter of this name that can be judged. */
export function hasFilter(list: ListKey, name: string): boolean {
  return name in FILTERS[list]
}

/** Rows of chatbots that are listed: a chatbot that is gone may leave rows behind, and is no chatbot to filter by. */
export async function ofListedChatbots<N extends Need>(
  { api }: Pick<Context<N>, 'api'>,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const listed = new Set<unknown>(idsOf((await api.list('GET /chatbots', { limit: 100 })).rows))
  return rows.filter((row) => listed.has(row['chatbot_id']))
}

/** The two chatbots with the most rows, and one without any, as filters. */
export async function withEmptyChatbot<N extends Need>(
  tools: Pick<Context<N>, 'api'>,
  rows: readonly Row[],
): Promise<Query[]> {
  const busy = distinct(await ofListedChatbots(tools, rows), 'chatbot_id')
  const all = await tools.api.list('GET /chatbots', { limit: 100 })
  const idle = idsOf(all.rows).find((id) => !busy.includes(id))
  return [...busy.slice(0, 2), ...(idle === undefined ? [] : [idle])].map((chatbot_id) => ({ chatbot_id }))
}

/** A timestamp out of the middle of some rows, or another fraction of the way from the latest to the earliest. */
export function middle(rows: readonly Row[], field: string, fraction = 1 / 2): string {
  const instants = [...new Set(rows.flatMap((row) => instant(row[field]) ?? []))].sort((a, b) => b - a)
  const at = instants[Math.min(instants.length - 1, Math.floor(instants.length * fraction))]
  return iso(at ?? 0)
}

/**
 * Bounds around a timestamp of a row from the middle: as close as a second, so that whatever rounds a bound, or looks at another
 * date, gets that row wrong.
 * @param seconds how far from the timestamp each bound is
 */
export function around(rows: readonly Row[], field: string, ...seconds: readonly number[]): string[] {
  const dated = rows
    .filter((row) => instant(row[field]) !== undefined)
    .sort((a, b) => (instant(b[field]) ?? 0) - (instant(a[field]) ?? 0))
  const ends = new Set([dated[0]?.[field], dated.at(-1)?.[field]])
  const inner = dated.filter((row) => !ends.has(row[field]))
  const updated = inner.filter(
    (row) => (instant(row['updated_at']) ?? 0) > (instant(row['created_at']) ?? 0) + 1000,
  )
  const later = updated.filter(
    (row) => String(row['updated_at']).slice(0, 10) > String(row['created_at']).slice(0, 10),
  )
  const pool = later.length > 0 ? later : updated.length > 0 ? updated : inner.length > 0 ? inner : dated
  const at = instant(pool[Math.floor(pool.length / 2)]?.[field])
  return at === undefined ? [] : seconds.map((offset) => iso(at + offset * 1000))
}

/** Bounds for a date: a second before a row of the middle, which belongs then, and the beginning of the day after it, when it does not. */
export function aroundDay(rows: readonly Row[], field: string): string[] {
  return around(rows, field, -1, 86_400).map((bound, index) =>
    index === 0 ? bound : `${bound.slice(0, 10)}T00:00:00Z`,
  )
}

function iso(at: number): string {
  return new Date(at).toISOString().replace('.000Z', 'Z')
}

/** Asks for the second row of filtered lists as a page of its own, and expects the row that stands there. */
export async function nextPages<N extends Need>(
  tools: Tools<N>,
  list: ListKey,
  queries: readonly Query[],
): Promise<void> {
  let judged = 0
  await tools.each(
    queries.filter((query) => Object.values(query).some((value) => value !== undefined)),
    async (query) => {
      const whole = (await tools.api.list(list, { limit: 100, ...query })).control()
      if (whole.rows.length < 2) return
      const next = await tools.api.list(list, { limit: 1, offset: 1, ...query })
      tools
        .expect(next)
        .toAnswer(200, { explainedBy: [listRule(list, 'limitOne'), listRule(list, 'offset')] })
      if (whole.total !== next.total) {
        const again = await tools.api.list(list, { limit: 100, offset: 0, ...query })
        if (again.total !== whole.total) tools.inconclusive('the list changed while it was paged')
      }
      tools
        .expect(next)
        .toSatisfy(
          whole.total === next.total,
          `total ${whole.total}, as on the first page of ${describe(query)}`,
          `total ${next.total}`,
          {
            also: [whole],
            pointer: '/pagination/total',
            explainedBy: [listRule(list, 'total')],
          },
        )
      tools
        .expect(next)
        .toSatisfy(
          standsAt(next.rows[0], 1, whole.rows, list),
          `the second row of ${describe(query)}: ${quote(whole.rows[1]?.['id'])}`,
          () => quote(next.rows[0]?.['id']),
          {
            also: [whole],
            pointer: '/data/0',
            explainedBy: [
              listRule(list, 'offset'),
              ...(readFilters(whole.exchange, list)?.explainedBy ?? []),
              readFilters(whole.exchange, list)?.requirement ?? '',
            ],
          },
        )
      judged += 1
    },
  )
  if (judged === 0) tools.inconclusive('needs two rows that a filter keeps')
}

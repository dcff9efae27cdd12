import { listRule, type ListKey } from '../catalogue/index.ts'
import { keptOut, missingRow } from '../oracles/completeness.ts'
import { FILTERS, readFilters } from '../oracles/filters.ts'
import { given, instant, quote, type Row } from '../oracles/values.ts'
import { standsAt } from '../oracles/walk.ts'
import type { Query } from './actor.ts'
import type { Answer } from './answer.ts'
import type { Context } from './case.ts'
import { distinct, idsOf, widest } from './discovery.ts'
import type { Need } from './needs.ts'

type Tools<N extends Need> = Pick<Context<N>, 'api' | 'expect' | 'inconclusive' | 'each'>

/** The first hundred rows of a list, reservations of every status included, as something to lean on. */
export async function reference<N extends Need>(
  { api }: Pick<Context<N>, 'api'>,
  list: ListKey,
): Promise<Answer> {
  return (await api.list(list, widest(list))).control()
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
    tools.expect(page).toAnswer(200, { also: [known] })
    const missing = missingRow(known.rows, page.exchange, list)
    tools
      .expect(page)
      .toSatisfy(
        missing === undefined,
        `every row that ${describe(query)} keeps`,
        () => `row ${quote(missing?.['id'])} is missing`,
        {
          pointer: '/data',
          also: [known],
        },
      )
    if (keptOut(known.rows, page.exchange, list).length > 0) tellsOut = true
    const belongs = readFilters(page.exchange, list)?.belongs
    if (known.rows.some((row) => belongs?.(row).membership === 'in')) tellsIn = true
  })
  if (!tellsIn || !tellsOut) tools.inconclusive(`needs ${wanting}`)
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

/** The two chatbots with the most rows, and one without any, as filters. */
export async function withEmptyChatbot<N extends Need>(
  { api }: Pick<Context<N>, 'api'>,
  rows: readonly Row[],
): Promise<Query[]> {
  const busy = distinct(rows, 'chatbot_id')
  const all = await api.list('GET /chatbots', { limit: 100 })
  const idle = idsOf(all.rows).find((id) => !busy.includes(id))
  return [...busy.slice(0, 2), ...(idle === undefined ? [] : [idle])].map((chatbot_id) => ({ chatbot_id }))
}

/** A timestamp out of the middle of some rows, or another fraction of the way from the latest to the earliest. */
export function middle(rows: readonly Row[], field: string, fraction = 1 / 2): string {
  const instants = [...new Set(rows.flatMap((row) => instant(row[field]) ?? []))].sort((a, b) => b - a)
  const at = instants[Math.min(instants.length - 1, Math.floor(instants.length * fraction))]
  return new Date(at ?? 0).toISOString().replace('.000Z', 'Z')
}

/**
 * Filters that belong together because one row passes them all: each pair with the first field, then all at once, taken from rows that
 * differ, so that a filter that is left out lets a wrong row in.
 */
export function combinations(
  rows: readonly Row[],
  fields: Readonly<Record<string, string>>,
  most: number,
): Query[] {
  const names = Object.keys(fields)
  const pick = (row: Row, some: readonly string[]): Query =>
    Object.fromEntries(
      some.flatMap((name) =>
        given(row[fields[name] ?? name]) ? [[name, String(row[fields[name] ?? name])]] : [],
      ),
    )
  const sample = [rows[Math.floor(rows.length / 2)], rows[0], rows.at(-1)].filter((row) => row !== undefined)
  const [first = '', ...others] = names
  const queries = [
    ...others.map((name, index) => pick(sample[index % sample.length] ?? {}, [first, name])),
    ...sample.slice(0, 1).map((row) => pick(row, names)),
  ]
  return queries.filter((query) => Object.keys(query).length > 1).slice(-most)
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
      tools.expect(next).toAnswer(200)
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
            explainedBy: [listRule(list, 'offset')],
          },
        )
      judged += 1
    },
  )
  if (judged === 0) tools.inconclusive('needs two rows that a filter keeps')
}

/**
 * Rules that the five paginated lists share: limit, offset, order, totals, consecutive pages. Specification
 * parts 2, 4 and 8. Their filters are entries of `lists/filters.ts`, and cases of the subject of each list.
 */
import { suite, type Suite } from '../lib/engine/case/suite.ts'
import type { Answer } from '../lib/engine/case/answer.ts'
import type { Context } from '../lib/engine/case/context.ts'
import { itemsOf } from '../lib/engine/judge/reading.ts'
import { readPage } from '../lib/engine/judge/page.ts'
import { FULL_PAGE } from '../lib/engine/contract/api.ts'
import { type ListKey, LISTS } from '../lib/engine/contract/operations.ts'
import { count, queryText } from '../lib/engine/util/text.ts'
import { quote } from '../lib/engine/util/values.ts'
import { point, type Watcher } from './support/observed.ts'
import { isShownUnnamed } from './lists/filters.ts'
import { expectLawful, shownReads } from './lists/cases.ts'
import { isLimitOpen, lawsOf, LIST_FACTS, listRule, type ListRule, listRules } from './lists/rules.ts'
import { order, orderInWords } from './lists/order.ts'
import { itemsPassFilters, pageArithmetic } from './lists/page.ts'

export const theme = 'lists'

const pages = (list: ListKey): Suite =>
  suite(`${list} · pages`, {}, (verify) => {
    const laws = lawsOf(list)

    verify(
      [laws.answer, laws.defaultLimit, laws.limitOne, laws.limitHundred, laws.echo],
      'returns the list alone, with `limit=1` and with `limit=100`',
      { smoke: true },
      async ({ api, expect, observe }) => {
        const plain = await api.list(list)
        expect(plain).toAnswer(200)
        observe(listRule(list, 'defaultLimit'), `limit ${quote(plain.page['limit'])}`, plain)
        for (const { rule, limit } of WITHIN) {
          const page = await api.list(list, { limit })
          if (isLimitOpen(list)) observeAll(observe, listRules(list, rule, 'echo'), { limit }, page)
          else expect(page).toAnswer(200, { requirement: listRule(list, rule) })
        }
      },
    )

    verify(
      [
        laws.outOfBoundsAnswer,
        laws.outOfBounds,
        ...(isLimitOpen(list) ? [] : ['PAGINATION-01', 'PAGINATION-02']),
      ],
      'refuses or adjusts an out-of-bounds `limit` or `offset`',
      {},
      (ctx) => expectRefusedOrAdjusted(ctx, list),
    )

    const isOrderOpen = LIST_FACTS[list].orderedBy === undefined
    if (isOrderOpen)
      verify(laws.order, 'records the order of the list', {}, async ({ api, observe }) => {
        const first = (await api.fullPage(list)).mustBeUsable()
        observe(listRule(list, 'order'), orderInWords(first.items), first)
      })

    const stated: readonly ListRule[] = isOrderOpen ? LAWS : [...LAWS, 'order']
    verify(
      stated.map((one) => laws[one]),
      'shows each item once and at its place, on pages of any size',
      {},
      async (ctx) => {
        const shown = await shownReads(ctx, list)
        expectLawful(ctx, shown, listRules(list, ...stated))
        if (shown.snapshot.rows.length < 2) ctx.inconclusive(`needs two items in ${list}`)
      },
    )
  })

/** The bounds of `limit`, with their rules. */
const WITHIN = [
  { rule: 'limitOne', limit: 1 },
  { rule: 'limitHundred', limit: FULL_PAGE },
] as const

const LAWS = ['walk', 'offset', 'filled', 'total', 'hasMore', 'beyondEnd'] as const

/**
 * Values of `limit` and `offset` outside their bounds; the last one overflows 64 bits if a limit is added to
 * it. Texts are odd input.
 */
const OUTSIDE = [
  { limit: 0 },
  { limit: FULL_PAGE + 1 },
  { offset: -1 },
  { offset: '9223372036854775807' },
] as const

async function expectRefusedOrAdjusted(ctx: Context<never>, list: ListKey): Promise<void> {
  const { api, expect, observe, settings } = ctx
  // A refusal proves a bound only if the list is readable within it.
  if (!(await api.fullPage(list)).usable) ctx.inconclusive('needs a list that returns 200')
  // Each list gets another value, so that all occur.
  const turn = (settings.seed + LISTS.indexOf(list)) % OUTSIDE.length
  const drawn = settings.inputs === 'pairs' ? OUTSIDE : OUTSIDE.slice(turn, turn + 1)
  await ctx.each(drawn, async (query) => {
    const answer = await api.list(list, query)
    const { status, fate } = answer
    const isRight = status === 200 || fate === 'refused'
    if (isLimitOpen(list)) observeAll(observe, [listRule(list, 'outOfBoundsAnswer')], query, answer)
    else expect(answer).toSatisfy(isRight, 'status 200 or 4xx', `status ${status}`, { status })
    observeAll(observe, [listRule(list, 'outOfBounds')], query, answer)
  })
}

/** Observes, for open points, which limit and offset an answer says it applied. */
function observeAll(
  observe: Context['observe'],
  openPoints: readonly string[],
  query: Readonly<Record<string, string | number>>,
  answer: Answer,
): void {
  const { status, page, items } = answer
  const applied = `limit ${quote(page['limit'])} and offset ${quote(page['offset'])} applied`
  const shown = status === 200 ? `, ${applied}, ${count(items.length, 'item')}` : ''
  for (const id of openPoints) observe(id, `${queryText(query)}: ${status}${shown}`, answer)
}

export default LISTS.map(pages)

/**
 * OPEN-04: whether a lower bound includes an item exactly at it, seen on whole lists with no other filter.
 */
const sinceBound: Watcher = (exchanges) =>
  (['GET /conversations', 'GET /leads', 'GET /reservations'] as const).flatMap((list) => {
    const seen = exchanges.filter((exchange) => exchange.operation === list && exchange.key === 'main')
    const known = seen.flatMap(itemsOf).filter((item) => isShownUnnamed(list, item))
    for (const page of seen) {
      const { since, limit: _limit, ...others } = Object.fromEntries(page.request.query)
      const onBound = known.find((item) => item['created_at'] === since)
      const isWhole = Object.keys(others).length === 0 && readPage(page)?.hasMore === false
      if (since === undefined || onBound === undefined || !isWhole) continue
      const how = itemsOf(page).some(({ id }) => id === onBound['id']) ? 'included' : 'left out'
      return [point('OPEN-04', `${list}: an item exactly at the bound is ${how}`, page)]
    }
    return []
  })

export const oracles = [pageArithmetic, order, itemsPassFilters]
export const watchers = [sinceBound]

/** What the five paginated lists share: order, pages and their arithmetic. Specification parts 2, 4 and 8. */
import { listRule, LISTS, type ListKey } from '../lib/catalogue/index.ts'
import { suite, type Suite } from '../lib/harness/case.ts'
import { sight, unchanged, walk } from '../lib/harness/paging.ts'
import { firstRise, ORDER_FIELD } from '../lib/oracles/order.ts'
import { isObject, quote } from '../lib/oracles/values.ts'
import { standsAt, walkProblem } from '../lib/oracles/walk.ts'

const listSuite = (list: ListKey): Suite =>
  suite(`${list} · pages`, {}, (verify) => {
    verify(
      listRule(list, 'answer'),
      'answers a plain request',
      { cost: 1, smoke: true },
      async ({ api, expect, observe }) => {
        const plain = await api.list(list)

        expect(plain).toAnswer(200)
        observe(listRule(list, 'defaultLimit'), `limit ${quote(plain.body['pagination'])}`, plain)
      },
    )

    verify(
      listRule(list, 'limitHundred'),
      'honours limit=100',
      { cost: 0, smoke: true },
      async ({ api, expect }) => {
        expect(await api.list(list, { limit: 100 })).toAnswer(200)
      },
    )

    verify(
      listRule(list, 'limitOne'),
      'honours limit=1',
      { cost: 1 },
      async ({ expect, api, inconclusive }) => {
        const known = await sight({ api, expect, inconclusive }, list, 2)
        // The last row but one: one more page follows, and the page has to say so.
        const page = await api.list(list, { limit: 1, offset: Math.max(0, known.total - 2) })

        expect(page).toAnswer(200)
        unchanged({ api, expect, inconclusive }, known, [page])
        expect(page).toSatisfy(page.rows.length === 1, 'one row', `${page.rows.length} rows`, {
          also: [known.answer],
          explainedBy: [listRule(list, 'total'), listRule(list, 'offset')],
        })
      },
    )

    verify(
      listRule(list, 'offset'),
      'begins where offset says',
      { cost: 3 },
      async ({ api, expect, inconclusive }) => {
        const { known, pages, limit } = await walk({ api, expect, inconclusive }, list)
        const page = pages[1] ?? inconclusive(`needs two rows in ${list}`)
        unchanged({ api, expect, inconclusive }, known, [page])

        expect(page).toSatisfy(
          standsAt(page.rows[0], limit, known.rows, list),
          `the row ${quote(known.rows[limit]?.['id'])}, which stands at ${limit}`,
          quote(page.rows[0]?.['id']),
          {
            also: [known.answer],
            pointer: '/data/0',
            explainedBy: [
              listRule(list, 'limitHundred'),
              listRule(list, 'limitOne'),
              ...(isDisordered(list, page.rows) ? [listRule(list, 'order')] : []),
            ],
          },
        )
      },
    )

    verify(
      listRule(list, 'walk'),
      'repeats and loses no row from page to page',
      { cost: 0 },
      async ({ api, expect, inconclusive }) => {
        const { known, pages } = await walk({ api, expect, inconclusive }, list)
        unchanged({ api, expect, inconclusive }, known, pages)
        const problem = walkProblem(
          pages.map((page) => page.rows),
          known.rows,
          list,
        )

        expect(pages.at(-1) ?? known.answer).toSatisfy(
          problem === undefined,
          'each row once',
          problem ?? '',
          {
            also: [...pages.slice(0, -1), known.answer],
            explainedBy: [
              listRule(list, 'offset'),
              listRule(list, 'limitOne'),
              listRule(list, 'limitHundred'),
              listRule(list, 'filled'),
              'ID-01',
              'ID-02',
              listRule(list, 'order'),
            ],
          },
        )
      },
    )

    verify(
      listRule(list, 'order'),
      orderTitle(list),
      { cost: 0 },
      async ({ api, expect, inconclusive, observe }) => {
        const { known, pages } = await walk({ api, expect, inconclusive }, list)
        const field = ORDER_FIELD[list]
        if (field === undefined) {
          observe(listRule(list, 'order'), orderOf(known.rows), known.answer)
          return
        }
        unchanged({ api, expect, inconclusive }, known, pages)
        const rise = firstRise(
          pages.flatMap((page) => page.rows),
          field,
        )

        expect(pages.at(-1) ?? known.answer).toSatisfy(
          rise === undefined,
          `${field} that never rises`,
          () => quote(rise?.rows.map((row) => row[field])),
          {
            also: pages.slice(0, -1),
            explainedBy: [
              listRule(list, 'offset'),
              listRule(list, 'limitHundred'),
              listRule(list, 'limitOne'),
            ],
          },
        )
      },
    )

    verify(
      listRule(list, 'hasMore'),
      'says that no page follows a last page that is full',
      { cost: 1 },
      async ({ api, expect, inconclusive }) => {
        const { total } = await sight({ api, expect, inconclusive }, list, 2)

        // The arithmetic of the page is judged by the oracle; here the page has to be there to be judged.
        expect(await api.list(list, { limit: 2, offset: Math.max(0, total - 2) })).toAnswer(200)
      },
    )

    verify(
      listRule(list, 'total'),
      'counts the rows that there are',
      { cost: 1 },
      async ({ api, expect, inconclusive }) => {
        const known = await sight({ api, expect, inconclusive }, list, 1)
        const last = await api.list(list, { limit: 2, offset: known.total - 1 })
        expect(last).toAnswer(200)
        unchanged({ api, expect, inconclusive }, known, [last])

        expect(last).toSatisfy(
          last.rows.length === 1,
          `one row at ${known.total - 1}, the last of ${known.total}`,
          `${last.rows.length} rows`,
          {
            also: [known.answer],
            pointer: '/pagination/total',
            explainedBy: [listRule(list, 'offset'), listRule(list, 'limitHundred')],
          },
        )
      },
    )

    verify(
      listRule(list, 'total'),
      'gives the same total on every page',
      { cost: 0 },
      async ({ api, expect, inconclusive }) => {
        const { known, pages } = await walk({ api, expect, inconclusive }, list)
        const past = await api.list(list, { limit: 5, offset: known.total })
        const odd = [...pages, past].find(
          (page) => page.usable && page.total !== undefined && page.total !== known.total,
        )
        if (odd === undefined) return
        const again = (await api.list(list, { limit: 100, offset: 0 })).control()
        const grown = (odd.total ?? 0) >= known.total && (odd.total ?? 0) <= (again.total ?? 0)

        expect(odd).toSatisfy(grown, `total ${known.total}, as on the first page`, `total ${odd.total}`, {
          also: [known.answer, again],
          pointer: '/pagination/total',
        })
      },
    )

    verify(
      listRule(list, 'beyondEnd'),
      'gives an empty page past the end',
      { cost: 1 },
      async ({ api, expect, inconclusive }) => {
        const { total, answer } = await sight({ api, expect, inconclusive }, list, 0)
        const past = await api.list(list, { limit: 5, offset: total })

        expect(past).toAnswer(200)
        unchanged({ api, expect, inconclusive }, { total, answer, rows: [] }, [past])
        expect(past).toSatisfy(
          past.rows.length === 0,
          `no row past ${total} rows`,
          `${past.rows.length} rows`,
          {
            also: [answer],
            explainedBy: [listRule(list, 'offset'), listRule(list, 'total')],
          },
        )
      },
    )

    verify(
      [listRule(list, 'outOfBoundsAnswer'), listRule(list, 'outOfBounds')],
      'refuses what is out of bounds, or brings it inside',
      { cost: 1 },
      async ({ api, bystander, expect, each, observe, inconclusive }) => {
        await each(
          [{ limit: 0 }, { limit: 1000 }, { limit: 'abc' }, { offset: -1 }, { offset: 4_294_967_296 }],
          async (query) => {
            const answer = await (query.limit === 1000 ? api : bystander).list(list, query)

            expect(answer).toRefuse([200, 400], { explainedBy: [listRule(list, 'beyondEnd')] })
            if (answer.status === 200 && !appliesBounds(answer.control()))
              inconclusive('no readable pagination')
            observe(
              listRule(list, 'outOfBounds'),
              `${JSON.stringify(query)}: ${answer.status} ${quote(answer.body['pagination'] ?? '')}`,
              answer,
            )
          },
        )
      },
    )
  })

function isDisordered(list: ListKey, rows: Parameters<typeof firstRise>[0]): boolean {
  const field = ORDER_FIELD[list]
  return field !== undefined && firstRise(rows, field) !== undefined
}

/** Whether a page says which limit and offset it applied. */
function appliesBounds({ body }: { readonly body: Readonly<Record<string, unknown>> }): boolean {
  const page = body['pagination']
  return isObject(page) && typeof page['limit'] === 'number' && typeof page['offset'] === 'number'
}

function orderTitle(list: ListKey): string {
  return ORDER_FIELD[list] === undefined ? 'shows its order' : 'keeps its order from page to page'
}

function orderOf(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const falling = ['created_at', 'start_at'].find((field) => firstRise(rows, field) === undefined)
  const rising = ['created_at', 'start_at'].find(
    (field) => firstRise([...rows].reverse(), field) === undefined,
  )
  return falling !== undefined
    ? `descending ${falling}`
    : rising !== undefined
      ? `ascending ${rising}`
      : 'neither by created_at nor by start_at'
}

export default LISTS.map(listSuite)

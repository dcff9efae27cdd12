/** What the five paginated lists share: totals, the end of a list, and what is out of bounds. Specification parts 2, 4 and 8. */
import { type ListKey, listRule, LISTS } from '../lib/api/catalogue/index.ts'
import type { Answer } from '../lib/harness/answer.ts'
import { suite, type Suite } from '../lib/harness/case.ts'
import { holderOfMany, sight, unchanged, walk } from './steps/lists/paging.ts'
import { WHOSE } from '../lib/api/oracles/filters.ts'
import { quote } from '../lib/util/values.ts'

/** Far behind the end of most lists, and no large number. */
const FAR = 5000

const totalsSuite = (list: ListKey): Suite =>
  suite(`${list} · totals`, {}, (verify) => {
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
            explainedBy: [
              listRule(list, 'offset'),
              listRule(list, 'limitHundred'),
              listRule(list, 'walk'),
              WHOSE[list],
            ],
          },
        )
      },
    )

    verify(
      listRule(list, 'total'),
      'gives the same total on every page',
      { cost: 0, costAlone: 1 },
      async ({ api, expect, inconclusive }) => {
        const { known, pages } = await walk({ api, expect, inconclusive }, list)
        const past = await api.list(list, { limit: 5, offset: known.total })
        const odd = [...pages, past].find(
          (page) => page.usable && page.total !== undefined && page.total !== known.total,
        )
        if (odd === undefined) return
        const again = (await api.list(list, { limit: 100, offset: 0 })).control()
        const totals = [known.total, again.total ?? known.total]
        const grown = (odd.total ?? 0) >= Math.min(...totals) && (odd.total ?? 0) <= Math.max(...totals)

        expect(odd).toSatisfy(grown, `total ${known.total}, as on the first page`, `total ${odd.total}`, {
          also: [known.answer, again],
          pointer: '/pagination/total',
          // What is hidden, or let in, on the first page alone is counted otherwise on the others.
          explainedBy: [WHOSE[list], ...(list === 'GET /reservations' ? ['LIST-RESERVATIONS-23'] : [])],
        })
      },
    )

    verify(
      listRule(list, 'beyondEnd'),
      'gives an empty page past the end',
      { cost: 1 },
      async ({ api, bystander, expect, inconclusive }) => {
        const { total, answer } = await sight({ api, expect, inconclusive }, list, 0)
        const [past, far] = await Promise.all([
          api.list(list, { limit: 5, offset: total }),
          bystander.list(list, { limit: 5, offset: FAR }),
        ])

        expect(past).toAnswer(200)
        expect(far).toAnswer(200)
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
      // Nobody has more than a hundred chatbots.
      { cost: list === 'GET /chatbots' ? 0 : 2, costAlone: 6 },
      async ({ api, bystander, world, expect, each, observe, inconclusive }) => {
        const rich = holderOfMany({ api, bystander, world }, list)
        await each(
          [
            [rich, { limit: 0 }],
            [rich, { limit: 101 }],
            [bystander, { limit: 1000 }],
            [bystander, { limit: 'abc' }],
            [bystander, { offset: -1 }],
            [bystander, { offset: 4_294_967_296 }],
          ] as const,
          async ([actor, query]) => {
            const answer = await actor.list(list, query)

            const { status = 0 } = answer
            expect(answer).toSatisfy(
              status === 200 || (status >= 400 && status < 500),
              'status 200 or 4xx',
              `status ${status}`,
              { explainedBy: [listRule(list, 'beyondEnd')] },
            )
            if (answer.status === 200 && !appliesBounds(answer.control()))
              inconclusive('no readable pagination')
            observe(
              listRule(list, 'outOfBounds'),
              `${JSON.stringify(query)}: ${answer.status}${applied(answer)}`,
              answer,
            )
          },
        )
      },
    )
  })

/** Whether a page says which limit and offset it applied. */
function appliesBounds({ page }: Answer): boolean {
  return typeof page['limit'] === 'number' && typeof page['offset'] === 'number'
}

/** Which limit and offset a page says it applied. */
function applied({ status, page }: Answer): string {
  return status === 200 ? ` with limit ${quote(page['limit'])} and offset ${quote(page['offset'])}` : ''
}

export default LISTS.map(totalsSuite)

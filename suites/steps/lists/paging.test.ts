import { describe, expect, test } from 'vitest'
import type { Context } from '../../../lib/api/case.ts'
import { discoveryOf } from '../../../lib/api/testing/answers.ts'
import type { Reaction } from '../../../lib/http/testing/fake-client.ts'
import { fakeClient } from '../../../lib/api/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/api/testing/run-case.ts'
import { CHATBOTS, except, item, LEADS, listing, page } from '../../../lib/api/testing/tables.ts'
import type { CaseOutcome } from '../../../lib/harness/outcome.ts'
import { expectSameOnLaterPages, firstPage, keyWithManyItems, unchanged, walk } from './paging.ts'

const items = (count: number): ReturnType<typeof item>[] =>
  Array.from({ length: count }, (_, index) => item(`L${index}`, 1000 - index))
const service = (count: number): Reaction => listing({ '/leads': items(count) })

/** How a case ends, and what it worked out. */
async function within<T>(
  react: Reaction,
  run: (ctx: Context) => Promise<T>,
): Promise<{ outcome: CaseOutcome; value?: T }> {
  let value: T | undefined
  const outcome = await runCase(sessionOf(fakeClient(react)), async (ctx) => {
    value = await run(ctx)
  })
  return { outcome, ...(value === undefined ? {} : { value }) }
}

describe('the first hundred items', () => {
  test('are seen with their number', async () => {
    const { value } = await within(service(150), (ctx) => firstPage(ctx, 'GET /leads', 2))

    expect([value?.items.length, value?.total]).toEqual([100, 150])
  })

  test.each<[string, Reaction, number, string]>([
    ['fewer items than needed', service(1), 2, 'needs 2 items in GET /leads'],
    ['no item', service(0), 1, 'needs an item in GET /leads'],
    [
      'no total',
      () => ({ body: { data: items(3), pagination: {} } }),
      1,
      'the answer has no readable pagination.total',
    ],
    [
      'a total of nonsense',
      () => ({ body: { data: items(3), pagination: { total: -1 } } }),
      1,
      'the answer has no readable pagination.total',
    ],
    ['an error', () => ({ status: 500 }), 0, 'GET /leads gave no usable answer (status 500)'],
  ])('%s is inconclusive', async (_, react, atLeast, reason) => {
    const { outcome } = await within(react, (ctx) => firstPage(ctx, 'GET /leads', atLeast))

    expect(outcome).toMatchObject({ verdict: 'inconclusive', reason })
  })
})

describe('a walk', () => {
  test.each([
    [2, [0, 1], 1],
    [3, [0, 1, 2], 1],
    [4, [0, 2], 2],
    [7, [0, 3, 6], 3],
    [250, [0, 34, 68], 34],
  ])('over %i items asks at the offsets %j', async (count, offsets, limit) => {
    const { value } = await within(service(count), (ctx) => walk(ctx, 'GET /leads'))
    const asked = value?.pages.map(({ exchange }) => new Map(exchange.request.query).get('offset'))

    expect(asked).toEqual(offsets.map(String))
    expect(value?.limit).toBe(limit)
    expect(value?.pages.flatMap((one) => one.items)).toEqual(
      items(count).slice(0, Math.min(count, 3 * limit)),
    )
  })

  test.each([
    ['the second page', [12, 11, 10, 9, 8, 8, 6, 5, 4, 3, 2, 1], 3],
    ['the third page', [12, 11, 10, 9, 8, 7, 6, 5, 5, 3, 2, 1], 3],
  ])('has no items of the same time around where %s begins', async (_, seconds, limit) => {
    const some = seconds.map((second, index) => item(`L${index}`, second))
    const { value } = await within(listing({ '/leads': some }), (ctx) => walk(ctx, 'GET /leads'))

    expect(value?.limit).toBe(limit)
  })

  test('over a list that grows is inconclusive', async () => {
    let count = 5
    const { outcome } = await within(
      (asked, n) => service(count++)(asked, n),
      async (ctx) => {
        const { known, pages } = await walk(ctx, 'GET /leads')
        unchanged(ctx, known, pages)
      },
    )

    expect(outcome).toMatchObject({ verdict: 'inconclusive', reason: 'the list changed while it was walked' })
  })
})

describe('who asks for more than a page holds', () => {
  const holder = async (own: number, theirs?: number): Promise<string | undefined> => {
    const workspace = (count: number): Parameters<typeof discoveryOf>[0] => ({ 'GET /leads': items(count) })
    const discovery = discoveryOf(workspace(own), theirs === undefined ? undefined : workspace(theirs))
    let label: string | undefined
    await runCase(sessionOf(fakeClient(service(1)), { discovery }), async (ctx) => {
      label = keyWithManyItems(ctx, 'GET /leads').label
      await Promise.resolve()
    })
    return label
  }

  test.each([
    ['the bystander, who has more', 150, 150, 'other'],
    ['the key under test, which alone has more', 150, 3, 'main'],
    ['the bystander, where nobody has more', 3, 3, 'other'],
    ['the key under test, where there is no other', 3, undefined, 'main'],
  ])('is %s', async (_, own, theirs, label) => {
    expect(await holder(own, theirs)).toBe(label)
  })
})

const HONEST = listing({ '/leads': LEADS, '/chatbots': CHATBOTS })

const judgePages = (react: Reaction, run: (ctx: Context) => Promise<void>): Promise<CaseOutcome> =>
  runCase(sessionOf(fakeClient(react)), run)

const paged = (ctx: Context): Promise<void> =>
  expectSameOnLaterPages(ctx, 'GET /leads', [{ status: 'new' }, { chatbot_id: undefined }])

describe('filtered pages', () => {
  test('that count otherwise are reported', async () => {
    const wrong = except(({ query }) => (query['limit'] === '1' ? page(LEADS, 1, 1) : undefined), HONEST)

    expect((await judgePages(wrong, paged)).findings).toMatchObject([
      {
        expected: 'total 3, as on the first page of status=new',
        received: 'total 5',
        pointer: '/pagination/total',
      },
      { received: '"L4"', pointer: '/data/0' },
    ])
  })
})

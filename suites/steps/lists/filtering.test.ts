import { describe, expect, test } from 'vitest'
import type { Context } from '../../../lib/api/case.ts'
import { discoveryOf } from '../../../lib/api/testing/answers.ts'
import type { Reaction } from '../../../lib/http/testing/fake-client.ts'
import { fakeClient } from '../../../lib/api/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/api/testing/run-case.ts'
import { CHATBOTS, except, LEADS, listing, page } from '../../../lib/api/testing/tables.ts'
import type { CaseOutcome } from '../../../lib/harness/outcome.ts'
import type { JsonObject } from '../../../lib/util/values.ts'
import { askForValueOfOthers, expectExactItems, expectNoMatches, reference } from './filtering.ts'

const HONEST = listing({ '/leads': LEADS, '/chatbots': CHATBOTS })

/** Answers filtered requests without these items. */
const losing = (...ids: string[]): Reaction => {
  const fewer = listing({ '/leads': LEADS.filter(({ id }) => !ids.includes(String(id))) })
  return except((asked, count) => ('status' in asked.query ? fewer(asked, count) : undefined), HONEST)
}

const judge = (react: Reaction, run: (ctx: Context) => Promise<void>): Promise<CaseOutcome> =>
  runCase(sessionOf(fakeClient(react)), run)

const byStatus = (ctx: Context): Promise<void> =>
  expectExactItems(ctx, 'GET /leads', [{ status: 'new' }, { status: 'won' }], 'leads of two statuses')

const nobody = (ctx: Context): Promise<void> => expectNoMatches(ctx, 'GET /leads', { status: 'nobody' })

const alike = (ctx: Context): Promise<void> =>
  expectExactItems(ctx, 'GET /leads', [{ status: 'new' }], 'leads of two statuses')

describe('a list that keeps what its filter says', () => {
  test('holds', async () => {
    expect(await judge(HONEST, byStatus)).toMatchObject({ verdict: 'passed', flaky: false })
  })

  test('and one item less does not', async () => {
    const outcome = await judge(losing('L3'), byStatus)

    expect(outcome).toMatchObject({ verdict: 'failed' })
    expect(outcome.findings).toMatchObject([
      {
        where: 'GET /leads',
        expected: 'every item that matches status=new',
        received: 'item "L3" with status "new" is missing',
        pointer: '/data',
      },
    ])
    expect(outcome.findings[0]?.exchanges.length).toBeGreaterThanOrEqual(2)
  })

  test('the last item less is seen where a wrong total says that more follow', async () => {
    const fewer = losing('L2')
    const unfilteredTotal: Reaction = (asked, count) => {
      const reply = fewer(asked, count)
      const { data } = reply.body as { data: JsonObject[] }
      const { limit = '100', offset = '0' } = asked.query
      const has_more = Number(offset) + data.length < LEADS.length
      const pagination = { limit: Number(limit), offset: Number(offset), total: LEADS.length, has_more }
      return 'status' in asked.query ? { body: { data, pagination } } : reply
    }

    expect((await judge(unfilteredTotal, byStatus)).findings).toMatchObject([
      { received: 'item "L2" with status "new" is missing' },
    ])
  })

  test('an item that went away meanwhile is not reported', async () => {
    const gone = listing({ '/leads': LEADS.filter(({ id }) => id !== 'L3'), '/chatbots': CHATBOTS })
    let looked = false
    const changing: Reaction = (asked, count) => {
      const answer = looked ? gone(asked, count) : HONEST(asked, count)
      looked = true
      return answer
    }

    expect((await judge(changing, byStatus)).verdict).toBe('passed')
  })

  test('an item that changes while it is looked up is not reported', async () => {
    const changed = LEADS.map((one) => (one['id'] === 'L3' ? { ...one, status: 'lost' } : one))
    const losesL3 = losing('L3')
    let looks = 0
    const changing: Reaction = (asked, count) => {
      if ('status' in asked.query) return losesL3(asked, count)
      looks += 1
      return looks <= 2 ? HONEST(asked, count) : listing({ '/leads': changed })(asked, count)
    }

    expect(await judge(changing, byStatus)).toMatchObject({ verdict: 'passed', flaky: false })
    expect(looks).toBe(3)
  })

  test('where all items are alike, an ignored filter would not show: inconclusive', async () => {
    const all = listing({ '/leads': LEADS.filter(({ status }) => status === 'new') })

    expect(await judge(all, alike)).toMatchObject({
      verdict: 'inconclusive',
      reason: 'needs leads of two statuses',
    })
    expect((await judge(listing({ '/leads': [] }), byStatus)).verdict).toBe('inconclusive')
  })
})

describe('a value that no item has', () => {
  test('that an item has, which was not known, keeps that item', async () => {
    const known = LEADS.map((one, index) => (index === 0 ? { ...one, status: 'nobody' } : one))

    expect((await judge(() => page(known.slice(0, 1)), nobody)).verdict).toBe('passed')
  })
})

describe('what is asked of the bystander', () => {
  const asked = async (
    theirs: readonly JsonObject[] | undefined,
    run: (ctx: Context) => Promise<void>,
    react: Reaction = HONEST,
  ): Promise<{ outcome: CaseOutcome; requests: unknown[] }> => {
    const client = fakeClient(react)
    const discovery = discoveryOf(
      { 'GET /leads': LEADS },
      theirs === undefined ? undefined : { 'GET /leads': theirs },
    )
    const outcome = await runCase(sessionOf(client, { discovery }), run)
    const requests = client.exchanges.map(({ key, request }) => [key, new Map(request.query).get('status')])
    return { outcome, requests }
  }
  const others = (ctx: Context): Promise<void> => askForValueOfOthers(ctx, 'GET /leads', 'status')

  test('is a value that no item has, if the bystander has items', async () => {
    expect((await asked(LEADS.slice(0, 1), nobody)).requests).toEqual([['other', 'nobody']])
    expect((await asked([], nobody)).requests).toEqual([['main', 'nobody']])
    expect((await asked(undefined, nobody)).requests).toEqual([['main', 'nobody']])
  })

  test.each([
    ['where he has no item', []],
    ['where he has all of them', LEADS],
    ['where there is nobody', undefined],
  ])('is nothing %s', async (_, theirs) => {
    expect((await asked(theirs, others)).requests).toEqual([])
  })
})

describe('something to lean on', () => {
  test('is the widest look, or else the first hundred items', async () => {
    const narrow = except(
      ({ query }) => ('status' in query ? { status: 400 } : undefined),
      listing({ '/reservations': LEADS }),
    )
    const queries: unknown[] = []
    const outcome = await judge(
      (asked, count) => {
        queries.push(asked.query)
        return narrow(asked, count)
      },
      async (ctx) => {
        expect((await reference(ctx, 'GET /reservations')).items).toHaveLength(5)
      },
    )

    expect(outcome.verdict).toBe('passed')
    expect(queries).toEqual([
      { limit: '100', status: expect.stringContaining('held') as unknown },
      { limit: '100' },
    ])
  })
})

const HONEST_LEADS = listing({ '/leads': LEADS })

const judgeAdded = (react: Reaction): Promise<CaseOutcome> =>
  runCase(sessionOf(fakeClient(react)), (ctx) =>
    expectExactItems(ctx, 'GET /leads', [{ status: 'new' }, { status: 'won' }], 'leads of two statuses'),
  )

describe('a filter brings no item that the list lacks', () => {
  test('apart from an item that came meanwhile', async () => {
    let looks = 0
    const before = listing({ '/leads': LEADS.slice(1) })
    const growing: Reaction = (asked, count) =>
      !('status' in asked.query) && ++looks === 1 ? before(asked, count) : HONEST_LEADS(asked, count)

    expect(await judgeAdded(growing)).toMatchObject({ verdict: 'passed', flaky: false })
  })
})

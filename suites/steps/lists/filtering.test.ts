import { describe, expect, test } from 'vitest'
import type { Context } from '../../../lib/api/case.ts'
import { discoveryOf } from '../../../lib/api/testing/answers.ts'
import type { Reaction } from '../../../lib/http/testing/fake-client.ts'
import { fakeClient } from '../../../lib/api/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/api/testing/run-case.ts'
import { CHATBOTS, except, item, LEADS, listing, page } from '../../../lib/api/testing/tables.ts'
import type { CaseOutcome } from '../../../lib/harness/outcome.ts'
import type { JsonObject } from '../../../lib/util/values.ts'
import {
  askForValueOfOthers,
  expectEachValue,
  expectExactItems,
  expectNoMatches,
  reference,
} from './filtering.ts'

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

  test('each filter is reported of its own', async () => {
    const outcome = await judge(losing('L3', 'L4'), byStatus)

    expect(outcome.findings.map(({ received }) => received).sort()).toEqual([
      'item "L3" with status "new" is missing',
      'item "L4" with status "won" is missing',
    ])
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

  test('an item less is seen where a list of several statuses shows those of the first only', async () => {
    const TABLES = [3, 2, 1].map((n) =>
      item(`R${n}`, n, { status: 'confirmed', start_at: `2026-11-0${n}T10:00:00Z` }),
    )
    const firstStatus = listing({ '/reservations': TABLES })
    const exclusive: Reaction = ({ query: { status, from, ...query }, ...asked }, count) => {
      const after = from === '2026-11-02T10:00:00Z' ? '2026-11-02T10:00:01Z' : from
      const first = status?.split(',')[0]
      return firstStatus(
        { ...asked, query: { ...query, ...(first && { status: first }), ...(after && { from: after }) } },
        count,
      )
    }
    const byStart = (ctx: Context): Promise<void> =>
      expectExactItems(ctx, 'GET /reservations', [{ from: '2026-11-02T10:00:00Z' }], 'reservations')

    expect((await judge(exclusive, byStart)).findings).toMatchObject([
      { received: 'item "R2" with start_at "2026-11-02T10:00:00Z" is missing' },
    ])
  })

  test('a refusal of the filter is recognised by its status', async () => {
    const refusing = except(
      ({ query }) => ('status' in query ? { status: 400, body: { code: 'bad_request' } } : undefined),
      HONEST,
    )

    expect((await judge(refusing, byStatus)).findings[0]).toMatchObject({
      expected: 'status 200',
      received: 'status 400 bad_request',
    })
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

  test('an item that is missing once and present when looked up again is not reported', async () => {
    const losesOnce = losing('L3')
    let times = 0
    const flickering: Reaction = (asked, count) =>
      asked.query['status'] === 'new' && ++times === 1 ? losesOnce(asked, count) : HONEST(asked, count)

    expect(await judge(flickering, byStatus)).toMatchObject({ verdict: 'passed', flaky: false })
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
  test('keeps nothing, or is refused', async () => {
    expect((await judge(HONEST, nobody)).verdict).toBe('passed')
    expect((await judge(() => ({ status: 400 }), nobody)).verdict).toBe('passed')
  })

  test('that an item has, which was not known, keeps that item', async () => {
    const known = LEADS.map((one, index) => (index === 0 ? { ...one, status: 'nobody' } : one))

    expect((await judge(() => page(known.slice(0, 1)), nobody)).verdict).toBe('passed')
  })

  test('that keeps items is reported, and so is any other status', async () => {
    expect((await judge(() => page(LEADS), nobody)).findings).toMatchObject([
      { expected: 'no item: none has status=nobody', received: '5 items', pointer: '/data' },
    ])
    expect((await judge(() => ({ status: 500 }), nobody)).findings).toMatchObject([
      { expected: 'status 200 or 400' },
    ])
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

  test('is a value that only items of the key under test have', async () => {
    const { outcome, requests } = await asked(LEADS.slice(0, 2), others)

    expect([outcome.verdict, requests]).toEqual(['passed', [['other', 'lost']]])
  })

  test.each([
    ['where he has no item', []],
    ['where he has all of them', LEADS],
    ['where there is nobody', undefined],
  ])('is nothing %s', async (_, theirs) => {
    expect((await asked(theirs, others)).requests).toEqual([])
  })

  test('has to be answered', async () => {
    const { outcome } = await asked(LEADS.slice(0, 2), others, () => ({ status: 400 }))

    expect(outcome.findings).toMatchObject([{ expected: 'status 200' }])
  })
})

test('an item that is missing from a full page may follow from the order', async () => {
  const many = Array.from({ length: 150 }, (_, index) => item(`M${index}`, 1000 - index, { status: 'new' }))
  const service = listing({ '/leads': many })
  const wrong = except(
    ({ query }) => ('status' in query ? page(many.filter(({ id }) => id !== 'M5').slice(0, 120)) : undefined),
    service,
  )
  const outcome = await judge(wrong, alike)

  expect(outcome.findings).toMatchObject([{ received: 'item "M5" with status "new" is missing' }])
  expect(outcome.findings[0]?.explainedBy).toContain('LIST-LEADS-02')
})

describe('something to lean on', () => {
  test('is the plain list where several statuses show fewer items', async () => {
    const [first = {}] = LEADS
    const firstAlone = listing({ '/reservations': [first] })
    const all = listing({ '/reservations': LEADS })
    const outcome = await judge(
      (asked, count) => ('status' in asked.query ? firstAlone : all)(asked, count),
      async (ctx) => {
        expect((await reference(ctx, 'GET /reservations')).items).toHaveLength(LEADS.length)
      },
    )

    expect(outcome.verdict).toBe('passed')
  })

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

/** Lists these items where no status is named. */
const unasked = (items: readonly JsonObject[]): Reaction => {
  const plain = listing({ '/leads': items })
  return except((asked, count) => ('status' in asked.query ? undefined : plain(asked, count)), HONEST_LEADS)
}

const judgeAdded = (react: Reaction): Promise<CaseOutcome> =>
  runCase(sessionOf(fakeClient(react)), (ctx) =>
    expectExactItems(ctx, 'GET /leads', [{ status: 'new' }, { status: 'won' }], 'leads of two statuses'),
  )

describe('a filter brings no item that the list lacks', () => {
  test('and where it does, the list was not whole', async () => {
    const outcome = await judgeAdded(unasked(LEADS.filter(({ status }) => status !== 'won')))

    expect(outcome.findings).toMatchObject([
      {
        requirement: 'LIST-LEADS-21',
        expected: 'only items that the list has without the filter, too',
        received: 'item "L4", which the list lacks',
        pointer: '/data',
      },
    ])
    expect(outcome.findings[0]?.explainedBy).toEqual(
      expect.arrayContaining(['ISOLATION-22', 'LIST-LEADS-09']),
    )
  })

  test('apart from what stands behind a page that is full', async () => {
    const many = Array.from({ length: 100 }, (_, n) => item(`M${n}`, 10_000 - n, { status: 'new' }))

    expect(await judgeAdded(listing({ '/leads': [...many, ...LEADS] }))).toMatchObject({ verdict: 'passed' })
  })

  test('apart from an item that came meanwhile', async () => {
    let looks = 0
    const before = listing({ '/leads': LEADS.slice(1) })
    const growing: Reaction = (asked, count) =>
      !('status' in asked.query) && ++looks === 1 ? before(asked, count) : HONEST_LEADS(asked, count)

    expect(await judgeAdded(growing)).toMatchObject({ verdict: 'passed', flaky: false })
  })
})

describe('a value of the second workspace', () => {
  const THEIRS = [item('F1', 5, { status: 'new' }), item('F2', 4, { status: 'called_back' })]
  const discovery = discoveryOf({}, { 'GET /leads': THEIRS })
  const each = (ctx: Context): Promise<void> => expectEachValue(ctx, 'GET /leads', 'status')

  test.each([
    ['passed', listing({ '/leads': THEIRS })],
    ['failed', listing({ '/leads': THEIRS.map((one) => ({ ...one, status: 'called-back' })) })],
  ])('is asked for with the second key: %s', async (verdict, react) => {
    const plain = listing({ '/leads': THEIRS })
    const client = fakeClient(
      except((asked, count) => ('status' in asked.query ? undefined : plain(asked, count)), react),
    )

    expect((await runCase(sessionOf(client, { discovery }), each)).verdict).toBe(verdict)
    for (const status of ['new', 'called_back'])
      expect(client.asked).toContainEqual(
        expect.objectContaining({ query: { limit: '100', status }, authorization: 'Bearer key-other-1' }),
      )
  })
})

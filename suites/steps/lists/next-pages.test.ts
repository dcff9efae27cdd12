import { describe, expect, test } from 'vitest'
import type { Context } from '../../../lib/harness/case.ts'
import { nextPages } from './next-pages.ts'
import type { CaseOutcome } from '../../../lib/harness/outcome.ts'
import { fakeClient, type Reaction } from '../../../lib/harness/testing/fake-client.ts'
import { CHATBOTS, LEADS } from '../../../lib/harness/testing/leads.ts'
import { runCase, sessionOf } from '../../../lib/harness/testing/run-case.ts'
import { except, listing, page } from '../../../lib/harness/testing/tables.ts'

const HONEST = listing({ '/leads': LEADS, '/chatbots': CHATBOTS })

const judge = (react: Reaction, run: (ctx: Context) => Promise<void>): Promise<CaseOutcome> =>
  runCase(sessionOf(fakeClient(react)), run)

const paged = (ctx: Context): Promise<void> =>
  nextPages(ctx, 'GET /leads', [{ status: 'new' }, { chatbot_id: undefined }])

describe('filtered pages', () => {
  test('go on where the page before ended', async () => {
    expect((await judge(HONEST, paged)).verdict).toBe('passed')
  })

  test('that begin elsewhere are told', async () => {
    const wrong = except(
      ({ query }) =>
        query['limit'] === '1'
          ? { body: { data: [LEADS[0]], pagination: { limit: 1, offset: 2, total: 3, has_more: false } } }
          : undefined,
      HONEST,
    )

    expect((await judge(wrong, paged)).findings).toMatchObject([
      { expected: 'row 3 of status=new: "L2"', received: '"L5"', pointer: '/data/0' },
    ])
  })

  test('that count otherwise are told', async () => {
    const wrong = except(({ query }) => (query['limit'] === '1' ? page(LEADS, 1, 1) : undefined), HONEST)

    expect((await judge(wrong, paged)).findings).toMatchObject([
      {
        expected: 'total 3, as on the first page of status=new',
        received: 'total 5',
        pointer: '/pagination/total',
      },
    ])
  })

  test('need two rows', async () => {
    const outcome = await judge(HONEST, (ctx) => nextPages(ctx, 'GET /leads', [{ status: 'won' }]))

    expect(outcome).toMatchObject({
      verdict: 'inconclusive',
      reason: 'needs two rows that a filter keeps',
    })
  })
})

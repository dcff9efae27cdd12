import { describe, expect, test } from 'vitest'
import type { Row } from '../../../lib/util/values.ts'
import type { Context } from '../../../lib/harness/case.ts'
import { findsEach, keepsExactly } from './filtering.ts'
import type { CaseOutcome } from '../../../lib/harness/outcome.ts'
import { discoveryOf } from '../../../lib/harness/testing/answers.ts'
import { fakeClient, type Reaction } from '../../../lib/harness/testing/fake-client.ts'
import { LEADS } from '../../../lib/harness/testing/leads.ts'
import { runCase, sessionOf } from '../../../lib/harness/testing/run-case.ts'
import { except, listing, row } from '../../../lib/harness/testing/tables.ts'

const HONEST = listing({ '/leads': LEADS })

/** Lists these rows where no status is named. */
const unasked = (rows: readonly Row[]): Reaction => {
  const plain = listing({ '/leads': rows })
  return except((asked, count) => ('status' in asked.query ? undefined : plain(asked, count)), HONEST)
}

const judge = (react: Reaction): Promise<CaseOutcome> =>
  runCase(sessionOf(fakeClient(react)), (ctx) =>
    keepsExactly(ctx, 'GET /leads', [{ status: 'new' }, { status: 'won' }], 'leads of two statuses'),
  )

describe('a filter brings no row that the list lacks', () => {
  test('and where it does, the list was not whole', async () => {
    const outcome = await judge(unasked(LEADS.filter(({ status }) => status !== 'won')))

    expect(outcome.findings).toMatchObject([
      {
        requirement: 'LIST-LEADS-21',
        expected: 'only rows that the list has without the filter, too',
        received: 'row "L4", which the list lacks',
        pointer: '/data',
      },
    ])
    expect(outcome.findings[0]?.explainedBy).toEqual(
      expect.arrayContaining(['ISOLATION-22', 'LIST-LEADS-09']),
    )
  })

  test('apart from what stands behind a page that is full', async () => {
    const many = Array.from({ length: 100 }, (_, n) => row(`M${n}`, 10_000 - n, { status: 'new' }))

    expect(await judge(listing({ '/leads': [...many, ...LEADS] }))).toMatchObject({ verdict: 'passed' })
  })

  test('apart from a row that came meanwhile', async () => {
    let looks = 0
    const before = listing({ '/leads': LEADS.slice(1) })
    const growing: Reaction = (asked, count) =>
      !('status' in asked.query) && ++looks === 1 ? before(asked, count) : HONEST(asked, count)

    expect(await judge(growing)).toMatchObject({ verdict: 'passed', flaky: false })
  })
})

describe('a value of the second workspace', () => {
  const THEIRS = [row('F1', 5, { status: 'new' }), row('F2', 4, { status: 'called_back' })]
  const discovery = discoveryOf({}, { 'GET /leads': THEIRS })
  const each = (ctx: Context): Promise<void> => findsEach(ctx, 'GET /leads', 'status')

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

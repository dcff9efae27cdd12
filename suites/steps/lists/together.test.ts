import { expect, test } from 'vitest'
import { fakeClient } from '../../../lib/harness/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/harness/testing/run-case.ts'
import { listing, row } from '../../../lib/harness/testing/tables.ts'
import { together } from './together.ts'

const LEADS = ['new A', 'new A', 'won A', 'won A', 'new B', 'new B', 'won Gone', 'lost Gone'].map(
  (text, index) => {
    const [status, chatbot_id] = text.split(' ')
    return row(`L${index}`, 100, { status, chatbot_id })
  },
)
const CHATBOTS = ['A', 'B'].map((id) => row(id, 1))

test('filters are combined by the rows of chatbots that are listed, once for all cases of a run', async () => {
  const client = fakeClient(listing({ '/leads': LEADS, '/chatbots': CHATBOTS }))
  const outcome = await runCase(sessionOf(client), async (ctx) => {
    const first = await together(ctx, 'GET /leads')

    expect(first.whole).toEqual([{ chatbot_id: 'A', status: 'new' }])
    expect(first.paged).toEqual(first.whole)
    expect(await together(ctx, 'GET /leads')).toBe(first)
  })

  expect(outcome).toMatchObject({ verdict: 'passed' })
  expect(client.exchanges.map(({ request }) => request.path)).toEqual(['/leads', '/chatbots'])
})

test('without rows nothing is combined', async () => {
  const client = fakeClient(listing({ '/leads': [], '/chatbots': CHATBOTS }))
  const outcome = await runCase(sessionOf(client), async (ctx) => {
    expect(await together(ctx, 'GET /leads')).toEqual({ whole: [], paged: [] })
  })

  expect(outcome.verdict).toBe('passed')
})

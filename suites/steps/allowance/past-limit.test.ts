import { describe, expect, test } from 'vitest'
import type { Row } from '../../../lib/util/values.ts'
import type { Context } from '../../../lib/harness/case.ts'
import { drain } from './draining.ts'
import { recordLead } from '../leads/leads.ts'
import { leakPast, storedPastLimit } from './past-limit.ts'
import { type Asked, fakeClient } from '../../../lib/harness/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/harness/testing/run-case.ts'
import { page } from '../../../lib/harness/testing/tables.ts'

const ROWS: Readonly<Record<string, Row>> = {
  '/chatbots': { id: 'Bot1' },
  '/conversations': { id: 'Talk1', is_resolved: true },
  '/leads': { id: 'Lead1' },
}

/** What leaks past the limit of a service that lets some requests through, and opens again after so many refusals as often as it is said. */
async function leakOf(
  passes: (asked: Asked) => boolean,
  { opensAfter = Infinity, times = 0 }: { opensAfter?: number; times?: number } = {},
): Promise<{ problem: string | undefined; asked: readonly Asked[] }> {
  let [used, refusals, left] = [0, 0, times]
  const client = fakeClient((asked) => {
    const limited = used >= 1000 && !passes(asked)
    if (!limited) used = Math.min(1000, used + 1)
    else if (++refusals === opensAfter && left-- > 0) [used, refusals] = [0, 0]
    const row = ROWS[asked.path]
    return {
      status: limited ? 429 : 200,
      headers: [['X-RateLimit-Remaining', String(1000 - used)]],
      body: row === undefined ? { data: {} } : page([row]).body,
    }
  })
  let problem: string | undefined
  await runCase(
    sessionOf(client),
    async (ctx: Context) => {
      problem = (await leakPast(ctx, await drain(ctx)))?.problem
    },
    { phase: 'spend' },
  )
  return { problem, asked: client.asked }
}

describe('a spent key', () => {
  test('is refused whatever it asks', async () => {
    const { problem, asked } = await leakOf(() => false)

    expect(problem).toBeUndefined()
    expect(asked.slice(-20).map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining([
        'GET /bookings',
        'GET /conversations/Talk1',
        'GET /leads/Lead1',
        'GET /knowledge/sources',
        'PATCH /conversations/Talk1',
        'POST /conversations/Talk1/messages',
        'POST /leads',
      ]),
    )
  })

  test.each<[string, (asked: Asked) => boolean]>([
    ['a list', ({ path }) => path === '/bookings'],
    ['a lead', ({ method, path }) => method === 'POST' && path === '/leads'],
    ['a note', ({ path }) => path.endsWith('/messages')],
    ['a transcript', ({ method, path }) => method === 'GET' && path === '/conversations/Talk1'],
    ['an update', ({ method }) => method === 'PATCH'],
  ])('is told where %s is served all the same', async (_, passes) => {
    expect((await leakOf(passes)).problem).toBe('status 200 while GET /me is answered 429')
  })

  test('may begin a new hour', async () => {
    expect((await leakOf(() => false, { opensAfter: 3, times: 1 })).problem).toBeUndefined()
  })

  test('begins no hour after the other', async () => {
    expect((await leakOf(() => false, { opensAfter: 3, times: 9 })).problem).toBe(
      'served anew after a 429, and once more after another one',
    )
  })
})

test.each([
  ['stands in no list', false],
  ['is told where it stands in a list all the same', true],
])('a lead that was answered 429 %s', async (_, executed) => {
  const stored: Row[] = []
  const client = fakeClient(({ method, body }) => {
    if (method === 'GET') return page(stored)
    if (executed) stored.push({ id: 'L1', ...Object(body) })
    return { status: 429 }
  })
  let found: Awaited<ReturnType<typeof storedPastLimit>>
  await runCase(
    sessionOf(client),
    async (ctx) => {
      expect(await storedPastLimit(ctx)).toBeUndefined()
      recordLead(ctx, await ctx.spender.createLead({ name: ctx.mark() }))
      found = await storedPastLimit(ctx)
    },
    { phase: 'spend' },
  )

  expect(found?.list.status).toBe(200)
  expect(found?.row?.['id']).toBe(executed ? 'L1' : undefined)
})

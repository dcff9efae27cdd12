import { describe, expect, test } from 'vitest'
import type { Context } from '../../../lib/api/case.ts'
import type { Asked, Reaction } from '../../../lib/http/testing/fake-client.ts'
import { fakeClient } from '../../../lib/api/testing/fake-client.ts'
import { counting, runCase, sessionOf, within } from '../../../lib/api/testing/run-case.ts'
import { page } from '../../../lib/api/testing/tables.ts'
import { TransportError } from '../../../lib/http/transport.ts'
import type { JsonObject } from '../../../lib/util/values.ts'
import { recordLead } from '../leads/created-leads.ts'
import { exhaust } from './exhaustion.ts'
import { leakPast, storedPastLimit } from './past-limit.ts'

/** Serves so many requests, and then refuses; tells what remains of what it says it has. */
const serving = (served: number, said = served): Reaction =>
  counting(
    (count) => Math.max(0, said - count),
    (count) => (count <= served ? 200 : 429),
  )

describe('a key that is spent to its end', () => {
  test('is served 1,000 times, and then refused', async () => {
    const { value } = await within(serving(1000), exhaust)

    expect(value).toMatchObject({ served: 1000, most: 1000 })
    expect(value?.refused?.status).toBe(429)
    expect(value?.early).toBeUndefined()
  })

  test('is reported where it is refused before what Remaining said', async () => {
    const { value } = await within(serving(500, 700), exhaust)

    expect(value).toMatchObject({ served: 500, early: '429 after 500 requests, when 699 were left at first' })
  })

  test('is reported where it is refused at once though something remains', async () => {
    const react = counting(
      () => 990,
      () => 429,
    )

    expect((await within(react, exhaust)).value).toMatchObject({
      served: 0,
      early: '429 after 0 requests, when 990 were left at first',
    })
  })

  test('that was spent before is inconclusive', async () => {
    const react = counting(
      () => 0,
      () => 429,
    )

    expect((await within(react, exhaust)).outcome.verdict).toBe('inconclusive')
  })

  test.each([401, 403])('that is rejected with %s is asked once, and inconclusive', async (status) => {
    let asked = 0
    const react = counting(
      () => 990,
      (count) => {
        asked = count
        return status
      },
    )

    const { outcome } = await within(react, exhaust)

    expect(outcome).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining(`rejects the key in CONFORMANCE_EXHAUSTIBLE_API_KEY (${status})`),
    })
    expect(asked).toBe(1)
  })

  test('is reported where more remains with the 429 than before it', async () => {
    const react = counting(
      (count) => (count > 1000 ? 1000 : 1000 - count),
      (count) => (count <= 1000 ? 200 : 429),
    )

    expect((await within(react, exhaust)).value).toMatchObject({ served: 1000, risen: 1000 })
  })

  test('is reported if Remaining stays above 0 to the end', async () => {
    const react = (least: number): Reaction =>
      counting(
        (count) => Math.max(least, 1001 - count),
        (count) => (count <= 1000 ? 200 : 429),
      )

    expect((await within(react(5), exhaust)).value).toMatchObject({ served: 1000, stuck: 5 })
    expect((await within(react(0), exhaust)).value?.stuck).toBeUndefined()
  })

  test('may say late what remains', async () => {
    const react = counting(
      (count) => (count > 1001 ? 0 : Math.max(17, 1001 - count)),
      (count) => (count <= 1000 ? 200 : 429),
    )
    const { value } = await within(react, exhaust)

    expect(value).toMatchObject({ served: 1000 })
    expect(value?.stuck).toBeUndefined()
  })

  test('may be served anew as soon as it is refused: then nothing is counted', async () => {
    const react = counting(
      (count) => (count <= 1003 ? Math.max(0, 1000 - count) : 2003 - count),
      (count) => (count > 1000 && count <= 1003 ? 429 : 200),
    )
    const { value } = await within(react, exhaust)

    expect(value).toMatchObject({ anew: true })
    expect([value?.refused?.status, value?.early, value?.risen]).toEqual([429, undefined, undefined])
  })

  test('goes on counting where two processes count on their own', async () => {
    const react = counting((count) => 1000 - Math.ceil(count / 2) - (count % 2) * 7)
    const { value } = await within(react, exhaust)

    expect(value?.refused).toBeUndefined()
    expect(value?.asked).toBeLessThan(1400)
    expect(value?.served).toBeGreaterThan(1000)
  })

  test('counts from where its hour begins anew', async () => {
    const react = counting(
      (count) => (count <= 300 ? 1000 - count : Math.max(0, 1300 - count)),
      (count) => (count <= 1300 ? 200 : 429),
    )

    const { value } = await within(react, exhaust)

    expect(value).toMatchObject({ served: 1000, anew: true })
    expect(value?.early).toBeUndefined()
  })

  test('cannot be judged where its requests are lost', async () => {
    const react: Reaction = (_, count) => {
      if (count > 20) throw new TransportError('reset', 'the connection was lost')
      return { headers: [['X-RateLimit-Remaining', String(1000 - count)]] }
    }

    expect((await within(react, exhaust)).outcome.verdict).toBe('inconclusive')
  })

  test('is given up a little past the limit', async () => {
    const { value } = await within(serving(5000), exhaust)

    expect(value).toMatchObject({ served: 1100, asked: 1100 })
    expect(value?.refused).toBeUndefined()
  })

  test('of which Remaining cannot be read is inconclusive', async () => {
    expect(
      (
        await within(
          counting(() => '?'),
          exhaust,
        )
      ).outcome,
    ).toMatchObject({
      verdict: 'inconclusive',
      reason: 'X-RateLimit-Remaining cannot be read',
    })
  })
})

const ROWS: Readonly<Record<string, JsonObject>> = {
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
    const item = ROWS[asked.path]
    return {
      status: limited ? 429 : 200,
      headers: [['X-RateLimit-Remaining', String(1000 - used)]],
      body: item === undefined ? { data: {} } : page([item]).body,
    }
  })
  let problem: string | undefined
  await runCase(
    sessionOf(client),
    async (ctx: Context) => {
      problem = (await leakPast(ctx, await exhaust(ctx)))?.problem
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
  ])('is reported if %s is served nevertheless', async (_, passes) => {
    expect((await leakOf(passes)).problem).toBe('status 200 while GET /me returns 429')
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
  ['is reported if a list shows it nevertheless', true],
])('a lead that was answered 429 %s', async (_, executed) => {
  const stored: JsonObject[] = []
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
  expect(found?.item?.['id']).toBe(executed ? 'L1' : undefined)
})

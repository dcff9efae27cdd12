import { describe, expect, test } from 'vitest'
import type { Context } from '../../../lib/api/case.ts'
import type { Asked, Reaction } from '../../../lib/http/testing/fake-client.ts'
import { fakeClient } from '../../../lib/api/testing/fake-client.ts'
import { counting, runCase, sessionOf, within } from '../../../lib/api/testing/run-case.ts'
import { page } from '../../../lib/api/testing/tables.ts'
import { TransportError } from '../../../lib/http/transport.ts'
import type { JsonObject } from '../../../lib/util/values.ts'
import { exhaust } from './exhaustion.ts'
import { leakPast } from './past-limit.ts'

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

  test('is reported if Remaining stays above 0 to the end', async () => {
    const react = (least: number): Reaction =>
      counting(
        (count) => Math.max(least, 1001 - count),
        (count) => (count <= 1000 ? 200 : 429),
      )

    expect((await within(react(5), exhaust)).value).toMatchObject({ served: 1000, stuck: 5 })
    expect((await within(react(0), exhaust)).value?.stuck).toBeUndefined()
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

  test('cannot be judged where its requests are lost', async () => {
    const react: Reaction = (_, count) => {
      if (count > 20) throw new TransportError('reset', 'the connection was lost')
      return { headers: [['X-RateLimit-Remaining', String(1000 - count)]] }
    }

    expect((await within(react, exhaust)).outcome.verdict).toBe('inconclusive')
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

  test('begins no hour after the other', async () => {
    expect((await leakOf(() => false, { opensAfter: 3, times: 9 })).problem).toBe(
      'served anew after a 429, and once more after another one',
    )
  })
})

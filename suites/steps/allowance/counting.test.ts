import { describe, expect, test } from 'vitest'
import { type Countdown, resetBy, surchargeOf, watchRemaining } from './counting.ts'
import type { Header } from '../../../lib/http/exchange.ts'
import { RunStore } from '../../../lib/harness/run-store.ts'
import type { Session } from '../../../lib/harness/session.ts'
import type { CaseOutcome } from '../../../lib/harness/outcome.ts'
import type { Reaction } from '../../../lib/http/testing/fake-client.ts'
import { fakeClient } from '../../../lib/api/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/api/testing/run-case.ts'
import type { Answer } from '../../../lib/api/answer.ts'
import { answerOf } from '../../../lib/api/testing/answers.ts'

/** A service that tells what remains: worked out from the path, and how often it was asked. */
const counting =
  (remaining: (path: string, count: number) => number | string, status = 200): Reaction =>
  ({ path }, count) => ({ status, headers: [['X-RateLimit-Remaining', String(remaining(path, count))]] })

/** Watches Remaining over two lists, between requests for the account. */
async function watch(
  react: Reaction,
  session: Partial<Session> = {},
): Promise<{ outcome: CaseOutcome; value?: Countdown; sent: number }> {
  let value: Countdown | undefined
  const client = fakeClient(react)
  const outcome = await runCase(
    sessionOf(client, session),
    async (ctx) => {
      const asks = [() => ctx.api.leads(), () => ctx.api.bookings()]
      value = await watchRemaining(() => ctx.api.me(), asks, ctx)
    },
    { phase: 'spend' },
  )
  return { outcome, sent: client.asked.length, ...(value === undefined ? {} : { value }) }
}

describe('Remaining that goes down by every request', () => {
  test('by two for one that is answered 201 is a surplus', async () => {
    let left = 900
    const react: Reaction = ({ path }) => {
      const isCostly = path === '/leads'
      left -= isCostly ? 2 : 1
      return { status: isCostly ? 201 : 200, headers: [['X-RateLimit-Remaining', String(left)]] }
    }

    expect((await watch(react)).value).toMatchObject({ hasSurplus: true })
  })

  test.each([
    ['refills by one meanwhile', (count: number) => (count < 3 ? 900 - count : 901 - count)],
    ['is full again, as the window opens', (count: number) => (count < 6 ? 10 - count : 1006 - count)],
    ['was reported once as it was before', (count: number) => (count === 3 ? 898 : 900 - count)],
  ])('and %s is no problem', async (_, left) => {
    expect((await watch(counting((__, count) => left(count)))).value?.problem).toBeUndefined()
  })
})

describe('Remaining that does not', () => {
  test('names the request that costs nothing, which was tried three times', async () => {
    let left = 900
    const { value } = await watch(counting((path) => (path === '/leads' ? left : (left -= 1))))

    expect(value?.answer.exchange.request.path).toBe('/leads')
    expect(value?.problem).toBe('883, then 883, then 882, then 882, then 881, then 881, then 880')
  })

  test('rises with each request', async () => {
    expect((await watch(counting((_, count) => 100 + count))).value?.problem).toMatch(
      /^a Remaining that rises with each request, up to \d+$/,
    )
  })
})

describe('Remaining that is seen to count after a pause', () => {
  test('is waited for only once in a run if the wait was in vain', async () => {
    let waited = 0
    const pause = (ms: number): Promise<void> => Promise.resolve(void (waited += ms))
    const session = { pause, store: new RunStore() }
    await watch(
      counting(() => 999),
      session,
    )
    const once = waited

    expect(once).toBeLessThan(5000)
    expect(
      (
        await watch(
          counting(() => 999),
          session,
        )
      ).value?.problem,
    ).toMatch(/^999, then 999/)
    expect(waited).toBe(once)
  })
})

describe('nothing is said', () => {
  test.each<[string, Header]>([
    ['its age', ['Age', '7']],
    ['that it was hit', ['X-Cache-Status', 'HIT']],
    ['the request that fetched the answer', ['X-Varnish', '32770 3']],
  ])('where a cache answers, and names %s', async (_, header) => {
    const react: Reaction = () => ({ headers: [['X-RateLimit-Remaining', '900'], header] })

    expect((await watch(react)).outcome).toMatchObject({
      verdict: 'inconclusive',
      reason: 'a cache returned answers, and those are not counted',
    })
  })

  test.each<[string, Reaction]>([
    ['Remaining is no number', counting(() => 'many')],
    ['nothing is answered 200', counting((_, count) => 900 - count, 500)],
  ])('where %s', async (_, react) => {
    expect((await watch(react)).outcome).toMatchObject({
      verdict: 'inconclusive',
      reason: 'no two successful answers in a row with a readable X-RateLimit-Remaining',
    })
  })
})

/** What comes of a key of which `left` says what remains after each request; the argument tells whether it was the refused one. */
async function resetOf(left: (refused: boolean) => number): Promise<string | undefined> {
  const answer = (refused: boolean) => (): Promise<Answer> =>
    Promise.resolve(
      answerOf(
        {},
        { headers: [['X-RateLimit-Remaining', String(left(refused))]], status: refused ? 404 : 200 },
      ),
    )
  return (await resetBy(answer(false), answer(true)))?.problem
}

test('a refused request that says that nothing was spent is reported', async () => {
  let used = 300

  expect(await resetOf((refused) => (refused ? 1000 : 1000 - (used += 1)))).toBe(
    'at 1000 on each refused request alone',
  )
})

test.each<[string, () => (refused: boolean) => number]>([
  [
    'is the first that another process counts',
    () => {
      let [here, there] = [300, -1]
      return (refused) => 1000 - (refused ? (there += 1) : (here += 1))
    },
  ],
  [
    'is counted',
    () => {
      let used = 300
      return () => 1000 - (used += 1)
    },
  ],
  [
    'is not counted',
    () => {
      let used = 300
      return (refused) => 1000 - (used += refused ? 0 : 1)
    },
  ],
  [
    'is made when the hour begins anew',
    () => {
      let used = 300
      let n = 0
      return () => 1000 - (used = (n += 1) === 2 ? 0 : used + 1)
    },
  ],
  [
    'is made while the window slides',
    () => {
      let left = 300
      return () => (left += 5)
    },
  ],
])('a refused request that %s is not', async (_, service) => {
  expect(await resetOf(service())).toBeUndefined()
})

describe('requests that cost more than one', () => {
  /** What is found where each request takes so much. */
  async function surcharge(price: (path: string, count: number) => number): Promise<string | undefined> {
    let left = 900
    let problem: string | undefined
    const client = fakeClient(counting((path, count) => (left -= price(path, count))))
    await runCase(
      sessionOf(client),
      async ({ api }) => {
        problem = (await surchargeOf(() => api.me(), [() => api.leads(), () => api.bookings()]))?.problem
      },
      { phase: 'spend' },
    )
    return problem
  }

  test.each<[string, (path: string, count: number) => number]>([
    ['each costs one', () => 1],
    ['somebody else uses the key all the time', () => 3],
    ['somebody else used it once', (_, count) => (count === 2 ? 9 : 1)],
    ['somebody else uses it now and then', (_, count) => (count % 5 === 0 ? 2 : 1)],
  ])('are none where %s', async (_, price) => {
    expect(await surcharge(price)).toBeUndefined()
  })
})

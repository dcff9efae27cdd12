import { describe, expect, test } from 'vitest'
import type { Context } from './case.ts'
import type { CaseOutcome } from './outcome.ts'
import { chain, drain, dropsBetween } from './spending.ts'
import { discoveryOf } from './testing/answers.ts'
import { type Asked, fakeClient, type Reaction } from './testing/fake-client.ts'
import { runCase, sessionOf } from './testing/run-case.ts'

/** A service that tells what remains: worked out from how often it was asked, and what. */
const telling =
  (
    remaining: (count: number, asked: Asked) => number | string,
    status: (count: number) => number = () => 200,
  ): Reaction =>
  (asked, count) => ({
    status: status(count),
    headers: [['X-RateLimit-Remaining', String(remaining(count, asked))]],
  })

async function within<T>(
  react: Reaction,
  run: (ctx: Context) => Promise<T>,
): Promise<{ outcome: CaseOutcome; value?: T }> {
  let value: T | undefined
  const session = sessionOf(fakeClient(react), { discovery: discoveryOf({}) })
  const outcome = await runCase(
    session,
    async (ctx) => {
      value = await run(ctx)
    },
    { phase: 'spend' },
  )
  return { outcome, ...(value === undefined ? {} : { value }) }
}

describe('Remaining, from one endpoint to the next', () => {
  test('goes down', async () => {
    const { value } = await within(
      telling((count) => 900 - count),
      chain,
    )

    expect(value).toMatchObject({ also: [] })
    expect(value?.problem).toBeUndefined()
  })

  test('that stays on one endpoint, however often it is tried, is told', async () => {
    let left = 900
    const { value } = await within(
      telling((_, { path }) => (path === '/leads' ? left : (left -= 1))),
      chain,
    )

    expect(value?.problem).toBe('894, then 894')
    expect(value?.answer.exchange.request.path).toBe('/leads')
  })

  test('that stays once, because somebody else was served in between, is not', async () => {
    const { value } = await within(
      telling((count) => (count === 3 ? 898 : 900 - count)),
      chain,
    )

    expect(value?.problem).toBeUndefined()
  })

  test('that rises once is the window opening', async () => {
    const { value } = await within(
      telling((count) => (count < 4 ? 10 - count : 1004 - count)),
      chain,
    )

    expect(value?.problem).toBeUndefined()
  })

  test('that only rises is told', async () => {
    const { value } = await within(
      telling((count) => 100 + count),
      chain,
    )

    expect(value?.problem).toMatch(/^a Remaining that rises, up to \d+$/)
  })

  test('that goes on from two accounts is told', async () => {
    const accounts = new Map<string, number>()
    const { value } = await within(
      telling((_, { path }) => {
        const left = (accounts.get(path) ?? (path === '/me' ? 500 : 1000)) - 1
        accounts.set(path, left)
        return left
      }),
      chain,
    )

    expect(value?.problem).toMatch(/: endpoints that count apart$/)
  })

  test.each<[string, Reaction]>([
    ['no number', telling(() => 'many')],
    [
      'no answer 200',
      telling(
        (count) => 900 - count,
        () => 500,
      ),
    ],
  ])('%s is inconclusive', async (_, react) => {
    expect((await within(react, chain)).outcome).toMatchObject({
      verdict: 'inconclusive',
      reason: 'no two answers 200 in a row with a readable X-RateLimit-Remaining',
    })
  })

  test('an allowance that is spent is inconclusive', async () => {
    expect(
      (
        await within(
          telling(
            () => 0,
            () => 429,
          ),
          chain,
        )
      ).outcome.verdict,
    ).toBe('inconclusive')
  })
})

const perKey = (shared: boolean): Reaction => {
  const left = new Map<string, number>()
  return telling((_, { authorization }) => {
    if (authorization === '') return 0
    const account = shared ? 'all' : authorization
    left.set(account, (left.get(account) ?? 1000) - 1)
    return left.get(account) ?? 0
  })
}

describe('what another key spends', () => {
  test('does not lessen the own allowance', async () => {
    expect((await within(perKey(false), dropsBetween)).value).toMatchObject({ own: 1, withStranger: 1 })
  })

  test('lessens it where keys share an account: three times alike', async () => {
    expect((await within(perKey(true), dropsBetween)).value).toMatchObject({ own: 1, withStranger: 6 })
  })

  test('cannot be told while somebody else uses the key', async () => {
    const react = telling((count) => 5000 - count * count)

    expect((await within(react, dropsBetween)).outcome).toMatchObject({
      verdict: 'inconclusive',
      reason: 'somebody else spends the key under test at the same time',
    })
  })
})

/** Serves so many requests, and then refuses; tells what remains of what it says it has. */
const serving = (served: number, said = served): Reaction =>
  telling(
    (count) => Math.max(0, said - count),
    (count) => (count <= served ? 200 : 429),
  )

describe('a key that is spent to its end', () => {
  test('is served 1,000 times, and then refused', async () => {
    const { value } = await within(serving(1000), drain)

    expect(value).toMatchObject({ served: 1000, most: 1000 })
    expect(value?.refused?.status).toBe(429)
    expect(value?.early).toBeUndefined()
  })

  test('is told where it is refused before what Remaining said', async () => {
    const { value } = await within(serving(500, 700), drain)

    expect(value).toMatchObject({ served: 500, early: '429 after 500 requests, when 699 were left at first' })
  })

  test('is given up a little past the limit', async () => {
    const { value } = await within(serving(5000), drain)

    expect(value).toMatchObject({ served: 1100 })
    expect(value?.refused).toBeUndefined()
  })

  test('of which Remaining cannot be read is inconclusive', async () => {
    expect(
      (
        await within(
          telling(() => '?'),
          drain,
        )
      ).outcome,
    ).toMatchObject({
      verdict: 'inconclusive',
      reason: 'X-RateLimit-Remaining cannot be read',
    })
  })
})

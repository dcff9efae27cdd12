import { describe, expect, test } from 'vitest'
import { drain } from './draining.ts'
import { TransportError } from '../../../lib/http/transport.ts'
import type { Reaction } from '../../../lib/harness/testing/fake-client.ts'
import { telling, within } from '../../../lib/harness/testing/spending.ts'

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

  test('is told where it is refused at once though something remains', async () => {
    const react = telling(
      () => 990,
      () => 429,
    )

    expect((await within(react, drain)).value).toMatchObject({
      served: 0,
      early: '429 after 0 requests, when 990 were left at first',
    })
  })

  test('that was spent before is inconclusive', async () => {
    const react = telling(
      () => 0,
      () => 429,
    )

    expect((await within(react, drain)).outcome.verdict).toBe('inconclusive')
  })

  test('is told where more remains with the 429 than before it', async () => {
    const react = telling(
      (count) => (count > 1000 ? 1000 : 1000 - count),
      (count) => (count <= 1000 ? 200 : 429),
    )

    expect((await within(react, drain)).value).toMatchObject({ served: 1000, risen: 1000 })
  })

  test('is told where Remaining stays above nothing to the end', async () => {
    const react = (least: number): Reaction =>
      telling(
        (count) => Math.max(least, 1001 - count),
        (count) => (count <= 1000 ? 200 : 429),
      )

    expect((await within(react(5), drain)).value).toMatchObject({ served: 1000, stuck: 5 })
    expect((await within(react(0), drain)).value?.stuck).toBeUndefined()
  })

  test('may be served anew as soon as it is refused: then nothing is counted', async () => {
    const react = telling(
      (count) => (count <= 1003 ? Math.max(0, 1000 - count) : 2003 - count),
      (count) => (count > 1000 && count <= 1003 ? 429 : 200),
    )
    const { value } = await within(react, drain)

    expect(value).toMatchObject({ anew: true })
    expect([value?.refused?.status, value?.early, value?.risen]).toEqual([429, undefined, undefined])
  })

  test('counts from where its hour begins anew', async () => {
    const react = telling(
      (count) => (count <= 300 ? 1000 - count : Math.max(0, 1300 - count)),
      (count) => (count <= 1300 ? 200 : 429),
    )

    const { value } = await within(react, drain)

    expect(value).toMatchObject({ served: 1000, anew: true })
    expect(value?.early).toBeUndefined()
  })

  test('cannot be judged where its requests are lost', async () => {
    const react: Reaction = (_, count) => {
      if (count > 20) throw new TransportError('reset', 'the connection was lost')
      return { headers: [['X-RateLimit-Remaining', String(1000 - count)]] }
    }

    expect((await within(react, drain)).outcome.verdict).toBe('inconclusive')
  })

  test('is given up a little past the limit', async () => {
    const { value } = await within(serving(5000), drain)

    expect(value).toMatchObject({ served: 1200 })
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

import { describe, expect, test } from 'vitest'
import { Patience } from '../http/patience.ts'
import { simulatedClock } from '../http/testing/clock.ts'
import { fakeClient } from './testing/fake-client.ts'
import { type Late, waitForWrites } from './wait.ts'

/**
 * A run that looks for late values until `late` returns none: the time of each look, and the values waited
 * for with their reasons.
 */
async function waiting(
  late: (look: number) => readonly Late[],
  began = 0,
): Promise<{ at: number[]; words: string[]; asked: string[] }> {
  const clock = simulatedClock()
  await clock.pause(began)
  const [at, words]: [number[], string[]] = [[], []]
  const client = fakeClient(() => ({}))
  let look = 0
  await waitForWrites(
    {
      late: () => late(look++),
      patience: new Patience(clock, (reason) => words.push(reason)),
      client: {
        send: async (spec) => {
          at.push(clock.now())
          return client.send(spec)
        },
      },
    },
    0,
  )
  return { at, words, asked: client.asked.map(({ path }) => path) }
}

const TAGS: Late = { what: '`tags` of conversation c1', path: '/conversations/c1' }
const LEAD: Late = { what: 'lead l1', path: '/leads', query: { limit: 100 } }

describe('what was written and is not shown yet', () => {
  test('is looked for at growing pauses, until ten seconds after the last write', async () => {
    const { at, words } = await waiting(() => [TAGS])

    expect(at).toEqual([500, 1500, 3000, 5000, 7500, 10_050])
    expect(words[0]).toBe('`tags` of conversation c1, which no read shows yet')
  })

  test('is looked for all together, each answer once', async () => {
    const { asked, words } = await waiting((look) =>
      look === 0 ? [TAGS, LEAD, { ...LEAD, what: 'lead l2' }] : [],
    )

    expect(asked).toEqual(['/conversations/c1', '/leads'])
    expect(words).toEqual(['`tags` of conversation c1 and 2 more, which no read shows yet'])
  })

  test('is looked for once more if the run got here later than that', async () => {
    expect((await waiting(() => [TAGS], 12_000)).at).toEqual([12_000])
  })

  test('costs nothing if nothing is late', async () => {
    expect(await waiting(() => [])).toEqual({ at: [], words: [], asked: [] })
  })
})

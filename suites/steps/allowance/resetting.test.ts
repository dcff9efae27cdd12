import { expect, test } from 'vitest'
import type { Answer } from '../../../lib/harness/answer.ts'
import { resetBy } from './resetting.ts'
import { answerOf } from '../../../lib/harness/testing/answers.ts'

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

test('a refused request that gives back what was spent is told', async () => {
  let used = 300

  expect(await resetOf((refused) => 1000 - (used = refused ? 0 : used + 1))).toBe(
    'back at 999 after each refused request',
  )
})

test.each<[string, () => (refused: boolean) => number]>([
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

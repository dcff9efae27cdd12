import { expect, test } from 'vitest'
import type { Context } from '../api/case.ts'
import { once } from './run-store.ts'
import { discoveryOf } from '../api/testing/answers.ts'
import { runCase, sessionOf } from '../api/testing/run-case.ts'

/** Gives what each of several cases of one run, or of several runs, was given. */
async function given(runs: number, act: (ctx: Context) => unknown): Promise<unknown[]> {
  const results: unknown[] = []
  for (let run = 0; run < runs; run++) {
    const session = sessionOf(undefined, { discovery: discoveryOf({}) })
    for (let turn = 0; turn < 2; turn++) await runCase(session, async (ctx) => void results.push(act(ctx)))
  }
  return results
}

test('what is done once in a run is given to all its cases, and done anew in the next run', async () => {
  let times = 0

  expect(
    await given(
      2,
      once('counted', () => (times += 1)),
    ),
  ).toEqual([1, 1, 2, 2])
})

test('what comes to nothing is not done again', async () => {
  let times = 0
  await given(
    1,
    once('counted', () => void (times += 1)),
  )

  expect(times).toBe(1)
})

test('what is done once for each of several is done for each', async () => {
  let times = 0
  const turns = ['a', 'b', 'a', 'b']
  const each = once(
    'counted',
    () => (times += 1),
    () => turns.shift() ?? '',
  )

  expect(await given(1, each)).toHaveLength(2)
  expect(times).toBe(2)
})

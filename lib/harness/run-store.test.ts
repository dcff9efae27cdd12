import { expect, test } from 'vitest'
import { runCase, sessionOf } from './testing/run-case.ts'
import type { Context } from './context.ts'
import { once } from './run-store.ts'

/** The results that two cases of each of some runs got. */
async function given(runs: number, act: (ctx: Context) => unknown): Promise<unknown[]> {
  const results: unknown[] = []
  for (let run = 0; run < runs; run++) {
    const session = sessionOf()
    for (let turn = 0; turn < 2; turn++) await runCase(session, async (ctx) => void results.push(act(ctx)))
  }
  return results
}

test('a step runs once per run, and all cases of the run share its result', async () => {
  let times = 0

  expect(
    await given(
      2,
      once('counted', () => (times += 1)),
    ),
  ).toEqual([1, 1, 2, 2])
})

test('a step without a result runs once, too', async () => {
  let times = 0
  await given(
    1,
    once('counted', () => void (times += 1)),
  )

  expect(times).toBe(1)
})

test('a step with keys runs once per key', async () => {
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

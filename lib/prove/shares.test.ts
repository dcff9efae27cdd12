import { expect, test } from 'vitest'
import { shareOut } from './shares.ts'

/** Lets workers take tasks in some order until none is left. */
function dealt(tasks: number, workers: number, order: (turn: number) => number): number[][] {
  const takers = shareOut(tasks, workers)
  const done: number[][] = takers.map(() => [])
  for (let turn = 0; turn < 10 * (tasks + workers); turn++) {
    const worker = order(turn) % workers
    const task = takers[worker]?.()
    if (task !== undefined) done[worker]?.push(task)
  }
  return done
}

test.each<[string, number, number, (turn: number) => number]>([
  ['one worker', 7, 1, () => 0],
  ['two that are as fast', 20, 2, (turn) => turn],
  ['two of which one is slow', 101, 2, (turn) => (turn % 9 === 0 ? 1 : 0)],
  ['more workers than tasks', 2, 5, (turn) => turn],
  ['nothing to do', 0, 3, (turn) => turn],
])('every task is given once: %s', (_how, tasks, workers, order) => {
  const all = dealt(tasks, workers, order).flat()
  expect(all.toSorted((a, b) => a - b)).toEqual(Array.from({ length: tasks }, (_, n) => n))
})

test('neighbours stay together, and who is done helps out', () => {
  const [quick = [], slow = []] = dealt(100, 2, (turn) => (turn % 4 === 0 ? 1 : 0))
  const jumps = (tasks: readonly number[]): number =>
    tasks.filter((task, n) => n > 0 && task !== (tasks[n - 1] ?? 0) + 1).length

  expect(quick.slice(0, 50)).toEqual(Array.from({ length: 50 }, (_, n) => n))
  expect(quick.length).toBeGreaterThan(65)
  expect(jumps(quick) + jumps(slow)).toBeLessThan(12)
})

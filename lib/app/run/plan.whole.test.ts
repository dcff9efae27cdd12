import { expect, test } from 'vitest'
import { planRun } from './plan.ts'
import { OPTIONS } from './testing/options.ts'

test('a plan has looked around, and says what a run costs and what it could not exercise', async () => {
  const plan = await planRun({ ...OPTIONS, budget: 120 })
  const { main, exhaustible } = plan.bill

  expect(plan.discoveryRequests).toBeLessThanOrEqual(8)
  expect(plan.spendable).toBe(120 - plan.discoveryRequests)
  expect(main).toBeGreaterThan(200)
  expect(main).toBeLessThanOrEqual(400)
  expect(exhaustible).toBeGreaterThan(1_000)
  expect(new Set(plan.inconclusive.map(({ reason }) => reason))).toEqual(
    new Set(['not run: beyond the budget of 120 requests (raise --budget)']),
  )
}, 60_000)

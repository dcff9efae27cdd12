import { expect, test } from 'vitest'
import { planRun } from './plan.ts'
import { OPTIONS } from './testing/options.ts'

test('a plan has looked around, and says what a run costs and what it could not exercise', async () => {
  const plan = await planRun({ ...OPTIONS, budget: 120 })
  const costOf = (key: string): number =>
    plan.bill.filter((item) => item.key === key).reduce((sum, { requests }) => sum + requests, 0)

  expect(plan.discoveryRequests).toBeLessThanOrEqual(8)
  expect(plan.spendable).toBe(120 - plan.discoveryRequests)
  expect(costOf('main')).toBeGreaterThan(200)
  expect(costOf('main')).toBeLessThanOrEqual(400)
  expect(costOf('exhaustible')).toBeGreaterThan(1_000)
  expect(new Set(plan.inconclusive.map(({ reason }) => reason))).toEqual(
    new Set(['not run: beyond the budget of 120 requests (raise --budget)']),
  )
}, 60_000)

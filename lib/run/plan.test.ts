import { expect, test } from 'vitest'
import { planRun } from './plan.ts'
import { OPTIONS } from './testing/whole-run.ts'

test('a plan has looked around, and says what each profile costs and what it could not exercise', async () => {
  const plan = await planRun({ ...OPTIONS, budget: 120 })
  const costs = (profile: string): number =>
    plan.bill
      .filter((item) => item.profile === profile && item.key === 'main')
      .reduce((sum, { requests }) => sum + requests, 0)

  expect(plan.discoveryRequests).toBeLessThanOrEqual(8)
  expect(plan.spendable).toBe(120 - plan.discoveryRequests)
  expect(costs('smoke')).toBeGreaterThan(30)
  expect(costs('smoke')).toBeLessThanOrEqual(60)
  expect(costs('standard')).toBeLessThanOrEqual(350)
  expect(costs('full')).toBeLessThanOrEqual(900)
  expect(plan.bill.find(({ key, part }) => key === 'exhaustible' && part === 8)?.requests).toBeGreaterThan(
    1_000,
  )
  expect(new Set(plan.inconclusive.map(({ reason }) => reason))).toEqual(
    new Set(['not run: the budget of 120 requests does not reach for it (raise --budget)']),
  )
}, 30_000)

import { planRun } from '../testing/bound.ts'
import { expect, test } from 'vitest'
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
    new Set(['not run: beyond the budget of 120 requests (raise --budget)']),
  )
}, 30_000)

test('the bill of a shard is that of its share of the cases', async () => {
  const options = { ...OPTIONS, profile: 'smoke', only: ['GET-ME-01', 'LIST-LEADS-01'] } as const
  const [whole, first, second] = await Promise.all([
    planRun(options),
    planRun({ ...options, shard: { index: 1, count: 2 } }),
    planRun({ ...options, shard: { index: 2, count: 2 } }),
  ])
  const idsOf = ({ cases }: typeof whole): string[] => cases.map(({ id }) => id)
  expect(idsOf(first).length).toBeLessThan(idsOf(whole).length)
  expect([...idsOf(first), ...idsOf(second)].toSorted()).toEqual(idsOf(whole).toSorted())
}, 30_000)

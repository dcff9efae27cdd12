import { expect, test, vi } from 'vitest'
import { OPTIONS } from './testing/options.ts'
import { verifyTarget } from './index.ts'
import { defaultsOf } from './options.ts'
import type { Target } from './target.ts'
import { inProcessTarget } from './in-process.ts'
import { planRun, rehearse } from './plan.ts'
import { SCOPE } from './scope.ts'
import { selectCases } from './selection.ts'
import { affordableFuzzRuns } from './quota.ts'

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
  expect(costs('standard')).toBeLessThanOrEqual(360)
  expect(costs('full')).toBeLessThanOrEqual(900)
  expect(plan.bill.find(({ key, part }) => key === 'exhaustible' && part === 8)?.requests).toBeGreaterThan(
    1_000,
  )
  expect(new Set(plan.inconclusive.map(({ reason }) => reason))).toEqual(
    new Set(['not run: beyond the budget of 120 requests (raise --budget)']),
  )
}, 120_000)

// Whole runs: ample on a machine that has other things to do.
vi.setConfig({ testTimeout: 60_000 })

const KEYS: readonly (readonly (keyof Target['keys'])[])[] = [['main'], ['main', 'other']]

/** Without writes there are fewer cases, which the same budget reaches for: one profile shows it. */
const COMBINATIONS = (['smoke', 'standard', 'full'] as const).flatMap((profile) =>
  KEYS.flatMap((keys) =>
    (profile === 'standard' ? [false, true] : [true]).map((writes) => ({ profile, keys, writes })),
  ),
)

test.each(COMBINATIONS)(
  'the default budget of $profile with the keys $keys, writes $writes, reaches for every case, and the plan stays within it',
  async ({ profile, keys, writes }) => {
    const alone = !keys.includes('other')
    const options = { ...OPTIONS, ...defaultsOf(profile, alone), profile, writes }
    const cases = selectCases(SCOPE, options).filter(
      ({ needs }) => !needs.includes('exhaustibleKey') && (writes || !needs.includes('writes')),
    )
    const service = inProcessTarget()
    const held = Object.fromEntries(keys.map((label) => [label, service.keys[label]]))
    try {
      const { record } = await verifyTarget({ ...service, keys: held }, { ...SCOPE, cases }, options)
      const fuzzRuns = affordableFuzzRuns(cases, options.budget, options, alone)
      const planned = await rehearse(SCOPE.catalogue, cases, held, { ...options, fuzzRuns })

      expect(record.cases.filter(({ reason }) => reason?.startsWith('not run'))).toEqual([])
      expect(record.requests.byKey.main).toBeLessThanOrEqual(options.budget)
      expect(
        planned.filter(({ key }) => key === 'main').reduce((sum, { requests }) => sum + requests, 0),
      ).toBeLessThanOrEqual(options.budget)
    } finally {
      await service.close()
    }
  },
)

import { expect, test, vi } from 'vitest'
import { CASES } from '../../suites/index.ts'
import { SETUP } from '../composition.ts'
import { inProcessTarget, selectCases } from '../testing/bound.ts'
import { verifyTarget } from './index.ts'
import { defaultsOf } from './options.ts'
import type { Target } from './target.ts'
import { OPTIONS } from './testing/whole-run.ts'
import { rehearse } from './plan.ts'
import { affordableFuzzRuns } from './quota.ts'

// Whole runs: ample on a machine that has other things to do.
vi.setConfig({ testTimeout: 60_000 })

const KEYS: readonly (readonly (keyof Target['keys'])[])[] = [['main'], ['main', 'other']]

const COMBINATIONS = (['smoke', 'standard', 'full'] as const).flatMap((profile) =>
  KEYS.flatMap((keys) => [false, true].map((writes) => ({ profile, keys, writes }))),
)

test.each(COMBINATIONS)(
  'the default budget of $profile with the keys $keys, writes $writes, reaches for every case, and the plan stays within it',
  async ({ profile, keys, writes }) => {
    const alone = !keys.includes('other')
    const options = { ...OPTIONS, ...defaultsOf(profile, alone), profile, writes }
    const cases = selectCases(CASES, options).filter(
      ({ needs }) => !needs.includes('exhaustibleKey') && (writes || !needs.includes('writes')),
    )
    const service = inProcessTarget()
    const held = Object.fromEntries(keys.map((label) => [label, service.keys[label]]))
    try {
      const { record } = await verifyTarget({ ...service, keys: held }, cases, options)
      const fuzzRuns = affordableFuzzRuns(cases, options.budget, options, alone)
      const planned = await rehearse(SETUP, cases, held, { ...options, fuzzRuns })

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

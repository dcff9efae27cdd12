import { expect, test, vi } from 'vitest'
import { verifyTarget } from './index.ts'
import { inProcessTarget } from './in-process.ts'
import { PROFILE_DEFAULTS } from './options.ts'
import { SCOPE } from './scope.ts'
import { selectCases } from './selection.ts'
import { OPTIONS } from './testing/options.ts'

// Whole runs: ample on a machine that has other things to do.
vi.setConfig({ testTimeout: 60_000 })

const PROFILES = (['smoke', 'standard', 'full'] as const).flatMap((profile) => [
  { profile, alone: true },
  { profile, alone: false },
])

test.each(PROFILES)(
  'the default budget of $profile, the key under test alone $alone, reaches for every case',
  async ({ profile, alone }) => {
    const options = { ...OPTIONS, ...PROFILE_DEFAULTS[profile], profile }
    const cases = selectCases(SCOPE, options).filter(({ needs }) => !needs.includes('exhaustibleKey'))
    const service = inProcessTarget()
    const { main, other } = service.keys
    const keys = alone ? { main } : { main, other }
    try {
      const { record } = await verifyTarget({ ...service, keys }, { ...SCOPE, cases }, options)

      expect(record.cases.filter(({ reason }) => reason?.startsWith('not run'))).toEqual([])
      expect(record.requests.byKey.main).toBeLessThanOrEqual(options.budget)
    } finally {
      await service.close()
    }
  },
)

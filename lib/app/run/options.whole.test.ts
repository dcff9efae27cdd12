import { expect, test, vi } from 'vitest'
import { verifyTarget } from './index.ts'
import { inProcessTarget } from './in-process.ts'
import { PROFILE_DEFAULTS } from './options.ts'
import { SCOPE } from './scope.ts'
import { selectionOf } from './selection.ts'
import { OPTIONS } from './testing/options.ts'

// Whole runs: ample time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

test.each(['smoke', 'standard', 'full'] as const)(
  'the default budget of %s reaches for every case, also without a second key',
  async (profile) => {
    const options = { ...OPTIONS, ...PROFILE_DEFAULTS[profile], profile }
    const cases = selectionOf(SCOPE, options).cases.filter(({ needs }) => !needs.includes('exhaustibleKey'))
    const service = inProcessTarget()
    const { main } = service.keys
    try {
      const { record } = await verifyTarget({ ...service, keys: { main } }, { ...SCOPE, cases }, options)

      expect(record.cases.filter(({ reason }) => reason?.startsWith('Not sent'))).toEqual([])
    } finally {
      await service.close()
    }
  },
)

import { describe, expect, test, vi } from 'vitest'
import type { Charge } from '../../fixtures/reference/index.ts'
import { defaultSeams, type SeamOverrides } from '../../fixtures/reference/index.ts'
import { SMOKE_CASES, wholeRun } from './testing/whole-run.ts'

// Whole runs: ample on a machine that has other things to do.
vi.setConfig({ testTimeout: 60_000 })

const warnedOf = (warnings: readonly string[]): string[] =>
  warnings.filter((text) => text.includes('somebody else'))

const QUIET: Record<string, SeamOverrides> = {
  'a service as it is': {},
  'an allowance that refills request by request': {
    charge: (key, call): Charge => {
      const charge = defaultSeams.charge(key, call)
      const remaining = Math.min(1000, charge.remaining + Math.floor(call.number / 3))
      return { ...charge, limited: false, remaining }
    },
  },
  'errors that cost nothing': {
    respond: (call, response) => {
      const spent = call.key === undefined ? undefined : call.state.spending.get(call.key)
      if (response.status >= 400 && call.charge !== undefined && spent !== undefined) spent.used -= 1
      return response
    },
  },
  'a window that opens in the middle of the run': { allowance: { windowSeconds: 0 } },
}

describe('a service that nobody else uses is not suspected', () => {
  test.each(Object.keys(QUIET))('%s', async (name) => {
    const { record } = await wholeRun({ reference: { seams: QUIET[name] ?? {} }, cases: SMOKE_CASES })

    expect(warnedOf(record.settings.warnings)).toEqual([])
  })
})

test('somebody who spends the key under test during the run is reported, and nothing is blamed on the target', async () => {
  const { record } = await wholeRun({
    through: (reference, { baseUrl, keys }) => {
      let count = 0
      const spend = (): Promise<unknown> =>
        reference({
          method: 'GET',
          url: `${baseUrl}/me`,
          headers: [['Authorization', `Bearer ${keys.main}`]],
        })
      return async (request) => {
        count += 1
        if (count % 50 === 0) await Promise.all(Array.from({ length: 20 }, spend))
        return reference(request)
      }
    },
  })

  expect(warnedOf(record.settings.warnings)).toHaveLength(1)
  expect(record.requirements.filter(({ verdict }) => verdict === 'failed')).toEqual([])
})

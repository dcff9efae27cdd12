import { describe, expect, onTestFinished, test } from 'vitest'
import { MUTANTS } from '../../fixtures/mutants/index.ts'
import { startReference } from '../../fixtures/reference/index.ts'
import { SETUP } from '../composition.ts'
import { verify } from '../index.ts'
import { replayOf } from '../report/evidence.ts'
import { wholeRun } from './testing/whole-run.ts'

/** A sample of all families; `REPLAYS=all` tries every mutant, which takes half an hour. */
const SAMPLE = process.env['REPLAYS'] === 'all' ? 1 : 160

const sampled = MUTANTS.filter((_, index) => index % SAMPLE === 0)

describe('the printed replay of a violation shows it again', { timeout: 180_000 }, () => {
  test.each(sampled.map((mutant) => [mutant.id, mutant] as const))(
    '%s',
    async (_, { breaks, profile, seams }) => {
      // A fault that remembers earlier requests remembers them at the replay, as a service does that was not restarted.
      const reference = { seams: seams() }
      const full = profile === 'full'
      const run = {
        reference,
        options: { budget: 900, floor: 0, fuzzRuns: full ? 200 : 5, ...(profile && { profile }) },
      }
      const { record } = await wholeRun({ ...run, cases: SETUP.cases })
      const violated = record.requirements.find(({ id }) => id === breaks)
      expect(violated?.verdict).toBe('failed')
      const { only, cases, seed, fuzzRuns } = replayOf(record, breaks, violated?.findings[0])

      const options = { ...run.options, only: [only], ...(cases.length > 0 && { cases }), seed, fuzzRuns }
      const replayed = async (service: typeof reference): Promise<string> => {
        const again = await wholeRun({ reference: service, cases: SETUP.cases, options })
        const verdict = again.record.requirements.find(({ id }) => id === breaks)?.verdict
        return `${verdict}, exit code ${again.record.exitCode}`
      }

      // Some faults show themselves only before, others only after a restart.
      const first = await replayed(reference)
      const shown = 'failed, exit code 1'
      expect(first === shown ? first : await replayed({ seams: seams() })).toBe(shown)
    },
  )
})

test('a violation at one item of a page is shown by the read of that item', async () => {
  const mutant = MUTANTS.find(({ id }) => id === 'hidden-fields/won-lead')
  const service = await startReference({ seams: mutant?.seams() ?? {} })
  onTestFinished(() => service.close())
  const { baseUrl, keys } = service
  const record = await verify({ baseUrl, apiKey: keys.main, only: ['LEAD-06'], profile: 'smoke' })
  const [finding] = record.requirements.find(({ id }) => id === 'LEAD-06')?.findings ?? []
  const shown = record.exchanges.find(({ id }) => id === finding?.exchanges[0])

  expect(finding?.pointer).toMatch(/^\/data\/0\/?/)
  expect(shown?.request.url).toMatch(/\/leads\?limit=1&offset=\d+$/)
  expect(shown?.shortCurl).toContain('limit=1&offset=')
  expect(finding?.exchanges.length).toBeGreaterThan(1)
})

import { describe, expect, test } from 'vitest'
import { MUTANTS } from '../../fixtures/mutants/index.ts'
import { SETUP } from '../composition.ts'
import { replayOf } from '../report/evidence.ts'
import { wholeRun } from './testing/whole-run.ts'

/** A sample of all families; `REPLAYS=all` tries every mutant, which takes half an hour. */
const SAMPLE = process.env['REPLAYS'] === 'all' ? 1 : 160

const sampled = MUTANTS.filter((_, index) => index % SAMPLE === 0)

describe('the printed replay of a violation shows it again', { timeout: 180_000 }, () => {
  test.each(sampled.map((mutant) => [mutant.id, mutant] as const))(
    '%s',
    async (_, { breaks, profile, seams }) => {
      const run = {
        reference: { seams: seams() },
        options: { budget: 900, floor: 0, fuzzRuns: 5, ...(profile && { profile }) },
      }
      const { record } = await wholeRun({ ...run, cases: SETUP.cases })
      const violated = record.requirements.find(({ id }) => id === breaks)
      expect(violated?.verdict).toBe('failed')
      const { only, cases, seed, fuzzRuns } = replayOf(record, breaks, violated?.findings[0])

      const again = await wholeRun({
        reference: { seams: seams() },
        cases: SETUP.cases,
        options: { ...run.options, only: [only], ...(cases.length > 0 && { cases }), seed, fuzzRuns },
      })

      expect(again.record.requirements.find(({ id }) => id === breaks)?.verdict).toBe('failed')
      expect(again.record.exitCode).toBe(1)
    },
  )
})

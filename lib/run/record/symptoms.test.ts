import { SETUP } from '../../composition.ts'
import { expect, test } from 'vitest'
import { MUTANTS } from '../../../fixtures/mutants/index.ts'
import { cleanRun } from '../../report/testing/sample-records.ts'
import { sampleFinding } from '../../report/testing/sample-parts.ts'
import { withSymptoms } from './symptoms.ts'

const clean = cleanRun()

test('names seeded faults that break the same requirement, for what is violated only', async () => {
  const [first, ...others] = clean.requirements
  const finding = sampleFinding('TIME-01', {
    where: 'GET /bookings',
    expected: 'a timestamp of the form YYYY-MM-DDThh:mm:ssZ',
    received: 'string "2026-11-20T20:41:54.000Z"',
    pointer: '/data/0/created_at',
  })
  const broken = { ...first!, id: 'TIME-01', verdict: 'failed', findings: [finding] } as const
  const { requirements } = await withSymptoms({ ...clean, requirements: [broken, ...others] }, SETUP.embedded)

  const named = requirements[0]?.mutants ?? []
  expect(named.length).toBeGreaterThan(0)
  expect(named.length).toBeLessThanOrEqual(3)
  for (const id of named) expect(MUTANTS.find((mutant) => mutant.id === id)?.breaks).toBe('TIME-01')
  expect(requirements.slice(1).flatMap(({ mutants = [] }) => mutants)).toEqual([])
})

test('leaves a record without violations as it is', async () => {
  expect(await withSymptoms(clean, SETUP.embedded)).toBe(clean)
})

import { expect, test } from 'vitest'
import { MUTANTS } from '../../../fixtures/mutants/index.ts'
import { defaultSeams, type SeamOverrides } from '../../../fixtures/reference/index.ts'
import { CASES } from '../../../suites/index.ts'
import { cover, touched } from './coverage.ts'
import { exposed } from './exposure.ts'
import { casesFor, frozenClock, proofOptions } from './settings.ts'

const coverage = cover(casesFor('ME-01', CASES), proofOptions(3, 1))

async function questionsOf(seams: SeamOverrides): Promise<readonly string[] | undefined> {
  const { exposure, whole } = await coverage
  return exposed(exposure, whole.script, seams)?.map((step) => {
    const { method, url } = whole.script.steps[step]?.request ?? { method: '', url: '' }
    return `${method} ${new URL(url).pathname}`
  })
}

test('a step that reads is seen in the questions that pass it, asked with all that changes what is kept', async () => {
  const asked = await questionsOf({ serialize: { booking: defaultSeams.serialize.booking } })
  const { whole } = await coverage

  expect(asked).toContain('GET /v1/bookings')
  expect(asked).toContain('POST /v1/leads')
  expect(asked).not.toContain('GET /v1/leads')
  expect(asked?.length).toBeLessThan(whole.script.steps.length / 2)
})

test.each<[string, SeamOverrides]>([
  ['that every question passes', { respond: defaultSeams.respond }],
  ['that writes', { writes: { patch: defaultSeams.writes.patch } }],
  ['that tells of events', { events: { listens: defaultSeams.events.listens } }],
  ['that is a plain value', { maxBodyLength: 3 }],
])('a step %s needs every question', async (_how, seams) => {
  expect(await questionsOf(seams)).toBeUndefined()
})

test('fewer questions find the same cases', async () => {
  const some = MUTANTS.filter((_, n) => n % 60 === 7)
  for (const { seams } of some) {
    const reference = { now: frozenClock, seams: seams() }
    // oxlint-disable-next-line no-await-in-loop -- hundreds of services at once are no use
    const few = await touched(await coverage, reference)
    // oxlint-disable-next-line no-await-in-loop
    const all = await touched(await coverage, { ...reference, latencyMs: 0 })
    expect(few.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
  }
})

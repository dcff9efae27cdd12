import { expect, test } from 'vitest'
import { MUTANTS } from '../../fixtures/mutants/index.ts'
import type { SeamOverrides } from '../../fixtures/reference/index.ts'
import { CASES } from '../../suites/index.ts'
import { inProcessTarget } from '../run/in-process.ts'
import { cover, touched } from './coverage.ts'
import { play, recorded } from './script.ts'
import { casesFor, frozenClock, proofOptions } from './settings.ts'

const cases = casesFor('ME-01', CASES)
const coverage = cover(cases, proofOptions(3, 1))
const touchedBy = async (seams: SeamOverrides): Promise<readonly string[]> =>
  (await touched(await coverage, { id: 'this/one', seams: () => seams })).map(({ id }) => id)

/** Something more in the answers of one operation. */
const marked = (method: string, path: RegExp): SeamOverrides => ({
  respond: ({ request }, response) =>
    request.method === method && path.test(request.url)
      ? { ...response, headers: [...response.headers, ['X-Mark', '1']] }
      : response,
})

test('a service that answers as ever matters to no case', async () => {
  expect(await touchedBy({})).toEqual([])
})

test('an answer matters to the cases that looked at it, and to no other', async () => {
  const ids = await touchedBy(marked('GET', /\/analytics\/summary/))

  expect(ids.length).toBeGreaterThan(0)
  expect(ids.length).toBeLessThan(cases.length / 2)
  expect(ids.some((id) => id.startsWith('GET-ANALYTICS-'))).toBe(true)
  expect(ids.filter((id) => /^(?:ADD-NOTE|LIST-BOOKINGS)-/.test(id))).toEqual([])
})

test('a list that the workspace was first known by matters to the cases whose needs it meets', async () => {
  const ids = await touchedBy(marked('GET', /\/leads\?limit=100$/))
  const needing = cases.filter(({ needs }) => needs.includes('lead')).map(({ id }) => id)

  expect(needing.length).toBeGreaterThan(0)
  expect(needing.filter((id) => !ids.includes(id))).toEqual([])
})

test('a key that is not known matters to every case', async () => {
  expect(await touchedBy(marked('GET', /\/me$/))).toHaveLength(cases.length)
})

test('a delivery matters to the cases that wait for one', async () => {
  const ids = await touchedBy({ events: { deliveries: () => [] } })
  const waiting = cases.filter(({ needs }) => needs.includes('webhooks')).map(({ id }) => id)
  expect(waiting.filter((id) => !ids.includes(id))).toEqual([])
})

test('asking the changed steps alone leaves out no case that asking every question finds', async () => {
  const family = MUTANTS.filter(
    ({ id, breaks }) => /^(?:details|leads|order)\//.test(id) && !breaks.startsWith('INPUT'),
  )
  const some = family.filter((_, n) => n % 9 === 4)
  for (const mutant of some) {
    // oxlint-disable-next-line no-await-in-loop -- hundreds of services at once are no use
    const few = await touched(await coverage, mutant, family)
    // oxlint-disable-next-line no-await-in-loop -- settings make it a service that nothing is known of
    const all = await touched(await coverage, { ...mutant, options: () => ({}) })
    expect(all.filter((one) => !few.includes(one)).map(({ id }) => `${mutant.id}: ${id}`)).toEqual([])
  }
})

test('what was asked side by side is asked so again', async () => {
  let together = 0
  let most = 0
  const { target, script } = recorded(inProcessTarget({ now: frozenClock }))
  const ask = (path: string): Promise<unknown> =>
    target.transport({ method: 'GET', url: `${target.baseUrl}${path}`, headers: [] })
  await ask('/me')
  await Promise.all([ask('/leads'), ask('/bookings'), ask('/chatbots')])
  await target.close()

  const other = inProcessTarget({ now: frozenClock })
  const { responses } = await play(script, {
    ...other,
    transport: async (request, signal) => {
      most = Math.max(most, (together += 1))
      return other.transport(request, signal).finally(() => {
        together -= 1
      })
    },
  })

  expect(most).toBe(3)
  expect(responses.map((response) => response?.status)).toEqual([401, 401, 401, 401])
})

test('a request without an answer is a difference', async () => {
  const { target, script } = recorded(inProcessTarget({ now: frozenClock }))
  await target.transport({ method: 'GET', url: `${target.baseUrl}/me`, headers: [] })
  const { responses } = await play(script, { ...target, transport: () => Promise.reject(new Error('lost')) })

  expect(responses).toEqual([undefined])
})

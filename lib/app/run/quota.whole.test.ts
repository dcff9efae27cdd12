import type { RunRecord } from '../report/record.ts'
import { describe, expect, test, vi } from 'vitest'
import type { Transport } from '../../engine/http/transport.ts'
import type { Target } from './target.ts'
import { FRUGAL_CASES, SMOKE_CASES, wholeRun, withVerdict } from './testing/whole-run.ts'

// Whole runs: ample time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

/** The service after `spent` requests of the key. */
const afterSpending =
  (spent: number, key: 'main' | 'other' = 'main') =>
  (reference: Transport, { baseUrl, keys }: Pick<Target, 'baseUrl' | 'keys'>): Transport => {
    let ready: Promise<void> | undefined
    const spend = async (): Promise<void> => {
      for (let i = 0; i < spent; i++)
        await reference({
          method: 'GET',
          url: `${baseUrl}/me`,
          headers: [['Authorization', `Bearer ${keys[key]}`]],
        })
    }
    return async (request) => {
      ready ??= spend()
      await ready
      return reference(request)
    }
  }

const leftOut = (record: Awaited<ReturnType<typeof wholeRun>>['record']): readonly string[] => [
  ...new Set(record.cases.flatMap(({ reason }) => (reason?.startsWith('Not sent') ? [reason] : []))),
]

describe('a budget that does not reach for all', () => {
  test('is not passed, and nothing is accused', async () => {
    const budget = 60
    const { record } = await wholeRun({ options: { budget } })

    // Some further requests restore changes.
    expect(record.requests.byKey.main).toBeLessThanOrEqual(budget + 10)
    expect(record.requests.byKey.main).toBeGreaterThanOrEqual(Math.floor(budget * 0.6))
    expect(record.requirements.filter(({ verdict }) => verdict === 'failed' || verdict === 'error')).toEqual(
      [],
    )
    expect(leftOut(record)).toEqual([
      expect.stringMatching(`^Not sent: the budget of ${budget} requests is used up`),
    ])
    expect(changedBy(record)).toEqual([])
  })

  test('that does not even reach for discovery is reported before the run', async () => {
    await expect(wholeRun({ options: { budget: 3 } })).rejects.toThrow(
      'a budget of 3 requests does not even reach for discovery: raise --budget',
    )
  })
})

const withRemainingOf = (
  answer: Awaited<ReturnType<Transport>>,
  remaining: string,
): Awaited<ReturnType<Transport>> => ({
  ...answer,
  headers: answer.headers.map(
    ([name, value]) => [name, /remaining/i.test(name) ? remaining : value] as const,
  ),
})

describe('one answer that says that nothing is left stops no run', () => {
  test('where each 404 says so', async () => {
    const { record } = await wholeRun({
      through: (reference) => async (request) => {
        const answer = await reference(request)
        return answer.status === 404 ? withRemainingOf(answer, '0') : answer
      },
    })
    expect(record.cutShort).toBeUndefined()
    expect(leftOut(record)).toEqual([])
    expect(withVerdict({ record }, 'passed').length).toBeGreaterThan(200)
  })

  test('where the very first one does', async () => {
    let asked = 0
    const { record } = await wholeRun({
      cases: SMOKE_CASES,
      through: (reference) => async (request) => {
        const answer = await reference(request)
        return ++asked === 1 ? withRemainingOf(answer, '0') : answer
      },
    })
    expect(record.cutShort).toBeUndefined()
  })
})

describe('an hour of which much is spent', () => {
  test('ends the run at the floor, with what is left', async () => {
    const { record } = await wholeRun({ through: afterSpending(820) })

    // Of the 180 remaining requests, 100 are reserved. Some further requests restore changes.
    expect(record.requests.byKey.main).toBeLessThan(180 - 100 / 2)
    expect(leftOut(record)).toEqual([
      'Not sent: only the reserved 100 requests of CONFORMANCE_API_KEY remain in this hour (--floor; --wait waits for the next).',
    ])
    expect(record.requirements.filter(({ verdict }) => verdict === 'failed')).toEqual([])
  })

  test.each([
    // The service was asked again.
    [950, 48],
    [1000, 0],
  ])('is reported before the run where the floor is reached already: %d', async (spent, left) => {
    await expect(wholeRun({ through: afterSpending(spent) })).rejects.toThrow(
      `the key in CONFORMANCE_API_KEY has ${left} requests left in this hour, and 100 are to stay unspent (--floor): the window opens in 60 minutes (--wait waits for it)`,
    )
  })
})

test('the key of the second workspace has a floor, too', async () => {
  let sent = 0
  const { record } = await wholeRun({
    through: (reference, target) => {
      const spending = afterSpending(880, 'other')(reference, target)
      return (request) => {
        if (request.headers.some(([, value]) => value.endsWith(String(target.keys.other)))) sent += 1
        return spending(request)
      }
    },
  })

  // Of the 120 remaining requests, 100 are reserved; requests that are pending when the floor is reached
  // count as well.
  expect(sent).toBeLessThan(120 - 100 / 2)
  expect(record.requirements.filter(({ verdict }) => verdict === 'failed')).toEqual([])
  expect(
    record.requirements.some(({ reason = '' }) =>
      reason.includes('requests of CONFORMANCE_OTHER_API_KEY remain'),
    ),
  ).toBe(true)
})

test('restoring may pass the floor: what was changed is put back', async () => {
  let patches = 0
  const { record } = await wholeRun({
    options: { floor: 0 },
    cases: FRUGAL_CASES.filter(({ requirements: [first] }) => first.startsWith('PATCH-CONVERSATION')),
    // After the first update, the key seems spent.
    through: (reference) => async (request) => {
      const answer = await reference(request)
      if (request.method === 'PATCH') patches += 1
      return patches === 0
        ? answer
        : { ...answer, headers: answer.headers.map(([n, v]) => [n, /remaining/i.test(n) ? '0' : v] as const) }
    },
  })

  expect(changedBy(record)).toEqual([])
  expect(patches).toBeGreaterThan(1)
})

test('429 without a word on what is left breaks the rule of the headers, and no other', async () => {
  let count = 0
  const { record } = await wholeRun({
    through: (reference) => async (request) => {
      count += 1
      if (count < 60) return reference(request)
      const body = Buffer.from('{"error":"slow down","code":"rate_limited"}')
      return { status: 429, headers: [['Content-Type', 'application/json']], body }
    },
  })

  expect(withVerdict({ record }, 'failed')).toEqual(['RATE-01'])
  expect(withVerdict({ record }, 'error')).toEqual([])
})

test('--wait waits for the window, as long as it says and a minute, and then exercises all', async () => {
  const waits: number[] = []
  const { record } = await wholeRun({
    onWait: (ms) => waits.push(ms),
    reference: { seams: { allowance: { limit: 40, windowSeconds: 2 } } },
    options: { wait: true, floor: 5 },
    cases: SMOKE_CASES,
  })

  expect(leftOut(record)).toEqual([])
  expect(record.requests.byKey.main).toBeGreaterThan(40)
  expect(waits).not.toEqual([])
  // The header gives whole seconds.
  expect(waits.filter((ms) => ms < 60_000 || ms > 63_000)).toEqual([])
})

/** Changes that were not restored, except that an update cannot set null. */
function changedBy({ footprint }: RunRecord): RunRecord['footprint'] {
  return footprint.filter(({ kind, note }) => kind === 'changed' && !note.startsWith('tags were null'))
}

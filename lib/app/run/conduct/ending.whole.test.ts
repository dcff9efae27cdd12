import { describe, expect, test, vi } from 'vitest'
import { suite } from '../../../engine/case/suite.ts'
import type { WireRequest } from '../../../engine/http/exchange.ts'
import type { Transport, WireResponse } from '../../../engine/http/transport.ts'
import { TransportError } from '../../../engine/http/transport.ts'
import { validateRecord } from '../../report/validate-record.ts'
import { SMOKE_CASES, wholeRun, withVerdict } from '../testing/whole-run.ts'

// Whole runs: ample on a machine that has other things to do.
vi.setConfig({ testTimeout: 60_000 })

type Answering = (request: WireRequest, reference: Transport) => Promise<WireResponse>

/** The reference service up to the nth request, then something else. */
const after =
  (n: number, then: Answering) =>
  (reference: Transport): Transport => {
    let count = 0
    return (request, signal) => {
      count += 1
      return count <= n ? reference(request, signal) : then(request, reference)
    }
  }

const refused = (): Promise<never> =>
  Promise.reject(new TransportError('refused', 'h.example accepts no connection (ECONNREFUSED).'))

const reasons = (record: Awaited<ReturnType<typeof wholeRun>>['record']): string[] => [
  ...new Set(record.cases.flatMap(({ verdict, reason }) => (verdict === 'error' ? [reason ?? ''] : []))),
]

describe('a target that is lost in the middle of the run', () => {
  test('cuts it short, with the reason; what passed before stands', async () => {
    const { record } = await wholeRun({ through: after(120, refused) })

    expect(record).toMatchObject({
      verdict: 'incomplete',
      exitCode: 3,
      cutShort: true,
      problem: expect.stringContaining(
        'the target was lost in the middle of the run: h.example accepts no connection (ECONNREFUSED).',
      ),
    })
    expect(withVerdict({ record }, 'failed')).toEqual([])
    expect(withVerdict({ record }, 'passed').length).toBeGreaterThan(20)
    expect(
      reasons(record).filter((reason) => reason.startsWith('interrupted: the target was lost')),
    ).toHaveLength(1)
    // No further requests are sent to a target that is gone: most cases have sent nothing.
    const unstarted = record.cases.filter(({ requests }) => requests === 0)
    expect(unstarted.length).toBeGreaterThan(record.cases.length / 2)
  })
})

describe('a key that is rejected in the middle of the run', () => {
  const unauthorisedAnswer: Answering = async (request, reference) =>
    reference({ ...request, headers: request.headers.filter(([name]) => name !== 'Authorization') })
  const unauthorised = after(100, unauthorisedAnswer)

  test('cuts it short, and accuses nobody of the 401', async () => {
    const { record } = await wholeRun({ through: unauthorised })

    expect(record).toMatchObject({
      verdict: 'incomplete',
      exitCode: 3,
      cutShort: true,
      problem: expect.stringMatching(
        /^the target rejects the key in CONFORMANCE_API_KEY now \(401\), and answered 200 to it before/,
      ),
    })
    expect(withVerdict({ record }, 'failed')).toEqual([])
  })

  test('shows what was violated before', async () => {
    const typed = after(100, unauthorisedAnswer)
    const { record } = await wholeRun({
      through: (reference) =>
        typed(async (request, signal) => {
          const answer = await reference(request, signal)
          return request.url.endsWith('/me') && answer.status === 200
            ? { ...answer, body: Buffer.from('{"data":{"workspace":7}}') }
            : answer
        }),
    })

    expect(record).toMatchObject({
      verdict: 'failed',
      exitCode: 1,
      problem: expect.stringMatching(/^the target rejects the key in /),
    })
    const failed = record.requirements.filter(({ verdict }) => verdict === 'failed')
    expect(failed.map(({ endpoint }) => endpoint)).toContain('GET /me')
    expect(
      failed
        .flatMap(({ findings }) => findings)
        .filter(({ status, where }) => status === 401 || where !== 'GET /me'),
    ).toEqual([])
  })
})

describe('a run that takes too long', () => {
  test('ends at its deadline, whatever hangs', async () => {
    const hanging = suite('Hanging', {}, (verify) => {
      verify('GET-ME-01', 'never ends', {}, () => new Promise(() => {}))
    })
    const { record } = await wholeRun({
      cases: [...SMOKE_CASES, ...hanging.cases],
      options: { runTimeout: 0.4 },
    })

    expect(record.problem).toBe('the run took longer than --run-timeout allows')
    expect(reasons(record)).toEqual(['interrupted: the run took longer than --run-timeout allows'])
  })
})

describe('a fault of the tool', () => {
  test('in one case costs that case alone, and the run is no success', async () => {
    const faulty = suite('Faulty', {}, (verify) => {
      verify('GET-ME-01', 'throws', {}, () => Promise.reject(new TypeError('no such thing')))
      verify('GET-ME-01', 'throws at once', {}, () => {
        throw new TypeError('at once')
      })
    })
    const { record } = await wholeRun({ cases: [...faulty.cases, ...SMOKE_CASES] })

    expect(record).toMatchObject({
      verdict: 'error',
      exitCode: 2,
      problem: 'fault of the tool: TypeError: no such thing (in the case GET-ME-01/throws)',
    })
    expect(record.cases.filter(({ verdict }) => verdict === 'error').map(({ id }) => id)).toEqual([
      'GET-ME-01/throws',
      'GET-ME-01/throws-at-once',
    ])
  })
})

test('a run that stops at the first violation is red, and what it did not come to is inconclusive', async () => {
  const { record } = await wholeRun({
    reference: { seams: { wrap: { single: (data) => ({ me: data }) } } },
    options: { bail: 1 },
  })
  expect(record).toMatchObject({ verdict: 'failed', exitCode: 1, problemKind: 'stopped' })
  expect(withVerdict({ record }, 'error')).toEqual([])
  const unstarted = record.cases.filter(({ reasonKind }) => reasonKind === 'stopped')
  expect(unstarted.length).toBeGreaterThan(record.cases.length / 2)
  expect(new Set(unstarted.map(({ verdict, reason }) => `${verdict}: ${reason}`))).toEqual(
    new Set([`inconclusive: the run ${record.problem?.split(';')[0]}`]),
  )
  expect(validateRecord(record)).toEqual([])
})

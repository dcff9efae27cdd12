import { expect, test, vi } from 'vitest'
import type { Transport, WireResponse } from '../../engine/http/transport.ts'
import type { Target } from './target.ts'
import { SMOKE_CASES, wholeRun, withVerdict } from './testing/whole-run.ts'

// Whole runs: ample on a machine that has other things to do.
vi.setConfig({ testTimeout: 60_000 })

const REFUSAL: WireResponse = {
  status: 429,
  headers: [
    ['Content-Type', 'application/json'],
    ['Retry-After', '1'],
    ['X-RateLimit-Limit', '1000'],
    ['X-RateLimit-Remaining', '700'],
    ['X-RateLimit-Reset', '1800'],
  ],
  body: Buffer.from('{"error":"slow down","code":"rate_limited"}'),
}

/** So many requests a second, on the clock of the target. */
const perSecond =
  (most: number) =>
  (reference: Transport, { clock }: Target): Transport => {
    let sent: number[] = []
    return (request) => {
      const now = clock?.now() ?? 0
      sent = sent.filter((at) => at > now - 1000)
      if (sent.length >= most) return Promise.resolve(REFUSAL)
      sent.push(now)
      return reference(request)
    }
  }

/** No write after so many. */
const writes =
  (most: number) =>
  (reference: Transport): Transport => {
    let sent = 0
    return (request) =>
      request.method !== 'GET' && ++sent > most ? Promise.resolve(REFUSAL) : reference(request)
  }

const rateLimited = ({ record }: Awaited<ReturnType<typeof wholeRun>>): readonly string[] =>
  record.requirements.flatMap(({ id, reasonKind }) => (reasonKind === 'rate-limited' ? [id] : []))

test('a limiter of requests a second is slowed down for, and leaves nothing unjudged', async () => {
  const run = await wholeRun({ through: perSecond(15), cases: SMOKE_CASES })

  expect([run.record.verdict, rateLimited(run)]).toEqual(['passed', []])
  expect(withVerdict(run, 'passed')).toContain('OPEN-36')
  expect(run.record.settings.warnings).toContainEqual(
    expect.stringMatching(/were refused by a limiter \(429, Retry-After: 1\); the run slowed down to \d+/),
  )
})

test('a limiter that lets no more writes pass is waited for no longer than a minute, and accused of nothing', async () => {
  const started: number[] = []
  const run = await wholeRun({
    through: (reference, target) => {
      started.push(target.clock?.now() ?? 0)
      const limited = writes(30)(reference)
      return (request) => {
        started[1] = target.clock?.now() ?? 0
        return limited(request)
      }
    },
  })
  const [from = 0, to = 0] = started

  expect(to - from).toBeLessThan(90_000)
  expect(withVerdict(run, 'failed')).toEqual([])
  expect(rateLimited(run)).not.toEqual([])
  expect(run.record.settings.warnings).toContainEqual(expect.stringContaining('for a limiter of the target'))
})

import { expect, test, vi } from 'vitest'
import type { Transport, WireResponse } from '../../engine/http/transport.ts'
import type { Target } from './target.ts'
import { SMOKE_CASES, wholeRun, withVerdict } from './testing/whole-run.ts'

// Whole runs: ample time on a busy machine.
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

/** This many requests a second, on the clock of the target. */
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

import { expect, test } from 'vitest'
import { answerOf } from './testing/answers.ts'
import { fakeClient } from './testing/fake-client.ts'
import { runCase, sessionOf } from './testing/run-case.ts'
import { page } from './testing/tables.ts'
import type { CaseOutcome } from './outcome.ts'
import { notVanished } from './vanished.ts'

/** What becomes of a case that looks at lead `l`, which is answered with `status`, while the list shows some ids. */
async function outcomeOf(status: number, listed: readonly string[]): Promise<CaseOutcome> {
  const session = sessionOf(fakeClient(() => page(listed.map((id) => ({ id })))))
  return runCase(session, async (ctx) => {
    const answer = answerOf({}, { id: 1, path: '/leads/l', status })
    await notVanished(ctx, 'GET /leads', 'l', answer)
    ctx.expect(answer).toSatisfy(status === 200, 'status 200', `status ${status}`)
  })
}

test.each([
  [404, ['l'], 'failed'],
  [404, ['k'], 'inconclusive'],
  [500, ['k'], 'failed'],
  [200, ['k'], 'passed'],
] as const)('status %s with %j in the list: %s', async (status, listed, verdict) => {
  expect((await outcomeOf(status, listed)).verdict).toBe(verdict)
})

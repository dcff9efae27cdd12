import type { Context } from '../case.ts'
import type { CaseOutcome } from '../../harness/outcome.ts'
import { discoveryOf } from './answers.ts'
import { type Asked, fakeClient, type Reaction } from './fake-client.ts'
import { runCase, sessionOf } from './run-case.ts'

/** A service that states what remains, computed from the number and kind of requests. */
export const counting =
  (
    remaining: (count: number, asked: Asked) => number | string,
    status: (count: number) => number = () => 200,
  ): Reaction =>
  (asked, count) => ({
    status: status(count),
    headers: [['X-RateLimit-Remaining', String(remaining(count, asked))]],
  })

/** The outcome of something that spends a key of a service. */
export async function within<T>(
  react: Reaction,
  run: (ctx: Context) => Promise<T>,
): Promise<{ outcome: CaseOutcome; value?: T }> {
  let value: T | undefined
  const session = sessionOf(fakeClient(react), { discovery: discoveryOf({}) })
  const outcome = await runCase(
    session,
    async (ctx) => {
      value = await run(ctx)
    },
    { phase: 'spend' },
  )
  return { outcome, ...(value === undefined ? {} : { value }) }
}

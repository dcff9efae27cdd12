import type { CaseDefinition, Phase } from '../../harness/case.ts'
import { execute } from '../../harness/execute.ts'
import type { CaseOutcome } from '../../harness/outcome.ts'
import type { Session } from '../../harness/session.ts'
import { sessionWith } from '../../harness/testing/session.ts'
import type { Asked, FakeClient, Reaction } from '../../http/testing/fake-client.ts'
import { type Context, type Lane, suite } from '../case.ts'
import { API } from '../index.ts'
import type { Need } from '../needs.ts'
import { discoveryOf } from './answers.ts'
import { fakeClient } from './fake-client.ts'

/** A session for tests: by default a fake service and an empty workspace. */
export function sessionOf(client: FakeClient = fakeClient(() => ({})), more: Partial<Session> = {}): Session {
  return sessionWith({ api: API, client, discovery: discoveryOf({}) }, more)
}

interface Terms<N extends Need> {
  readonly needs?: readonly N[]
  readonly phase?: Phase
  readonly lane?: Lane
  readonly title?: string
  readonly cost?: number
  readonly requirements?: readonly [string, ...string[]]
}

/** One case in a suite of its own; by default a reading one. */
export function caseOf<N extends Need = Need>(
  run: (ctx: Context<N>) => Promise<void>,
  {
    phase = 'read',
    lane,
    title = 'holds',
    cost = 1,
    needs = [],
    requirements = ['GET-ME-01'],
  }: Terms<N> = {},
): CaseDefinition {
  const setting = lane === undefined ? { phase } : { phase, lane }
  const [definition] = suite('a suite', setting, (verify) => {
    verify(requirements, title, { needs, cost }, run)
  }).cases
  if (definition === undefined) throw new Error('no case was defined')
  return definition
}

/** Runs one case in a session. */
export function runCase<N extends Need = Need>(
  session: Session,
  run: (ctx: Context<N>) => Promise<void>,
  terms: Terms<N> = {},
): Promise<CaseOutcome> {
  return execute(caseOf(run, terms), session)
}

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

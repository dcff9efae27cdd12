import type { CaseDefinition, Phase } from '../case.ts'
import { execute } from '../execute.ts'
import type { CaseOutcome } from '../outcome.ts'
import type { Session } from '../session.ts'
import { sessionWith } from './session.ts'
import type { FakeClient } from '../../http/testing/fake-client.ts'
import { type Context, type Lane, suite } from '../context.ts'
import { API } from '../../../suites/api.ts'
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

import { Findings } from '../../judge/doubt.ts'
import { Answer } from '../answer.ts'
import { Patience } from '../../http/patience.ts'
import { simulatedClock } from '../../http/testing/clock.ts'
import type { Context } from '../context.ts'
import { type CaseDefinition, type Phase, suite } from '../suite.ts'
import { schedule } from '../schedule.ts'
import type { Need } from '../needs.ts'
import type { CaseOutcome } from '../outcome.ts'
import { Memo, RunStore } from '../run-store.ts'
import type { Session } from '../session.ts'
import { discoveryOf } from './answers.ts'
import { fakeClient, type FakeClient } from './fake-client.ts'

/** A session for tests: by default a fake service and an empty workspace. */
export function sessionOf(client: FakeClient = fakeClient(() => ({})), more: Partial<Session> = {}): Session {
  return {
    client,
    spender: client,
    discovery: discoveryOf({}),
    memo: new Memo(),
    store: new RunStore(),
    patience: new Patience(simulatedClock()),
    found: new Findings(),
    left: () => Infinity,
    deliveries: { first: () => Promise.resolve(undefined), all: () => [] },
    settings: { seed: 1, inputs: 'values', keys: {}, apexUrl: undefined },
    answersTo: (operation) =>
      client.exchanges.filter((one) => one.operation === operation).map((one) => new Answer(one)),
    observed: [],
    late: () => [],
    runMark: 'cac-test',
    ...more,
  }
}

interface Terms<N extends Need> {
  readonly needs?: readonly N[]
  readonly phase?: Phase
  readonly lane?: string
  readonly title?: string
  readonly smoke?: boolean
  readonly deep?: boolean
  readonly requirements?: readonly [string, ...string[]]
}

/** One case in a suite of its own; by default a reading one. */
export function caseOf<N extends Need = Need>(
  run: (ctx: Context<N>) => Promise<void>,
  { phase, lane, title = 'holds', requirements = ['GET-ME-01'], ...terms }: Terms<N> = {},
): CaseDefinition {
  const [definition] = suite('a suite', { phase, lane }, (verify) => {
    verify(requirements, title, { ...terms }, run)
  }).cases
  if (definition === undefined) throw new Error('no case was defined')
  return definition
}

/** Runs one case in a session. */
export async function runCase<N extends Need = Need>(
  session: Session,
  run: (ctx: Context<N>) => Promise<void>,
  terms: Terms<N> = {},
): Promise<CaseOutcome> {
  const [outcome] = await schedule([caseOf(run, terms)], session)
  if (outcome === undefined) throw new Error('the case was not run')
  return outcome
}

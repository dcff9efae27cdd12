/** Cases of the shelf, run against fake services: for tests of how the engine runs cases. */
import { Answer } from '../harness/answer.ts'
import {
  type CaseDefinition,
  type Context,
  type Setting,
  suite as anySuite,
  type Terms,
} from '../harness/case.ts'
import { execute } from '../harness/execute.ts'
import type { CaseOutcome } from '../harness/outcome.ts'
import type { Session } from '../harness/session.ts'
import { sessionWith } from '../harness/testing/session.ts'
import type { Exchange } from '../http/exchange.ts'
import { type Given, jsonExchange } from '../http/testing/exchange.ts'
import { type FakeClient, fakeClientOf, type Reaction } from '../http/testing/fake-client.ts'
import type { RunRecord } from '../report/record.ts'
import { verifyTarget } from '../run/index.ts'
import type { RunOptions } from '../run/options.ts'
import { inProcessTarget } from '../run/target.ts'
import { OPTIONS } from '../run/testing/options.ts'
import { TOY_API, TOY_CONTRACT, TOY_SETUP, type ToyContext, type ToyDiscovery } from './toy-api.ts'

function operationAt(method: string, path: string): string | undefined {
  return TOY_CONTRACT.match(method, path)?.operation
}

/** An exchange with the shelf; by default `GET /status` and 200. */
export function exchangeOf(body: unknown, given: Given = {}): Exchange {
  return jsonExchange(body, { path: '/status', ...given }, operationAt)
}

/** An answer with this JSON body; by default to `GET /status`, and 200. */
export function answerOf(body: unknown, given: Given = {}): Answer {
  return new Answer(exchangeOf(body, given))
}

/** No answer, for this reason. */
export function noAnswer(kind: 'timeout' | 'reset' | 'budget', message = 'no answer came'): Answer {
  return answerOf(undefined, { failure: { kind, message } })
}

/** A real client with a fake service. */
export function fakeClient(react: Reaction, budget?: number): FakeClient {
  return fakeClientOf(operationAt, react, budget)
}

/** What discovery found; by default an empty shelf, and leave to write. */
export function discoveryOf(more: Partial<ToyDiscovery> = {}): ToyDiscovery {
  return { shelf: exchangeOf({ books: [] }, { path: '/books' }), writes: true, ...more }
}

/** A session for tests: by default an empty shelf, and a service that gives every request a 200. */
export function sessionOf(client: FakeClient = fakeClient(() => ({})), more: Partial<Session> = {}): Session {
  return sessionWith({ api: TOY_API, client, discovery: discoveryOf() }, more)
}

type Run = (ctx: ToyContext) => Promise<void>
type CaseTerms = Partial<Terms> &
  Pick<Setting, 'phase' | 'lane'> & {
    readonly title?: string
    readonly requirements?: readonly [string, ...string[]]
  }

/** One case in a suite of its own; by default a reading one. */
export function caseOf(
  run: Run,
  { phase = 'read', lane, title = 'holds', requirements = ['STATUS-1'], ...terms }: CaseTerms = {},
): CaseDefinition {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `TOY_API.context` made the context
  const runs = run as (ctx: Context) => Promise<void>
  const setting = lane === undefined ? { phase } : { phase, lane }
  const [definition] = anySuite('a suite', setting, (verify) =>
    verify(requirements, title, { cost: 1, ...terms }, runs),
  ).cases
  if (definition === undefined) throw new Error('no case was defined')
  return definition
}

/** Runs one case in a session. */
export function runCase(session: Session, run: Run, terms: CaseTerms = {}): Promise<CaseOutcome> {
  return execute(caseOf(run, terms), session)
}

/** The record of a whole run against the shelf, with the seeded fault of this id, if any. */
export async function recordOfShelf(fault?: string, options: Partial<RunOptions> = {}): Promise<RunRecord> {
  const { cases, embedded } = TOY_SETUP
  const mutant = (await embedded.mutants()).find(({ id }) => id === fault)
  const target = inProcessTarget(TOY_SETUP, { seams: mutant?.seams() ?? {} })
  const { record } = await verifyTarget(target, cases, { ...OPTIONS, floor: 0, ...options })
  return record
}

import type { RequestSpec, Send } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Patience } from '../http/patience.ts'
import type { Pass } from '../judge/doubt.ts'
import { listOf } from '../contract/operations.ts'
import type { Finding } from '../judge/finding.ts'
import { whereOf } from '../judge/judgements.ts'
import { Actor } from './actor.ts'
import { Answer } from './answer.ts'
import type { Context } from './context.ts'
import { type CaseDefinition, type Phase, READING } from './suite.ts'
import { Inconclusive, NoAnswer, Violation } from './exceptions.ts'
import { expectations } from './expect.ts'
import { meet, type Need, type Unmet, type World } from './needs.ts'
import type { Memo, RunStore } from './run-store.ts'
import { MOMENT_MS, quiet, showsOthersAtWork } from './certainty.ts'
import { type CaseOutcome, notRun } from './outcome.ts'
import type { Ended, Session, Shared } from './session.ts'

type CaseEnd = Pick<CaseOutcome, 'verdict' | 'reason' | 'reasonKind' | 'whole'>

/**
 * Runs a case, unless the run has ended or something is missing; never rejects.
 * @param pass - whether the case runs for the first or the second time
 * @param shared - results of steps and answers that several cases share; a second run shares them with other
 * second runs only
 */
export async function runCase(
  definition: CaseDefinition,
  session: Session,
  pass: Pass,
  shared: Shared = session,
): Promise<CaseOutcome> {
  const ended = session.ended?.()
  if (ended !== undefined) return notRun(definition, unfinished(ended))
  const prospect = meet(definition.needs, session.discovery)
  if (!prospect.met) return unmet(definition, prospect)
  return new Attempt(definition, session, pass, shared).run(prospect.world)
}

/**
 * The outcome of a case with an unmet need. If the list with the needed item cannot be read, that is the
 * reason, without the name of the need: so all needs that depend on the list have the same reason.
 */
function unmet(definition: CaseDefinition, { reason, unread, options }: Unmet): CaseOutcome {
  if (unread === undefined)
    return { ...notRun(definition, { verdict: 'inconclusive', reason, reasonKind: 'missing-need' }), options }
  try {
    const { exchange } = unread.mustBeUsable()
    throw new Inconclusive(
      `${whereOf(exchange)} has items, but none with an id that is a string`,
      'premise-broken',
    )
  } catch (thrown) {
    return notRun(definition, obstacleOf(thrown))
  }
}

class Attempt {
  private readonly definition: CaseDefinition
  private readonly session: Session
  private readonly pass: Pass
  private readonly store: RunStore
  /** Shares answers to plain GETs with other cases; undefined if every request must be sent. */
  private share: Memo['recall'] | undefined
  private hasFound = false
  private readonly exchanges = new Set<number>()
  private unanswered: Exchange | undefined
  private requests = 0

  /**
   * @param pass - whether the case runs for the first or the second time
   * @param shared - results of steps and answers that several cases share. A case that writes shares none of
   * these: it needs the current state
   */
  constructor(definition: CaseDefinition, session: Session, pass: Pass, { store, memo }: Shared) {
    this.definition = definition
    this.session = session
    this.pass = pass
    this.store = store
    this.share = sharingIn(definition.phase, memo)
  }

  /** Runs the case once with the items found for its needs, and resolves with its outcome; never rejects. */
  async run(world: World<Need>): Promise<CaseOutcome> {
    const startedAt = Date.now()
    const started = performance.now()
    const thrown = await this.thrownBy(this.context(world))
    return {
      definition: this.definition,
      ...this.resultOf(thrown),
      exchanges: [...this.exchanges],
      requests: this.requests,
      startedAt,
      durationMs: performance.now() - started,
    }
  }

  private async thrownBy(context: Context): Promise<unknown> {
    try {
      await inTime(this.definition.run(context), this.session)
      // A request without an answer proves nothing. Cases that spend a key tolerate one lost request among a thousand.
      if (this.unanswered !== undefined && this.definition.phase !== 'spend')
        new Answer(this.unanswered).mustArrive()
      return undefined
    } catch (error) {
      if (error instanceof Violation) for (const finding of error.findings) this.note(finding)
      return error
    }
  }

  /** The result of the case: the first of these rules that applies. */
  private resultOf(thrown: unknown): CaseEnd {
    const obstacle = thrown === undefined || thrown instanceof Violation ? undefined : obstacleOf(thrown)
    if (this.hasFound && obstacle?.reasonKind !== 'tool-fault')
      return { verdict: 'failed', whole: thrown === undefined ? true : undefined }
    if (obstacle === undefined) return { verdict: 'passed' }
    const ended = this.session.ended?.()
    return ended === undefined ? obstacle : unfinished(ended)
  }

  private context(world: World<Need>): Context {
    const { definition, session, store, send } = this
    const { patience } = session
    const actor = (credentials: Pick<RequestSpec, 'key' | 'authorization' | 'authorizationShell'>): Actor =>
      new Actor(send, credentials)
    return {
      api: actor({ key: 'main' }),
      stranger: actor({ key: 'other' }),
      spender: actor({ key: 'exhaustible' }),
      anonymous: actor({ key: 'none' }),
      imposter: ({ value, shell }) => actor({ authorization: value, authorizationShell: shell }),
      world,
      answersTo: session.answersTo,
      expect: expectations({
        id: definition.id,
        requirement: definition.requirements[0],
        note: (finding) => this.note(finding),
      }),
      isViolated: (requirement, where) => session.found.isViolated({ requirement, where }),
      each,
      observe: (requirement, text, ...answers) => {
        session.observed.push({ requirement, text, exchanges: answers.map((a) => a.exchange.id) })
      },
      inconclusive: (reason) => {
        throw new Inconclusive(reason)
      },
      store,
      mark: () => `${session.runMark}-${session.store.nextNumber()}`,
      now: () => patience.clock.now(),
      wait: (until, what) => waitUntil(until, what, patience),
      settle: () => patience.clock.pause(MOMENT_MS),
      quiet: this.quietIn(world),
      settings: session.settings,
      deliveries: session.deliveries,
    }
  }

  private note(found: Finding): void {
    this.hasFound = true
    // A spent key permits no second look.
    const finding = this.definition.phase === 'spend' ? { ...found, proof: true as const } : found
    this.session.found.add({ finding, pass: this.pass })
  }

  private quietIn(world: World<Need>): Context['quiet'] {
    return (compare, agrees, look) =>
      quiet(
        compare,
        (value) => {
          const isGood = agrees(value)
          // The answers are requested again, and must not come from memory then.
          if (!isGood) this.share = undefined
          return isGood
        },
        look,
        (answers) => answers.some((one) => this.isBusy(one, world)),
      )
  }

  /** Whether other users add items to a list meanwhile, or remove some, as some answer of the run shows. */
  private isBusy({ exchange: { operation = '' } }: Answer, { discovery: { main } }: World<Need>): boolean {
    const list = listOf(operation)
    if (list === undefined) return false
    return this.session.answersTo(operation).some((one) => showsOthersAtWork(one, main.lists[list]))
  }

  /** Sends a request of the case, unless its answer is known. */
  private readonly send: Send = async (spec) => {
    const { client, spender } = this.session
    const asker = { asker: this.definition.id, ...(this.pass === 2 && { pass: this.pass }) }
    let isFresh = false
    const ask = (): Promise<Exchange> => {
      isFresh = true
      return (spec.key === 'exhaustible' ? spender : client).send({ ...asker, ...spec })
    }
    const exchange = await (this.share?.(spec, ask) ?? ask())
    this.record(exchange, isFresh)
    return exchange
  }

  private record(exchange: Exchange, isFresh: boolean): void {
    if (exchange.id > 0) this.exchanges.add(exchange.id)
    if (exchange.failure !== undefined) this.unanswered ??= exchange
    if (isFresh && exchange.id > 0) this.requests += 1
  }
}

/** How a case of a phase shares answers. The requests that the first phase counts must be sent; their answers serve others. */
function sharingIn(phase: Phase, memo: Memo): Memo['recall'] | undefined {
  if (READING.has(phase)) return (spec, ask) => memo.recall(spec, ask)
  return phase === 'first' ? (spec, ask) => memo.renew(spec, ask) : undefined
}

function unfinished({ reason, kind }: Ended): CaseEnd {
  if (kind === 'stopped') return { verdict: 'inconclusive', reason: `the run ${reason}`, reasonKind: kind }
  const why = reason === 'interrupted' ? reason : `interrupted: ${reason}`
  return { verdict: 'error', reason: why, reasonKind: 'interrupted' }
}

/** Why a case could not be judged, by the exception: any unexpected one is a fault of the tool. */
function obstacleOf(thrown: unknown): CaseEnd {
  if (thrown instanceof Inconclusive)
    return { verdict: 'inconclusive', reason: thrown.message, reasonKind: thrown.kind }
  if (thrown instanceof NoAnswer) return { verdict: 'error', reason: thrown.message, reasonKind: thrown.kind }
  const reason = `fault of the tool: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`
  return { verdict: 'error', reason, reasonKind: 'tool-fault' }
}

async function waitUntil(until: number, what: string, patience: Patience): Promise<void> {
  const left = until - patience.clock.now()
  if (left > 0 && !(await patience.wait(left, what)))
    throw new Inconclusive('the run has waited for the target for a minute')
}

/** Abandons a case that continues after the end of the run. */
async function inTime(running: Promise<void>, { overdue }: Session): Promise<void> {
  if (overdue === undefined) return running
  const late = overdue.then(() => {
    throw new NoAnswer('the case had not ended when the run was', 'interrupted')
  })
  return Promise.race([running, late])
}

/**
 * Runs `act` for all items side by side, then throws all violations, or otherwise the first reason why an
 * item could not be judged.
 */
async function each<T>(items: Iterable<T>, act: (item: T) => Promise<void>): Promise<void> {
  const results = await Promise.allSettled([...items].map((item) => act(item)))
  const reasons = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  )
  const findings: Finding[] = reasons.flatMap((reason) =>
    reason instanceof Violation ? reason.findings : [],
  )
  if (findings.length > 0) throw new Violation(findings)
  if (reasons.length > 0) throw reasons.find((reason) => !(reason instanceof Inconclusive)) ?? reasons[0]
}

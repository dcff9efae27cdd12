import type { RequestSpec, Send } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Finding } from '../judge/finding.ts'
import { place } from '../judge/judgements.ts'
import type { ReasonKind } from '../judge/verdict.ts'
import { Actor } from './actor.ts'
import { Answer } from './answer.ts'
import type { CaseDefinition, Context } from './context.ts'
import { refusingFullPage } from './discovery.ts'
import { Inconclusive, NoAnswer, Violation } from './exceptions.ts'
import { expectations } from './expect.ts'
import type { Need, World } from './needs.ts'
import type { Memo, RunStore } from './run-store.ts'
import { eventually, MOMENT_MS, quiet } from './certainty.ts'
import type { CaseOutcome } from './outcome.ts'
import type { Ended, Session } from './session.ts'

/** What an attempt at a case may use of earlier ones. */
interface Terms {
  /** Answers that any reading case got. Absent for a case that writes: it needs the current state. */
  readonly memo?: Memo
  /** The results of steps that several cases share. */
  readonly store: RunStore
}

/** How a case ended, without the exchanges that it took. */
type Result = Pick<CaseOutcome, 'verdict'> & Partial<CaseOutcome>

/** One attempt at a case. */
export class Attempt {
  private readonly definition: CaseDefinition
  private readonly session: Session
  private readonly store: RunStore
  private memo: Memo | undefined
  /** Findings after which the case went on. */
  private readonly noted: Finding[] = []
  private readonly exchanges = new Set<number>()
  /** Requests that failed and were sent again. */
  private readonly repeated: Exchange[] = []
  private unanswered: Exchange | undefined
  private requests = 0

  constructor(definition: CaseDefinition, session: Session, { memo, store }: Terms) {
    this.definition = definition
    this.session = session
    this.memo = memo
    this.store = store
  }

  /** Runs the case once with what was found for its needs, and resolves with what came of it; never rejects. */
  async run(world: World<Need>): Promise<CaseOutcome> {
    const startedAt = Date.now()
    const started = performance.now()
    const result = this.concluded(await this.resultOf(world))
    return {
      definition: this.definition,
      findings: [],
      ...result,
      exchanges: [...this.exchanges],
      requests: this.requests,
      startedAt,
      durationMs: performance.now() - started,
    }
  }

  private async resultOf(world: World<Need>): Promise<Result> {
    try {
      await inTime(this.definition.run(this.context(world)), this.session)
      // A request without an answer proves nothing. Cases that spend a key tolerate one lost request among a thousand.
      if (this.unanswered !== undefined && this.definition.phase !== 'spend')
        new Answer(this.unanswered).arrived()
      return { verdict: 'passed' }
    } catch (error) {
      return thrown(error)
    }
  }

  /** A result with all that the attempt noted, unless something makes it meaningless. */
  private concluded(result: Result): Result {
    return {
      ...(result.verdict === 'error' && { findings: this.noted }),
      ...cutShort(sentTwice(withNoted(result, this.noted), this.repeated), this.session.ended?.()),
    }
  }

  private context(world: World<Need>): Context {
    const { definition, session, store, send } = this
    const { discovery, exchanges, patience } = session
    const refusesFullPage = refusingFullPage(discovery)
    const actor = (credentials: Pick<RequestSpec, 'key' | 'authorization' | 'authorizationShell'>): Actor =>
      new Actor(send, credentials, refusesFullPage)
    return {
      api: actor({ key: 'main' }),
      stranger: actor({ key: 'other' }),
      spender: actor({ key: 'exhaustible' }),
      anonymous: actor({ key: 'none' }),
      bystander: actor({ key: discovery.other === undefined ? 'main' : 'other' }),
      imposter: (authorization, authorizationShell) => actor({ authorization, authorizationShell }),
      world,
      answersTo: (operation) =>
        exchanges.flatMap((exchange) => (exchange.operation === operation ? [new Answer(exchange)] : [])),
      expect: expectations(definition.requirements[0], definition.id, (finding) => this.noted.push(finding)),
      each,
      observe: (requirement, text, ...answers) => {
        session.observed.push({ requirement, text, exchanges: answers.map((a) => a.exchange.id) })
      },
      inconclusive: (reason) => {
        throw new Inconclusive(reason)
      },
      store,
      mark: () => `${session.runMark}-${session.store.nextNumber()}`,
      settle: async () => session.pause?.(MOMENT_MS),
      eventually: (ask, shows) => eventually(patience, ask, (value) => this.orAfresh(shows(value))),
      quiet: (compare, agrees, look) => quiet(compare, (value) => this.orAfresh(agrees(value)), look),
      settings: session.settings,
      deliveries: session.deliveries,
    }
  }

  /** Whoever asks again wants new answers. */
  private orAfresh(isGood: boolean): boolean {
    if (!isGood) this.memo = undefined
    return isGood
  }

  /** Sends a request of the case, unless its answer is known. */
  private readonly send: Send = async (spec) => {
    const { client, spender } = this.session
    let isFresh = false
    const ask = (): Promise<Exchange> => {
      isFresh = true
      return (spec.key === 'exhaustible' ? spender : client).send({ asker: this.definition.id, ...spec })
    }
    // A case that sends its own headers, such as `Cache-Control: no-cache`, wants the current state.
    const isShared = spec.method === 'GET' && spec.headers === undefined
    const exchange = await (isShared && this.memo !== undefined ? this.memo.recall(spec, ask) : ask())
    this.record(exchange, isFresh)
    return exchange
  }

  private record(exchange: Exchange, isFresh: boolean): void {
    if (exchange.id > 0) this.exchanges.add(exchange.id)
    if (exchange.failure !== undefined) this.unanswered ??= exchange
    if (exchange.repeats !== undefined) this.repeated.push(exchange)
    if (isFresh) this.requests += 1
  }
}

/** What the end of the run makes of a case that it kept from being judged. */
export function unfinished({ reason, kind }: Ended): {
  readonly verdict: 'inconclusive' | 'error'
  readonly reason: string
  readonly reasonKind: ReasonKind
} {
  if (kind === 'stopped') return { verdict: 'inconclusive', reason: `the run ${reason}`, reasonKind: kind }
  const why = reason === 'interrupted' ? reason : `interrupted: ${reason}`
  return { verdict: 'error', reason: why, reasonKind: 'interrupted' }
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
 * Runs all side by side, then throws all violations, or otherwise the first reason why something could not be judged.
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

/** The result of a case that threw. */
function thrown(error: unknown): Result {
  if (error instanceof Violation) return { verdict: 'failed', findings: error.findings }
  if (error instanceof Inconclusive)
    return { verdict: 'inconclusive', reason: error.message, reasonKind: error.kind }
  if (error instanceof NoAnswer) return { verdict: 'error', reason: error.message, reasonKind: error.kind }
  return {
    verdict: 'error',
    reasonKind: 'tool-fault',
    reason: `fault of the tool: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  }
}

/** The result of a case together with the findings that it noted. */
function withNoted(result: Result, noted: readonly Finding[]): Result {
  if (noted.length === 0) return result
  if (result.verdict === 'passed') return { verdict: 'failed', findings: noted, whole: true }
  if (result.verdict === 'failed') return { ...result, findings: [...noted, ...(result.findings ?? [])] }
  return result.verdict === 'inconclusive' ? { verdict: 'failed', findings: noted } : result
}

/**
 * A write that failed at first may have been carried out, so a second attempt does not show the effect of a single
 * one. A finding about several writes can only mean that they keep failing.
 */
function sentTwice(result: Result, repeated: readonly Exchange[]): Result {
  const first = repeated.find(({ response }) => (response?.status ?? 0) < 500)
  if (result.verdict !== 'failed' || first === undefined) return result
  const ids = new Set(repeated.map(({ id }) => id))
  const findings = (result.findings ?? []).filter(
    ({ exchanges }) => exchanges.length > 1 && exchanges.every((id) => ids.has(id)),
  )
  if (findings.length > 0) return { ...result, findings }
  const reason = `${place(first)} failed for a moment and was sent again: it may have been carried out twice`
  return { verdict: 'inconclusive', reason, reasonKind: 'undecided' }
}

/** The result of a case, or that the end of the run cut it short. */
function cutShort(result: Result, ended: Ended | undefined): Result {
  if (ended === undefined || result.verdict === 'passed' || result.verdict === 'failed') return result
  return { ...result, ...unfinished(ended) }
}

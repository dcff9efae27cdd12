import type { RequestSpec, Send } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import { place } from '../judge/judgements.ts'
import type { Finding } from '../judge/finding.ts'
import type { ReasonKind } from '../judge/verdict.ts'
import { Answer } from './answer.ts'
import type { Prospect } from './api.ts'
import type { CaseDefinition, Context } from './case.ts'
import { expectations } from './expect.ts'
import { Inconclusive, NoAnswer, Violation } from './ending.ts'
import { type CaseOutcome, notRun } from './outcome.ts'
import type { Session } from './session.ts'
import { Memo, questionOf } from './session.ts'

/** Longer than usual replica lag and counter refresh; a one-second cache may last up to two. */
const MOMENT_MS = 2200
/** The most repetitions of a case that finds something else each time. */
const MOST_LOOKS = 5

/**
 * Runs one case and returns its outcome; never rejects. A case that finds a violation is repeated a moment later,
 * because a workspace in use changes between two requests, and replicas lag: a reading case sends all its requests
 * again; a writing case repeats what it read after its writes, and writes nothing again. The outcome holds only
 * findings that both attempts made, and none about an item that no longer exists.
 * @param place - index of the resource that the case uses, among those of its lane
 */
export async function execute(definition: CaseDefinition, session: Session, place = 0): Promise<CaseOutcome> {
  const ended = session.ended?.()
  if (ended !== undefined) return notRun(definition, 'error', interrupted(ended), 'interrupted')
  const prospect = session.api.meet(definition.needs, session.discovery, place)
  if (!prospect.met) return unmet(definition, prospect)
  const { world } = prospect
  const isReading = definition.phase === 'read'
  const written = new Written()
  let last = await attempt(definition, session, world, {
    memo: isReading ? session.memo : undefined,
    written,
  })
  for (let looks = 1; looks < MOST_LOOKS && mayBePassing(last, session); looks++) {
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    await session.pause?.(MOMENT_MS)
    written.rewind()
    // oxlint-disable-next-line no-await-in-loop
    const again = await attempt(
      definition,
      session,
      world,
      isReading ? { memo: new Memo(), written: new Written() } : { memo: undefined, written },
    )
    const isDecided = isReading || again.verdict !== 'failed' || isSeenBefore(again, last)
    last = isDecided ? confirmed(last, again) : { ...again, ...together(last, again) }
    if (isDecided) break
  }
  return last.verdict === 'failed'
    ? session.api.confirm(last, {
        send: (spec) => session.client.send(spec),
        discovery: session.discovery,
        exchanges: session.exchanges,
      })
    : last
}

/**
 * Whether a violation may be transient: seen in a read, which a replica may answer before it has an earlier write. Cases that spend an allowance repeat
 * their own checks.
 */
function mayBePassing({ definition, verdict, findings }: CaseOutcome, session: Session): boolean {
  if (verdict !== 'failed' || definition.phase === 'spend') return false
  if (definition.phase === 'read') return true
  return isSeenInReads(findings, session)
}

function isSeenInReads(findings: readonly Finding[], { exchanges }: Session): boolean {
  if (findings.length === 0) return false
  const shown = new Set(findings.flatMap((finding) => finding.exchanges))
  return exchanges.some(({ id, request }) => shown.has(id) && request.method === 'GET')
}

/** Whether an attempt found nothing that the one before had not found in the same place. */
function isSeenBefore(again: CaseOutcome, before: CaseOutcome): boolean {
  const found = ({ findings }: CaseOutcome): string[] =>
    findings.map(({ requirement, where, expected }) => `${requirement} ${where} ${expected}`)
  const known = new Set(found(before))
  return found(again).every((text) => known.has(text))
}

/** Why a repeated request may get no answer. */
const UNANSWERED: ReadonlySet<ReasonKind> = new Set([
  'budget',
  'connection',
  'withheld',
  'interrupted',
  'key-rejected',
  'rate-limited',
])

function together(
  first: CaseOutcome,
  second: CaseOutcome,
): Pick<CaseOutcome, 'exchanges' | 'requests' | 'durationMs'> {
  return {
    exchanges: [...new Set([...first.exchanges, ...second.exchanges])],
    requests: first.requests + second.requests,
    durationMs: first.durationMs + second.durationMs,
  }
}

function confirmed(first: CaseOutcome, second: CaseOutcome): CaseOutcome {
  const both = together(first, second)
  if (second.verdict === 'passed') return { ...second, ...both, flaky: true }
  // A finding that could not be checked again stands.
  if (second.reasonKind !== undefined && UNANSWERED.has(second.reasonKind)) return { ...first, ...both }
  if (second.verdict !== 'failed') return { ...second, ...both }
  const again = new Set(second.findings.map(({ requirement, where }) => `${requirement} ${where}`))
  const findings = first.findings.filter(({ requirement, where }) => again.has(`${requirement} ${where}`))
  return { ...second, ...both, findings: findings.length > 0 ? findings : second.findings }
}

/** The answers that a case need not request again, and the writes that it must not repeat. */
interface Memories {
  readonly memo: Memo | undefined
  readonly written: Written
}

async function attempt(
  definition: CaseDefinition,
  session: Session,
  world: object,
  { memo, written }: Memories,
): Promise<CaseOutcome> {
  const seen = new Set<number>()
  const found = new Set<Finding>()
  const noted: Finding[] = []
  let unanswered: Exchange | undefined
  const repeated: Exchange[] = []
  let requests = 0
  const started = performance.now()
  const send = sender(session, definition.id, { memo, written }, (exchange, fresh) => {
    if (exchange.id > 0) seen.add(exchange.id)
    if (exchange.failure !== undefined) unanswered ??= exchange
    if (exchange.repeats !== undefined && (exchange.response?.status ?? 0) < 500) repeated.push(exchange)
    if (fresh) requests += 1
  })
  // A further write would change what the second look at a read has to see, so it ends the case. What the case put on
  // record to be restored later is sent.
  let endsAtWrites = definition.phase !== 'read' && definition.phase !== 'spend'
  const sendUnlessWrong: Send = async (spec) => {
    if (endsAtWrites && spec.method !== 'GET' && isSeenInReads(noted, session)) throw new Violation([])
    return send(spec)
  }
  const ended = (result: Ending): CaseOutcome =>
    outcome(definition, {
      ...(result.verdict === 'error' && { findings: [...noted, ...found] }),
      ...cutShort(sentTwice(withNoted(result, noted), repeated), session.ended?.()),
      exchanges: [...seen],
      requests,
      durationMs: performance.now() - started,
    })
  try {
    const keeping = (findings: readonly Finding[]): void => findings.forEach((one) => found.add(one))
    const note = (finding: Finding): void => void noted.push(finding)
    const stage = { world, send: sendUnlessWrong, keeping, note, written }
    await inTime(definition.run(context(definition, session, stage)), session)
    // A request without an answer proves nothing. Cases that spend a key tolerate one lost request among a thousand.
    if (unanswered !== undefined && definition.phase !== 'spend') new Answer(unanswered).arrived()
    return ended({ verdict: 'passed' })
  } catch (error) {
    return ended(ending(error))
  } finally {
    endsAtWrites = false
  }
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
 * The outcome of a case with an unmet need. If the answer in which it was looked for was unusable, that answer is the
 * reason.
 */
function unmet(
  definition: CaseDefinition,
  { reason, unread, options }: Extract<Prospect, { met: false }>,
): CaseOutcome {
  if (unread === undefined) return { ...notRun(definition, 'inconclusive', reason, 'missing-need'), options }
  // The reason does not name the need: all needs that depend on this answer have the same reason.
  const { exchange, why } = unread
  if (exchange.failure === undefined)
    return notRun(definition, 'inconclusive', `${place(exchange)} ${why}`, 'premise-broken')
  const because = `${place(exchange)}: ${why}`
  const { kind } = exchange.failure
  return kind === 'budget' || kind === 'withheld'
    ? notRun(definition, 'inconclusive', because, kind)
    : notRun(definition, 'error', because, 'connection')
}

type Ending = Pick<CaseOutcome, 'verdict'> & Partial<CaseOutcome>

function outcome(definition: CaseDefinition, result: Ending): CaseOutcome {
  return { definition, findings: [], exchanges: [], requests: 0, durationMs: 0, flaky: false, ...result }
}

function ending(error: unknown): Ending {
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
function withNoted(result: Ending, noted: readonly Finding[]): Ending {
  if (noted.length === 0) return result
  if (result.verdict === 'passed') return { verdict: 'failed', findings: noted, whole: true }
  if (result.verdict === 'failed') return { ...result, findings: [...noted, ...(result.findings ?? [])] }
  return result.verdict === 'inconclusive' ? { verdict: 'failed', findings: noted } : result
}

/**
 * A write that failed at first may have been carried out, so a second attempt does not show the effect of a single
 * one. A finding about several writes can only mean that they keep failing.
 */
function sentTwice(result: Ending, repeated: readonly Exchange[]): Ending {
  const [first] = repeated
  if (result.verdict !== 'failed' || first === undefined) return result
  const ids = new Set(repeated.map(({ id }) => id))
  const findings = (result.findings ?? []).filter(
    ({ exchanges }) => exchanges.length > 1 && exchanges.every((id) => ids.has(id)),
  )
  if (findings.length > 0) return { ...result, findings }
  const reason = `${place(first)} failed for a moment and was sent again: it may have been carried out twice`
  return { verdict: 'inconclusive', reason, reasonKind: 'undecided' }
}

/** The reason of a case that the end of the run interrupted. */
function cutShort(result: Ending, ended: string | undefined): Ending {
  if (ended === undefined || result.verdict === 'passed' || result.verdict === 'failed') return result
  return { ...result, verdict: 'error', reason: interrupted(ended), reasonKind: 'interrupted' }
}

function interrupted(ended: string): string {
  return ended === 'interrupted' ? ended : `interrupted: ${ended}`
}

function sender(
  session: Session,
  asker: string,
  { memo, written }: Memories,
  note: (exchange: Exchange, fresh: boolean) => void,
): Send {
  return async (spec) => {
    let fresh = false
    const ask = (): Promise<Exchange> => {
      fresh = true
      return (spec.key === 'exhaustible' ? session.spender : session.client).send({ asker, ...spec })
    }
    // A case that sends its own headers, such as `Cache-Control: no-cache`, wants the current state.
    const plain = spec.method === 'GET' && spec.headers === undefined
    const exchange = await (memo !== undefined && plain ? memo.recall(spec, ask) : written.recall(spec, ask))
    note(exchange, fresh)
    return exchange
  }
}

interface Stage {
  readonly world: object
  readonly send: Send
  /** Receives findings one by one, so that an interrupted case keeps those it made. */
  readonly keeping: (findings: readonly Finding[]) => void
  /** Receives a finding after which the case continues. */
  readonly note: (finding: Finding) => void
  readonly written: Written
}

function context(
  definition: CaseDefinition,
  session: Session,
  { world, send, keeping, note, written }: Stage,
): Context {
  const base: Context = {
    expect: expectations(definition.requirements[0], definition.id, note),
    each: (items, act) =>
      each(items, async (item) => {
        try {
          await act(item)
        } catch (error) {
          if (error instanceof Violation) keeping(error.findings)
          throw error
        }
      }),
    observe: (requirement, text, ...answers) => {
      session.observed.push({ requirement, text, exchanges: answers.map((a) => a.exchange.id) })
    },
    inconclusive: (reason) => {
      throw new Inconclusive(reason)
    },
    store: session.store,
    mark: () => written.mark(() => `${session.runMark}-${session.store.nextNumber()}`),
    settle: async () => session.pause?.(MOMENT_MS),
    keep: session.footprint,
    settings: session.settings,
    deliveries: session.deliveries,
  }
  const { discovery, exchanges } = session
  return session.api.context(base, { send, discovery, world, exchanges })
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

/**
 * The writes of a case and the marks it used, so that a repetition checks their effect without writing again. New
 * requests are sent and remembered for the next attempt.
 */
class Written {
  private readonly writes = new Map<string, Promise<Exchange>>()
  /** Reads, by the number of writes before them, of this and earlier attempts. */
  private readonly reads = new Map<number, Map<string, Promise<Exchange>>>()
  private readonly taken = new Map<string, number>()
  private readonly marks: string[] = []
  private nextMark = 0
  /** Writes of this attempt so far. */
  private step = 0

  /** Starts another attempt. It repeats the reads after the last write; earlier reads may have been changed by it. */
  rewind(): void {
    this.reads.delete(this.step)
    this.taken.clear()
    this.nextMark = 0
    this.step = 0
  }

  /** The answer to a request, from an earlier attempt or sent now. Failures are not kept. */
  async recall(spec: RequestSpec, send: () => Promise<Exchange>): Promise<Exchange> {
    const isRead = spec.method === 'GET'
    const known = isRead ? (this.reads.get(this.step) ?? new Map<string, Promise<Exchange>>()) : this.writes
    if (isRead) this.reads.set(this.step, known)
    const asked = `${isRead ? this.step : ''} ${spec.method} ${questionOf(spec)} ${spec.rawBody ?? JSON.stringify(spec.body)}`
    const times = (this.taken.get(asked) ?? 0) + 1
    this.taken.set(asked, times)
    if (!isRead) this.step += 1
    const question = `${times} ${asked}`
    const earlier = await known.get(question)
    if (earlier?.response !== undefined) return earlier
    const answer = send()
    known.set(question, answer)
    return answer
  }

  /** A mark of the case: the same at the same place in each attempt. */
  mark(next: () => string): string {
    const mark = this.marks[this.nextMark] ?? next()
    this.marks[this.nextMark] = mark
    this.nextMark += 1
    return mark
  }
}

import type { Exchange } from '../http/exchange.ts'
import { place } from '../judge/bench.ts'
import type { Finding } from '../judge/finding.ts'
import type { ReasonKind } from '../judge/reason.ts'
import { Answer } from './answer.ts'
import type { Prospect } from './api.ts'
import type { CaseDefinition, Context } from './case.ts'
import { expectations } from './expect.ts'
import { type CaseOutcome, notRun } from './outcome.ts'
import { Memo, type Send, type Session } from './session.ts'
import { Inconclusive, NoAnswer, Violation } from './signals.ts'
import { Written } from './written.ts'

/** Longer than replicas commonly lag and counters wait; a cache of one second keeps for up to two. */
const MOMENT_MS = 2200
/** A case that finds something else at each look is not looked at for ever. */
const MOST_LOOKS = 5

/**
 * Runs one case and says what became of it; never rejects.
 * What finds a violation looks again a moment later, because a workspace in use changes between two requests, and replicas lag: a reading case
 * asks all anew; a case that writes asks anew what it read after its writes, and writes nothing again. Only what is found twice is told,
 * and nothing of a row that is there no more.
 * @param place - which of the things that its lane is dealt out over it gets
 */
export async function execute(definition: CaseDefinition, session: Session, place = 0): Promise<CaseOutcome> {
  const ended = session.ended?.()
  if (ended !== undefined) return notRun(definition, 'error', interrupted(ended), 'interrupted')
  const prospect = session.api.meet(definition.needs, session.discovery, place)
  if (!prospect.met) return unmet(definition, prospect, session.api.unusable(session.discovery))
  const { world } = prospect
  const isReading = definition.phase === 'read'
  const written = new Written()
  let last = await attempt(definition, session, world, {
    memo: isReading ? session.memo : undefined,
    written,
  })
  for (let looks = 1; looks < MOST_LOOKS && mayBePassing(last, session, written); looks++) {
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
    const isDecided = isReading || again.verdict !== 'failed' || isAlike(last, again)
    last = isDecided ? confirmed(last, again) : { ...again, ...together(last, again) }
    if (isDecided) break
  }
  return last.verdict === 'failed' ? session.api.confirm(last, session) : last
}

/** Whether a violation may be a matter of a moment: read without a write, or after one. Spent allowances are looked at by their cases. */
function mayBePassing(
  { definition, verdict, findings }: CaseOutcome,
  session: Session,
  written: Written,
): boolean {
  if (verdict !== 'failed' || definition.phase === 'spend') return false
  if (definition.phase === 'read') return true
  const shown = new Set(findings.flatMap(({ exchanges }) => exchanges))
  return session.exchanges.some(
    (exchange) =>
      shown.has(exchange.id) &&
      (written.mayShow(exchange) || (definition.phase === 'review' && exchange.request.method === 'GET')),
  )
}

/** Whether two looks found the same, in the same places. */
function isAlike(one: CaseOutcome, other: CaseOutcome): boolean {
  const found = ({ findings }: CaseOutcome): string[] =>
    findings.map(({ requirement, where, expected }) => `${requirement} ${where} ${expected}`)
  const known = new Set(found(one))
  return found(other).some((text) => known.has(text))
}

/** Why a question that is asked again may get no answer. */
const UNANSWERED: ReadonlySet<ReasonKind> = new Set([
  'budget',
  'connection',
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
  // What could not be asked again was not taken back.
  if (second.reasonKind !== undefined && UNANSWERED.has(second.reasonKind)) return { ...first, ...both }
  if (second.verdict !== 'failed') return { ...second, ...both }
  const again = new Set(second.findings.map((f) => f.requirement))
  const findings = first.findings.filter((f) => again.has(f.requirement))
  return { ...second, ...both, findings: findings.length > 0 ? findings : second.findings }
}

/** What a case need not ask again, and what it must not write again. */
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
  let unanswered: Exchange | undefined
  let repeated: Exchange | undefined
  let requests = 0
  const started = performance.now()
  const send = sender(session, definition.id, { memo, written }, (exchange, fresh) => {
    if (exchange.id > 0) seen.add(exchange.id)
    if (exchange.failure !== undefined) unanswered ??= exchange
    if (exchange.repeats !== undefined && (exchange.response?.status ?? 0) < 500) repeated ??= exchange
    if (fresh) requests += 1
  })
  const ended = (result: Ending): CaseOutcome =>
    outcome(definition, {
      ...(result.verdict === 'error' && { findings: [...found] }),
      ...cutShort(
        result.verdict === 'failed' && repeated !== undefined ? sentTwice(repeated) : result,
        session.ended?.(),
      ),
      exchanges: [...seen],
      requests,
      durationMs: performance.now() - started,
    })
  try {
    const keeping = (findings: readonly Finding[]): void => findings.forEach((one) => found.add(one))
    await inTime(definition.run(context(definition, session, { world, send, keeping, written })), session)
    // What was not answered was not seen to hold. Who spends a key does not mind a request that is lost among a thousand.
    if (unanswered !== undefined && definition.phase !== 'spend') new Answer(unanswered).arrived()
    return ended({ verdict: 'passed' })
  } catch (error) {
    return ended(ending(error))
  }
}

/** A case that heeds no ended run is given up. */
async function inTime(running: Promise<void>, { overdue }: Session): Promise<void> {
  if (overdue === undefined) return running
  const late = overdue.then(() => {
    throw new NoAnswer('the case had not ended when the run was', 'interrupted')
  })
  return Promise.race([running, late])
}

/**
 * A need that is not met says nothing of the workspace where a list that was looked through did not come, or cannot be read.
 */
function unmet(
  definition: CaseDefinition,
  { reason, ofData, options }: Extract<Prospect, { met: false }>,
  lost: Exchange | undefined,
): CaseOutcome {
  if (lost === undefined || !ofData)
    return { ...notRun(definition, 'inconclusive', reason, 'missing-need'), options }
  if (lost.failure === undefined) {
    const why = `${reason}; ${place(lost)} gave no usable answer (status ${lost.response?.status})`
    return notRun(definition, 'inconclusive', why, 'premise-broken')
  }
  const { kind, message } = lost.failure
  const why = `${reason}; ${place(lost)}: ${message}`
  return kind === 'budget'
    ? notRun(definition, 'inconclusive', why, 'budget')
    : notRun(definition, 'error', why, 'connection')
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

/** A write that failed at first may have been carried out, so that what its second try shows is not what one of them does. */
function sentTwice(exchange: Exchange): Ending {
  const reason = `${place(exchange)} failed for a moment and was sent again: it may have been carried out twice`
  return { verdict: 'inconclusive', reason, reasonKind: 'undecided' }
}

/** What an ended run did not let a case find out. */
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
    // Who sends headers of his own, `Cache-Control: no-cache` say, wants to know how it is now.
    const plain = spec.method === 'GET' && spec.headers === undefined
    const exchange = await (memo !== undefined && plain ? memo.recall(spec, ask) : written.recall(spec, ask))
    note(exchange, fresh)
    return exchange
  }
}

interface Stage {
  readonly world: object
  readonly send: Send
  /** Is given what is found item by item: a case that is cut short keeps what it had found. */
  readonly keeping: (findings: readonly Finding[]) => void
  readonly written: Written
}

function context(
  definition: CaseDefinition,
  session: Session,
  { world, send, keeping, written }: Stage,
): Context {
  const base: Context = {
    expect: expectations(definition.requirements[0], definition.id),
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

/** Does all, side by side; then throws what was violated, or else the first reason why something could not be judged. */
export async function each<T>(items: Iterable<T>, act: (item: T) => Promise<void>): Promise<void> {
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

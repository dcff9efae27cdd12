import { setTimeout as delay } from 'node:timers/promises'
import type { Api, Discovery } from '../harness/api.ts'
import type { CaseDefinition } from '../harness/case.ts'
import { Footprint } from '../harness/footprint.ts'
import type { CaseOutcome, Observed } from '../harness/outcome.ts'
import { RunStore } from '../harness/run-store.ts'
import { schedule } from '../harness/schedule.ts'
import { Memo } from '../harness/memo.ts'
import type { Session } from '../harness/session.ts'
import { type Client, type ClientOptions, createClient } from '../http/client.ts'
import { describeAnswer, type Exchange } from '../http/exchange.ts'
import { createLedger, type Ledger } from '../http/ledger.ts'
import type { Pause } from '../http/pace.ts'
import { createRetries, isAnswered, ONCE_MORE, type Retries } from '../http/retries.ts'
import {
  affordableFuzzRuns,
  allowanceOf,
  confirmQuota,
  refuseShortage,
  shortageOf,
  windowOpener,
} from './quota.ts'
import { Ending } from './ending.ts'
import type { RunOptions } from './options.ts'
import { dropPassing } from './second-look.ts'
import { repeatSmallest } from './smallest.ts'
import { preflight } from './preflight.ts'
import { Tally } from './tally.ts'
import { scrubberFor, type Target } from './target.ts'
import { ConfigurationError } from '../util/errors.ts'
import { packageVersion } from '../util/package.ts'
import { refusedIn, watch, withoutRejections } from './watch.ts'
import type { ReasonKind } from '../judge/verdict.ts'
import type { Sensitivity } from '../report/record.ts'
import { tracing } from '../http/request.ts'

/** The raw results of a run, from which its record is made. */
export interface Conducted {
  readonly api: Api
  readonly outcomes: readonly CaseOutcome[]
  readonly tally: Tally
  readonly ledger: Ledger
  readonly footprint: Footprint
  /** Observations on open points. */
  readonly observed: () => readonly Observed[]
  /** Requests sent before the first case. */
  readonly explored: number
  /** Generated inputs per property: as many as the options or the allowance permit. */
  readonly fuzzRuns: number
  /** What the cases shared; with it, reading cases can be repeated on the recorded answers. */
  readonly session?: Session
  /** Which wrong answers the run would have detected. */
  readonly sensitivity?: Sensitivity
  /** Reads with a violation that no smaller request could repeat, for want of requests. */
  readonly unrepeated?: number
  /** Requests per second that the run slowed down to, if it did. */
  readonly rate?: number
  /** Why the run ended early. */
  readonly problem?: string
  readonly problemKind?: ReasonKind
  /** Requirements with all their cases in another shard. */
  readonly elsewhere?: ReadonlySet<string>
}

export interface ConductEvents {
  readonly onCase?: (outcome: CaseOutcome, done: number, total: number, requests: number) => void
  /** Called before waiting for a rate-limit window, with the milliseconds. */
  readonly onWait?: (ms: number) => void
  /** Called with one line of news while nothing else is shown. */
  readonly onNotice?: (line: string) => void
}

/**
 * Verifies a target with some cases: preflight, discovery, phases, restoring. Rejects with a ConfigurationError if
 * nothing can be judged.
 */
export async function conduct(
  target: Target,
  cases: readonly CaseDefinition[],
  options: RunOptions,
  events: ConductEvents = {},
  signal?: AbortSignal,
): Promise<Conducted> {
  const { api } = target
  const prepared = prepare(target, options, signal, events)
  const { ending, ledger, tally, retries } = prepared
  try {
    const { session, footprint, explored } = await begin(prepared, target, cases, options, events)
    const { fuzzRuns } = session.settings
    const alone = session.discovery.other === undefined
    let done = 0
    const outcomes = await schedule(cases, session, {
      allowance: allowanceOf(ledger, { ...options, fuzzRuns }, alone),
      shortage: () => shortageOf(ledger, options, Date.now()),
      onOutcome: (outcome) => {
        done += 1
        events.onCase?.(outcome, done, cases.length, ledger.spent().total)
      },
    })
    ending.disarm()
    await restore(prepared, session, footprint, options)
    tally.conclude(alone)
    const refused = ending.kind === 'key-rejected' ? refusedIn(tally.exchanges) : NONE
    tally.disregard(refused)
    const unrepeated = ending.reason === undefined ? await lookAgain(prepared, target, options) : 0
    let observed: readonly Observed[] | undefined
    return {
      api,
      outcomes: refused.size === 0 ? outcomes : withoutRejections(outcomes, refused),
      tally,
      ledger,
      footprint,
      observed: () => (observed ??= [...session.observed, ...api.observe(tally.lasting)]),
      explored,
      fuzzRuns,
      session,
      ...(unrepeated === 0 ? {} : { unrepeated }),
      ...(retries.rate === options.rate ? {} : { rate: retries.rate }),
      ...(ending.reason === undefined ? {} : { problem: ending.reason }),
      ...(ending.kind === undefined ? {} : { problemKind: ending.kind }),
    }
  } finally {
    ending.close()
  }
}

/** What a run knows and shares when its first case begins. */
interface Begun {
  readonly session: Session
  readonly footprint: Footprint
  /** Requests sent so far. */
  readonly explored: number
}

/** Preflight and discovery. */
async function begin(
  prepared: Prepared,
  target: Target,
  cases: readonly CaseDefinition[],
  options: RunOptions,
  { onNotice }: ConductEvents,
): Promise<Begun> {
  const { api } = target
  const { ending, ledger, tally, pause, clientFor, running } = prepared
  const client = clientFor(options.concurrency, running)
  const memo = new Memo()
  const proof = await checkTarget(prepared, remembering(client, memo), target, options, onNotice)
  const watched = watch(client, {
    prober: clientFor(1, running),
    proof,
    ending,
    concurrency: options.concurrency,
    pause,
    // A method that hangs where the API has no operation hangs on every path.
    placeOf: (method, path) => api.contract.match(method, path)?.operation ?? `${method} elsewhere`,
    ...(onNotice && { onNotice }),
  })
  const discovery = await discover(watched, memo, target, options)
  const explored = ledger.spent().total
  const alone = discovery.other === undefined
  const { left } = allowanceOf(ledger, options, alone)
  const footprint = new Footprint()
  const session: Session = {
    api,
    client: watched,
    spender: clientFor(options.concurrency, running),
    discovery,
    memo,
    store: new RunStore(),
    footprint,
    deliveries: target.mailbox,
    settings: {
      seed: options.seed,
      fuzzRuns: affordableFuzzRuns(cases, left(), options, alone),
      keys: target.keys,
      ...(target.apexUrl === undefined ? {} : { apexUrl: target.apexUrl }),
    },
    exchanges: tally.exchanges,
    observed: [],
    pause,
    ended: () => ending.reason,
    overdue: ending.overdue,
    runMark: target.pristine ? `cac-${options.seed.toString(36)}` : runName(options.seed),
  }
  return { session, footprint, explored }
}

/** Reverts changes, also after an interruption or with a spent allowance, and looks for what may have been created. */
async function restore(
  { tally, clientFor }: Prepared,
  session: Session,
  footprint: Footprint,
  { concurrency }: RunOptions,
): Promise<void> {
  session.client = clientFor(concurrency, { unlimited: true })
  await footprint.undo()
  await footprint.suspect([...tally.exchanges], session.api.traceOf, (spec) => session.client.send(spec))
}

/**
 * Repeats reads that showed a violation: those that may have passed, and the smallest that shows each.
 * @returns the number of violations that no request was left to repeat
 */
async function lookAgain(
  { ending, tally, clientFor }: Prepared,
  { api, baseUrl, pristine }: Target,
  { concurrency }: RunOptions,
): Promise<number> {
  // These answers are recorded, and not judged like others.
  const onExchange = (exchange: Exchange): void => void tally.exchanges.push(exchange)
  await dropPassing(tally, api, baseUrl, clientFor(concurrency, { unlimited: true, onExchange }))
  // The smallest read waits for no window: no verdict depends on it.
  const terms = { signal: ending.signal, onExchange }
  return pristine === true ? 0 : repeatSmallest(tally, api, baseUrl, clientFor(concurrency, terms))
}

const NONE: ReadonlySet<number> = new Set()

type ClientTerms = Partial<Pick<ClientOptions, 'signal' | 'openWindow' | 'unlimited' | 'onExchange'>>

interface Prepared {
  readonly ending: Ending
  readonly ledger: Ledger
  readonly tally: Tally
  readonly pause: Pause
  readonly retries: Retries
  /** For clients that stop when the run is ended. */
  readonly running: ClientTerms
  readonly clientFor: (concurrency: number, terms: ClientTerms) => Client
}

/** The ledger, the tally and the clients of a run. */
function prepare(
  target: Target,
  options: RunOptions,
  signal?: AbortSignal,
  { onWait, onNotice }: Pick<ConductEvents, 'onWait' | 'onNotice'> = {},
): Prepared {
  const ending = new Ending(signal, options.runTimeoutMs)
  ending.signal.addEventListener('abort', () => target.mailbox.stopWaiting(), { once: true })
  const ledger = createLedger({
    budget: options.budget,
    floor: options.floor,
    rateHeaders: target.api.rateHeaders,
  })
  const tally = new Tally(target.api, target.baseUrl)
  const openWindow = windowOpener(ledger, { signal: ending.signal, ...(onWait && { onWait }) })
  let ids = 0
  const version = packageVersion()
  const pause = target.pause ?? ((ms: number) => sleep(ms, ending.signal))
  const retries = createRetries({
    pause,
    probe: ({ method, path, query }) => prober.send({ method, path, query }),
    rateHeaders: target.api.rateHeaders,
    onAway: () => onNotice?.('no answer from the target any more: waiting for it, some seconds at most'),
    onGone: (exchange) =>
      ending.end(
        `the target was lost in the middle of the run: ${exchange.failure?.message ?? `it answers every request with ${describeAnswer(exchange)}`}`,
        'connection',
      ),
    ...(options.rate === undefined ? {} : { rate: options.rate }),
  })
  const further = furtherHeaders(target, options)
  const clientFor = (concurrency: number, terms: Partial<ClientOptions>): Client =>
    createClient({
      baseUrl: target.baseUrl,
      transport: target.transport,
      keys: target.keys,
      ledger,
      match: (method, path) => target.api.contract.match(method, path)?.operation,
      onExchange: (exchange) => tally.add(exchange),
      retries,
      isForeign: target.api.isForeign,
      nextId: () => ++ids,
      concurrency,
      version,
      ...(further === undefined ? {} : { furtherHeaders: further }),
      ...terms,
    })
  // A failed probe only shows that the service is down; it is not judged.
  const prober = clientFor(1, {
    signal: ending.signal,
    unlimited: true,
    retries: ONCE_MORE,
    onExchange: (exchange) => tally.add(isAnswered(exchange) ? exchange : { ...exchange, momentary: true }),
  })
  const running = { signal: ending.signal, ...(options.wait ? { openWindow } : {}) }
  return { ending, ledger, tally, pause, retries, clientFor, running }
}

/** Waits some milliseconds, or until the run is ended. */
async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {})
}

/** Checks that the target can be judged and that the allowance covers discovery. Returns the answer that shows it. */
async function checkTarget(
  { ledger, clientFor, running }: Prepared,
  client: Client,
  target: Target,
  options: RunOptions,
  onNotice?: (line: string) => void,
): ReturnType<typeof preflight> {
  const { api, baseUrl, proxy } = target
  const proof = await preflight(api, client, baseUrl, {
    firstMs: options.requestTimeoutMs,
    isProxied: proxy !== undefined,
    ...(onNotice && { onSilence: onNotice }),
  }).catch((error: unknown) => {
    // The line quotes the target, which may show what it was sent.
    if (!(error instanceof ConfigurationError)) throw error
    throw new ConfigurationError(scrubberFor(target, options).text(error.message), { cause: error })
  })
  await confirmQuota(ledger, clientFor(1, { ...running, unlimited: true }), api.proofPaths[0])
  refuseShortage(ledger, options)
  return proof
}

/**
 * Headers that the operator wants on each request, and those that identify it in logs. An in-process service has
 * neither logs nor a gateway.
 */
export function furtherHeaders(
  { pristine }: Target,
  { headers = [], trace = true, seed }: RunOptions,
): ClientOptions['furtherHeaders'] {
  if (pristine === true || (headers.length === 0 && !trace)) return undefined
  const traced = trace ? tracing(runName(seed)) : undefined
  return (id, asker) => [...headers, ...(traced?.(id, asker) ?? [])]
}

/** A name for what a run writes and sends, new for each run. */
function runName(seed: number): string {
  return `cac-${seed.toString(36)}${Date.now().toString(36).slice(-5)}`
}

/** Preflight and discovery alone: what `plan` needs. */
export async function exploreTarget(
  target: Target,
  options: RunOptions,
  signal?: AbortSignal,
): Promise<{ discovery: Discovery; ledger: Ledger }> {
  const prepared = prepare(target, options, signal)
  const { ending, ledger, clientFor, running } = prepared
  try {
    const client = clientFor(options.concurrency, running)
    const memo = new Memo()
    await checkTarget(prepared, remembering(client, memo), target, options)
    return { discovery: await discover(client, memo, target, options), ledger }
  } finally {
    ending.close()
  }
}

/** A client that sends no request twice. */
function remembering(client: Client, memo: Memo): Client {
  return { send: (spec) => memo.recall(spec, () => client.send(spec)) }
}

async function discover(client: Client, memo: Memo, target: Target, options: RunOptions): Promise<Discovery> {
  return target.api.discover({
    send: (spec) => remembering(client, memo).send(spec),
    hasOtherKey: target.keys.other !== undefined,
    capabilities: {
      writes: options.writes,
      exhaustibleKey: target.keys.exhaustible !== undefined,
      apex: target.apexUrl !== undefined,
      webhooks: target.webhooks,
    },
  })
}

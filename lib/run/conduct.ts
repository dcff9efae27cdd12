import type { Api, Discovery } from '../harness/api.ts'
import type { CaseDefinition } from '../harness/case.ts'
import type { FootprintEntry } from '../harness/footprint.ts'
import { Patience } from '../harness/certainty.ts'
import { Memo } from '../harness/memo.ts'
import type { CaseOutcome, Observed } from '../harness/outcome.ts'
import { RunStore } from '../harness/run-store.ts'
import { schedule } from '../harness/schedule.ts'
import type { Session } from '../harness/session.ts'
import type { Client } from '../http/client.ts'
import type { Ledger } from '../http/ledger.ts'
import type { ReasonKind } from '../judge/verdict.ts'
import { ConfigurationError } from '../util/errors.ts'
import { equip, type Equipment, type EquipmentEvents, runName } from './equipment.ts'
import type { RunOptions } from './options.ts'
import { preflight } from './preflight.ts'
import { affordableFuzzRuns, allowanceOf, confirmQuota, refuseShortage, shortageOf } from './quota.ts'
import { lookAgain } from './second-look.ts'
import type { Tally } from './tally.ts'
import { scrubberFor, type Target } from './target.ts'
import { refusedIn, watch, withoutRejections } from './watched-client.ts'

/** The raw results of a run, from which its record is made. */
export interface Conducted {
  readonly api: Api
  readonly outcomes: readonly CaseOutcome[]
  readonly tally: Tally
  readonly ledger: Ledger
  readonly footprint: readonly FootprintEntry[]
  /** Observations on open points. */
  readonly observed: () => readonly Observed[]
  /** Requests sent before the first case. */
  readonly explored: number
  /** Generated inputs per property: as many as the options or the allowance permit. */
  readonly fuzzRuns: number
  /** What the cases shared; with it, reading cases can be repeated on the recorded answers. */
  readonly session?: Session
  /** Reads with a violation that no smaller request could repeat, because no request was left. */
  readonly unrepeated?: number
  /** Requests per second that the run slowed down to, if it did. */
  readonly rate?: number
  /** Why the run ended early. */
  readonly problem?: string
  readonly problemKind?: ReasonKind
}

export interface ConductEvents extends EquipmentEvents {
  readonly onCase?: (outcome: CaseOutcome, done: number, total: number, requests: number) => void
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
  const equipment = equip(target, options, signal, events)
  const { ending, tally } = equipment
  try {
    const session = await openSession(equipment, target, cases, options, events)
    const explored = equipment.ledger.spent().total
    const outcomes = await runCases(equipment, session, cases, options, events)
    ending.disarm()
    const footprint = await restore(equipment, session, options)
    tally.conclude(isAlone(session.discovery))
    const rejected = ending.kind === 'key-rejected' ? refusedIn(tally.exchanges) : NONE
    tally.disregard(rejected)
    const unrepeated = ending.reason === undefined ? await lookAgain(equipment, target, options) : 0
    return {
      ...resultsOf(equipment, session, options),
      footprint,
      outcomes: rejected.size === 0 ? outcomes : withoutRejections(outcomes, rejected),
      explored,
      ...(unrepeated === 0 ? {} : { unrepeated }),
    }
  } finally {
    ending.close()
  }
}

/** Preflight and discovery alone: what `plan` needs. */
export async function exploreTarget(
  target: Target,
  options: RunOptions,
  signal?: AbortSignal,
): Promise<{ discovery: Discovery; ledger: Ledger }> {
  const equipment = equip(target, options, signal)
  const { ending, ledger, clientFor, running } = equipment
  try {
    const client = remembering(clientFor(options.concurrency, running), new Memo())
    await checkTarget(equipment, client, target, options)
    return { discovery: await discover(client, target, options), ledger }
  } finally {
    ending.close()
  }
}

/** Preflight and discovery; then everything is known that the cases share. */
async function openSession(
  equipment: Equipment,
  target: Target,
  cases: readonly CaseDefinition[],
  options: RunOptions,
  { onNotice }: ConductEvents,
): Promise<Session> {
  const { api } = target
  const { ending, ledger, tally, pause, clientFor, running } = equipment
  const client = clientFor(options.concurrency, running)
  const memo = new Memo()
  const proof = await checkTarget(equipment, remembering(client, memo), target, options, onNotice)
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
  const discovery = await discover(remembering(watched, memo), target, options)
  const alone = isAlone(discovery)
  const { left } = allowanceOf(ledger, options, alone)
  return {
    api,
    client: watched,
    spender: clientFor(options.concurrency, running),
    discovery,
    memo,
    store: new RunStore(),
    patience: new Patience(pause),
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
}

/** Checks that the target can be judged and that the allowance covers discovery. Returns the answer that shows it. */
async function checkTarget(
  { ledger, clientFor, running }: Equipment,
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

async function discover({ send }: Client, target: Target, options: RunOptions): Promise<Discovery> {
  return target.api.discover({
    send,
    hasOtherKey: target.keys.other !== undefined,
    capabilities: {
      writes: options.writes,
      exhaustibleKey: target.keys.exhaustible !== undefined,
      apex: target.apexUrl !== undefined,
      webhooks: target.webhooks,
    },
  })
}

/** A client that sends no request twice. */
function remembering(client: Client, memo: Memo): Client {
  return { send: (spec) => memo.recall(spec, () => client.send(spec)) }
}

/** Whether there is no key of a second workspace, so that all requests are sent with the key under test. */
function isAlone({ other }: Discovery): boolean {
  return other === undefined
}

async function runCases(
  { ledger }: Equipment,
  session: Session,
  cases: readonly CaseDefinition[],
  options: RunOptions,
  { onCase }: ConductEvents,
): Promise<readonly CaseOutcome[]> {
  const { fuzzRuns } = session.settings
  let done = 0
  return schedule(cases, session, {
    allowance: allowanceOf(ledger, { ...options, fuzzRuns }, isAlone(session.discovery)),
    shortage: () => shortageOf(ledger, options, Date.now()),
    onOutcome: (outcome) => {
      done += 1
      onCase?.(outcome, done, cases.length, ledger.spent().total)
    },
  })
}

/** Puts changes back, also after an interruption or with a spent allowance, and looks for what may have been created. */
async function restore(
  { tally, clientFor }: Equipment,
  { api, discovery }: Session,
  { concurrency }: RunOptions,
): Promise<readonly FootprintEntry[]> {
  return api.settleFootprint([...tally.exchanges], discovery, clientFor(concurrency, { unlimited: true }))
}

const NONE: ReadonlySet<number> = new Set()

/** What is known at the end beside the outcomes of the cases. */
function resultsOf(
  { ending, ledger, tally, retries }: Equipment,
  session: Session,
  options: RunOptions,
): Omit<Conducted, 'outcomes' | 'explored' | 'footprint'> {
  const { api } = session
  let observed: readonly Observed[] | undefined
  return {
    api,
    tally,
    ledger,
    observed: () => (observed ??= [...session.observed, ...api.observe(tally.lasting)]),
    fuzzRuns: session.settings.fuzzRuns,
    session,
    ...(retries.rate === options.rate ? {} : { rate: retries.rate }),
    ...(ending.reason === undefined ? {} : { problem: ending.reason }),
    ...(ending.kind === undefined ? {} : { problemKind: ending.kind }),
  }
}

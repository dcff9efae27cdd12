import { EVENTUALLY_MS, Patience } from '../harness/certainty.ts'
import type { CaseDefinition } from '../harness/context.ts'
import { discover as discoverIn, type Discovery } from '../harness/discovery.ts'
import { type FootprintEntry, settleFootprint } from '../harness/footprint.ts'
import type { CaseOutcome, Observed } from '../harness/outcome.ts'
import { Memo, RunStore } from '../harness/run-store.ts'
import { schedule } from '../harness/schedule.ts'
import type { Session } from '../harness/session.ts'
import type { Client } from '../http/client.ts'
import type { Ledger } from '../http/ledger.ts'
import type { Finding } from '../judge/finding.ts'
import type { ReasonKind } from '../judge/verdict.ts'
import { observations } from '../../suites/index.ts'
import { ConfigurationError } from '../util/errors.ts'
import { count } from '../util/text.ts'
import { equip, type Equipment, type EquipmentEvents, runName } from './conduct/equipment.ts'
import { Journal, restore } from './journal.ts'
import type { RunOptions } from './options.ts'
import { preflight } from './preflight.ts'
import { affordableFuzzRuns, allowanceOf, refuseShortage, shortageOf } from './quota.ts'
import type { Tally } from './conduct/tally.ts'
import { scrubberFor, type Target } from './target.ts'
import { sparingHangingEndpoints, sparingOtherKey, sparingStrangers } from './conduct/sparing.ts'
import { endingAtRejection, refusedIn, withoutRejections } from './conduct/rejection.ts'

/** The raw results of a run, from which its record is made. */
export interface Conducted {
  readonly outcomes: readonly CaseOutcome[]
  readonly tally: Tally
  readonly ledger: Ledger
  readonly footprint: readonly FootprintEntry[]
  /** Observations on open points. */
  readonly observed: readonly Observed[]
  /** Requests sent before the first case. */
  readonly explored: number
  /** Generated inputs per property: as many as the options or the allowance permit. */
  readonly fuzzRuns: number
  /** Requests per second that the run slowed down to, if it did. */
  readonly rate?: number
  /** Why the run ended early. */
  readonly problem?: string
  readonly problemKind?: ReasonKind
}

export interface ConductEvents extends EquipmentEvents {
  readonly onStart?: (definition: CaseDefinition) => void
  /** Called at the end of each case; `found`: what the oracles found on all exchanges so far. */
  readonly onCase?: (
    outcome: CaseOutcome,
    progress: { readonly done: number; readonly total: number; readonly requests: number },
    found: readonly Finding[],
  ) => void
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
  const run = await openRun(target, cases, options, events, signal)
  try {
    await run.perform(cases)
    return await run.conclude()
  } finally {
    run.close()
  }
}

/** A run under way: after preflight and discovery, cases are performed, all at once or in turns. */
export interface OpenRun {
  /** Runs some cases, phase by phase. */
  readonly perform: (cases: readonly CaseDefinition[]) => Promise<readonly CaseOutcome[]>
  /** What is known by now; nothing is put back, and what only the whole run shows is not judged. */
  readonly soFar: () => Conducted
  /** Puts back what was changed, and judges what only the whole run shows. */
  readonly conclude: () => Promise<Conducted>
  readonly close: () => void
}

/**
 * Preflight and discovery.
 * @param planned - all cases that may be performed: a full profile generates as many inputs as they leave requests for
 */
export async function openRun(
  target: Target,
  planned: readonly CaseDefinition[],
  options: RunOptions,
  events: ConductEvents = {},
  signal?: AbortSignal,
): Promise<OpenRun> {
  const equipment = equip(target, options, signal, events)
  const { ending, ledger, tally, retries, clientFor } = equipment
  const journal = options.journal === undefined ? undefined : new Journal(options.journal, target.baseUrl)
  const session = await openSession(equipment, target, planned, options, events, journal).catch(
    (error: unknown) => {
      ending.close()
      throw error
    },
  )
  const { discovery, settings } = session
  const isAlone = discovery.other === undefined
  const explored = ledger.spent().total
  const ended: CaseOutcome[] = []
  const place = new Map(planned.map(({ id }, index) => [id, index]))

  const perform: OpenRun['perform'] = (cases) =>
    schedule(cases, session, {
      allowance: allowanceOf(ledger, { ...options, fuzzRuns: settings.fuzzRuns }, isAlone),
      shortage: () => shortageOf(ledger, options, Date.now()),
      onStart: events.onStart,
      onOutcome: (outcome) => {
        ended.push(outcome)
        const progress = { done: ended.length, total: planned.length, requests: ledger.spent().total }
        events.onCase?.(outcome, progress, tally.findings)
      },
    })
  const soFar = (footprint: readonly FootprintEntry[] = []): Conducted => ({
    outcomes: ended.toSorted((a, b) => (place.get(a.definition.id) ?? 0) - (place.get(b.definition.id) ?? 0)),
    tally,
    ledger,
    footprint,
    observed: [...session.observed, ...observations(tally.lasting)],
    explored,
    fuzzRuns: settings.fuzzRuns,
    rate: retries.rate === options.rate ? undefined : retries.rate,
    problem: ending.reason,
    problemKind: ending.kind,
  })
  const conclude: OpenRun['conclude'] = async () => {
    ending.disarm()
    // Changes are put back also after an interruption, and with a spent allowance.
    const restorer = clientFor(options.concurrency, { unlimited: true })
    const footprint = await settleFootprint([...tally.exchanges], discovery, restorer)
    journal?.close()
    tally.conclude(isAlone)
    const conducted = soFar(footprint)
    if (ending.kind !== 'key-rejected') return conducted
    const rejected = refusedIn(tally.exchanges)
    tally.disregard(rejected)
    return { ...conducted, outcomes: withoutRejections(conducted.outcomes, rejected) }
  }
  return { perform, soFar: () => soFar(), conclude, close: () => ending.close() }
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
  journal: Journal | undefined,
): Promise<Session> {
  const { ending, ledger, otherLedger, tally, pause, clientFor, running } = equipment
  const { concurrency, seed } = options
  const plain = clientFor(concurrency, running)
  const memo = new Memo()
  const proof = await checkTarget(equipment, remembering(plain, memo), target, options)
  await restoreAfterKill(equipment, target, options, onNotice)
  const patience = new Patience(pause)
  const confirming = tally.confirming(
    endingAtRejection(sparingHangingEndpoints(sparingOtherKey(plain, otherLedger)), {
      prober: clientFor(1, running),
      proof,
      ending,
    }),
    () => patience.pause(EVENTUALLY_MS),
  )
  const discovery = await discover(remembering(confirming, memo), target, options)
  const spared = sparingStrangers(confirming, discovery, tally.exchanges)
  const client = journal?.keeping(spared, discovery, tally.exchanges) ?? spared
  const isAlone = discovery.other === undefined
  const { left } = allowanceOf(ledger, options, isAlone)
  return {
    client,
    spender: clientFor(concurrency, running),
    discovery,
    memo,
    store: new RunStore(),
    patience,
    deliveries: target.mailbox,
    settings: {
      seed,
      fuzzRuns: affordableFuzzRuns(cases, left(), options, isAlone),
      keys: target.keys,
      apexUrl: target.apexUrl,
    },
    exchanges: tally.exchanges,
    observed: [],
    violated: new Set(options.seenBefore),
    pause,
    ended: () => ending.ended,
    overdue: ending.overdue,
    runMark: target.embedded ? `cac-${seed.toString(36)}` : runName(seed),
  }
}

/** Puts back what a run that was killed has left changed, before anything is taken for the state of the workspace. */
async function restoreAfterKill(
  { clientFor }: Equipment,
  { baseUrl }: Target,
  { journal, writes, concurrency }: RunOptions,
  onNotice?: (line: string) => void,
): Promise<void> {
  if (journal === undefined || !writes) return
  const restored = await restore(journal, baseUrl, clientFor(concurrency, { unlimited: true }))
  if (restored > 0)
    onNotice?.(`put back ${count(restored, 'conversation')} that a killed run had left changed`)
}

/** Checks that the target can be judged and that the allowance covers discovery. Returns the path that shows it. */
async function checkTarget(
  { ledger }: Equipment,
  client: Client,
  target: Target,
  options: RunOptions,
): Promise<string> {
  const isProxied = target.proxy !== undefined
  const proof = await preflight(client, target.baseUrl, isProxied).catch((error: unknown) => {
    // The line quotes the target, which may show what it was sent.
    if (!(error instanceof ConfigurationError)) throw error
    throw new ConfigurationError(scrubberFor(target, options).text(error.message), { cause: error })
  })
  refuseShortage(ledger, options)
  return proof
}

function discover(
  { send }: Client,
  { keys, apexUrl, webhooks }: Target,
  { writes }: RunOptions,
): Promise<Discovery> {
  return discoverIn({
    send,
    hasOtherKey: keys.other !== undefined,
    capabilities: {
      writes,
      exhaustibleKey: keys.exhaustible !== undefined,
      apex: apexUrl !== undefined,
      webhooks,
    },
  })
}

/** A client that sends no request twice. */
function remembering(client: Client, memo: Memo): Client {
  return { send: (spec) => memo.recall(spec, () => client.send(spec)) }
}

/** A run: explore → perform → conclude; each step is a function of the result of the step before. */
import { setTimeout as delay } from 'node:timers/promises'
import { findAbsent } from '../../engine/case/absent-ids.ts'
import { Actor } from '../../engine/case/actor.ts'
import { discover, type Discovery } from '../../engine/case/discovery.ts'
import {
  type FootprintEntry,
  settleFootprint,
  type WithoutLead,
  withoutLeadAfter,
} from '../../engine/case/footprint.ts'
import type { CaseOutcome, Observation } from '../../engine/case/outcome.ts'
import { Memo, RunStore } from '../../engine/case/run-store.ts'
import { schedule } from '../../engine/case/schedule.ts'
import type { Ended, Session } from '../../engine/case/session.ts'
import type { CaseDefinition } from '../../engine/case/suite.ts'
import type { Client } from '../../engine/http/client.ts'
import { isLimited } from '../../engine/http/exchange.ts'
import { Ledger } from '../../engine/http/ledger.ts'
import { type Clock, Patience } from '../../engine/http/patience.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import { areErrorsErratic } from '../../engine/judge/erratic.ts'
import { once } from '../../engine/util/memo.ts'
import { lateWrites, observations } from '../../../suites/index.ts'
import { type Clients, createClients, runName } from './conduct/clients.ts'
import { rightlyRefused } from './conduct/deleted.ts'
import { Ending } from './conduct/ending.ts'
import { isRejection } from './conduct/middlewares.ts'
import { Tally } from './conduct/tally.ts'
import type { ConductEvents } from './events.ts'
import { DRAWN, type RunOptions } from './options.ts'
import { preflight } from './preflight.ts'
import { hasShortage, refuseShortage, waitingForWindow } from './quota.ts'
import type { Target } from './target.ts'

/** The raw results of a run, from which its record is made. */
export interface Conducted {
  readonly outcomes: readonly CaseOutcome[]
  readonly tally: Tally
  readonly ledger: Ledger
  readonly footprint: readonly FootprintEntry[]
  /** Conversations without a lead that are left; absent if the run may not write. */
  readonly withoutLead?: WithoutLead
  /** Observations on open points; computed when first needed. */
  readonly observed: () => readonly Observation[]
  /** Requests per second that the run slowed down to, if it did. */
  readonly slowedTo?: number
  /** How long the run waited for its target. */
  readonly patience: Pick<Patience, 'waited' | 'isOver'>
  /** Why the run ended early, if it did. */
  readonly ended?: Ended
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
): Promise<Conducted> {
  const means = meansFor(target, options, events)
  try {
    const session = await explore(means, options)
    return await conclude(means, session, await perform(session, cases, means, events))
  } finally {
    means.ending.close()
  }
}

/** The tools of a run, from its beginning to its end. */
export interface Means {
  readonly target: Target
  readonly clients: Clients
  readonly ending: Ending
  readonly ledger: Ledger
  readonly patience: Patience
  readonly tally: Tally
}

/** Creates the tools of a run. The caller closes their `ending`. */
export function meansFor(target: Target, options: RunOptions, events: ConductEvents = {}): Means {
  const tally = new Tally(target.baseUrl)
  const ending = new Ending(events.signal, 1000 * options.runTimeout)
  const { signal } = ending
  signal.addEventListener('abort', () => target.mailbox.stopWaiting(), { once: true })
  const ledger = new Ledger({ budget: options.budget, floor: options.floor })
  const patience = new Patience(target.clock ?? realTime(signal), events.onPatience)
  const { clock } = patience
  // One clock for requests and for waiting; it is never set back during the run.
  const began = Date.now() - clock.now()
  const now = (): number => began + clock.now()
  const clients = createClients(target, options, {
    ending,
    ledger,
    patience,
    now,
    onExchange: (exchange) => tally.add(exchange),
    window: options.wait
      ? waitingForWindow(ledger, { signal, pause: clock.pause, now, onWait: events.onWait })
      : undefined,
  })
  return { target, clients, ending, ledger, patience, tally }
}

/** Preflight and discovery: everything that the cases of a run share. */
export async function explore(means: Means, options: RunOptions): Promise<Session> {
  const { target, ending, ledger, tally, clients, patience } = means
  const { seed, profile, fuzzRuns } = options
  // A case without inputs would pass.
  const mostInputs = fuzzRuns === undefined ? undefined : Math.max(1, fuzzRuns)
  const memo = new Memo()
  const client = remembering(clients.main, memo)
  await checkTarget(client, means, options.wait)
  const found = await lookAround(client, target, {
    writes: options.writes,
    hasOtherKey: target.keys.other !== undefined,
  })
  const absent = await findAbsent(new Actor(client.send, { key: 'main' }), found)
  return {
    client: clients.main,
    spender: clients.plain,
    discovery: { ...found, absent },
    memo,
    store: new RunStore(),
    patience,
    deliveries: target.mailbox,
    settings: { seed, inputs: DRAWN[profile], mostInputs, keys: target.keys, apexUrl: target.apexUrl },
    answersTo: (operation) => tally.answersTo(operation),
    observed: [],
    late: () => lateWrites(tally.exchanges),
    found: tally.found,
    left: () => ledger.left(),
    ended: () => ending.ended,
    overdue: ending.overdue,
    runMark: target.embedded ? `cac-${seed.toString(36)}` : runName(seed),
  }
}

interface FirstLook {
  readonly discovery: Discovery
  /** Sends no request twice. */
  readonly client: Client
  readonly path: string
}

/** Preflight and discovery only, for commands that perform no cases. */
export async function look(means: Means, { wait, writes }: RunOptions): Promise<FirstLook> {
  const client = remembering(means.clients.plain, new Memo())
  const path = await checkTarget(client, means, wait)
  return { client, path, discovery: await lookAround(client, means.target, { writes, hasOtherKey: false }) }
}

/** Runs cases, phase by phase, and resolves with their outcomes. */
export async function perform(
  session: Session,
  cases: readonly CaseDefinition[],
  { ledger, tally }: Pick<Means, 'ledger' | 'tally'>,
  { onStart, onCase }: Pick<ConductEvents, 'onStart' | 'onCase'> = {},
): Promise<CaseOutcome[]> {
  const total = cases.length
  let done = 0
  return schedule(cases, session, {
    onStart,
    onOutcome: (outcome) => {
      done += 1
      onCase?.(outcome, { done, total, requests: ledger.spent().total }, tally.found.certain)
    },
  })
}

/** Restores changes, and applies the oracles that need the whole run. */
export async function conclude(
  means: Means,
  session: Session,
  outcomes: readonly CaseOutcome[],
): Promise<Conducted> {
  const { ending, tally, clients } = means
  ending.disarm()
  const footprint = await settleFootprint([...tally.exchanges], session.discovery, clients.restorer)
  tally.conclude()
  // A revoked key is rejected everywhere, and these answers say nothing about the target.
  if (ending.ended?.kind === 'key-rejected') tally.disregard(isRejection)
  // If server errors come and go, an error says nothing of the request that met it.
  if (areErrorsErratic(tally.exchanges)) tally.disregardErrors()
  // Somebody may have deleted a chatbot that requests name.
  tally.disregard(await rightlyRefused(session, tally.blamed))
  const { discovery, settings } = session
  const withoutLead = discovery.capabilities.writes
    ? withoutLeadAfter(tally.exchanges, discovery, settings.inputs)
    : undefined
  return { ...soFar(means, session, outcomes, footprint), withoutLead }
}

/**
 * The state of the run so far. Before the end, nothing is restored, and oracles of the whole run are not
 * applied.
 */
export function soFar(
  { tally, ledger, ending, patience, clients }: Means,
  { observed }: Pick<Session, 'observed'>,
  outcomes: readonly CaseOutcome[],
  footprint: readonly FootprintEntry[] = [],
): Conducted {
  return {
    outcomes,
    tally,
    ledger,
    footprint,
    // The answers of a limiter are an observation on an open point, though they say nothing about the
    // request.
    observed: once(() => [
      ...observed,
      ...observations(tally.exchanges.filter((one) => one.swallowed !== true || isLimited(one))),
    ]),
    slowedTo: clients.recovery.limiter.slowedTo,
    patience,
    ended: ending.ended,
  }
}

/** Sends no request twice. */
function remembering({ send }: Client, memo: Memo): Client {
  return { send: (spec) => memo.recall(spec, () => send(spec)) }
}

/** Checks that the target can be judged and that the allowance covers discovery. Returns the path that shows it. */
async function checkTarget(
  client: Client,
  { target, ledger, clients }: Means,
  waits: boolean,
): Promise<string> {
  try {
    return await preflight(client, target.baseUrl)
  } catch (error) {
    // The line quotes the target, which may echo secrets.
    if (!(error instanceof ConfigurationError)) throw error
    throw new ConfigurationError(target.scrub.text(error.message), { cause: error })
  } finally {
    // With no requests left, no answer could be read: that is the obstacle to name.
    if (hasShortage(ledger)) await clients.askAgain('main')
    refuseShortage(ledger, waits)
  }
}

function lookAround(
  { send }: Client,
  { keys, apexUrl, webhooks }: Target,
  { writes, hasOtherKey }: { readonly writes: boolean; readonly hasOtherKey: boolean },
): Promise<Discovery> {
  const capabilities = {
    writes,
    exhaustibleKey: keys.exhaustible !== undefined,
    apex: apexUrl !== undefined,
    webhooks,
  }
  return discover(send, capabilities, hasOtherKey)
}

/** Real time; waiting ends with the run. */
function realTime(signal: AbortSignal): Clock {
  return {
    now: () => performance.now(),
    pause: (ms) => delay(ms, undefined, { signal }).catch(() => {}),
  }
}

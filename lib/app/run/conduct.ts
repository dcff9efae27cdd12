import { setTimeout as delay } from 'node:timers/promises'
import { foundAbsent } from '../../engine/case/absent-ids.ts'
import { Actor } from '../../engine/case/actor.ts'
import { discover, type Discovery } from '../../engine/case/discovery.ts'
import { type FootprintEntry, settleFootprint } from '../../engine/case/footprint.ts'
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
import { once } from '../../engine/util/memo.ts'
import { observations } from '../../../suites/index.ts'
import { type Clients, createClients, isRejection, runName } from './conduct/clients.ts'
import { Ending } from './conduct/ending.ts'
import { Tally } from './conduct/tally.ts'
import type { ConductEvents } from './events.ts'
import { DRAWN, type RunOptions } from './options.ts'
import { preflight } from './preflight.ts'
import { refuseShortage, waitingForWindow } from './quota.ts'
import type { Target } from './target.ts'

/** The raw results of a run, from which its record is made. */
export interface Conducted {
  readonly outcomes: readonly CaseOutcome[]
  readonly tally: Tally
  readonly ledger: Ledger
  readonly footprint: readonly FootprintEntry[]
  /** Observations on open points; made when they are first asked for. */
  readonly observed: () => readonly Observation[]
  /** Requests per second that the run slowed down to, if it did. */
  readonly rate?: number
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
  const run = new Run(target, cases, options, events)
  try {
    await run.perform(cases)
    return await run.conclude()
  } finally {
    run.close()
  }
}

/** A target that was looked at, and nothing more. */
interface Explored {
  readonly discovery: Discovery
  /** Sends no request twice. */
  readonly client: Client
  /** The path that shows the API. */
  readonly path: string
}

/**
 * A run under way. Preflight and discovery come with the first cases that are performed; they are performed all at
 * once, or in turns.
 */
export class Run {
  readonly tally: Tally
  private readonly target: Target
  private readonly planned: readonly CaseDefinition[]
  private readonly options: RunOptions
  private readonly events: ConductEvents
  private readonly ending: Ending
  private readonly ledger: Ledger
  private readonly patience: Patience
  private readonly clients: Clients
  private readonly memo = new Memo()
  private discovery: Discovery | undefined
  private session: Promise<Session> | undefined
  private readonly outcomes: CaseOutcome[] = []
  private readonly observed: Observation[] = []

  /** @param planned - all cases that may be performed */
  constructor(
    target: Target,
    planned: readonly CaseDefinition[],
    options: RunOptions,
    events: ConductEvents = {},
  ) {
    this.target = target
    this.planned = planned
    this.options = options
    this.events = events
    this.tally = new Tally(target.baseUrl)
    this.ending = new Ending(events.signal, 1000 * options.runTimeout)
    const { signal } = this.ending
    signal.addEventListener('abort', () => target.mailbox.stopWaiting(), { once: true })
    this.ledger = new Ledger({ budget: options.budget, floor: options.floor })
    this.patience = new Patience(target.clock ?? realTime(signal), events.onPatience)
    const { pause } = this.patience.clock
    this.clients = createClients(target, options, {
      ending: this.ending,
      ledger: this.ledger,
      patience: this.patience,
      onExchange: (exchange) => this.tally.add(exchange),
      window: options.wait
        ? waitingForWindow(this.ledger, { signal, pause, onWait: events.onWait })
        : undefined,
    })
  }

  /** Preflight and discovery alone, without the workspace of the second key. */
  async explore(): Promise<Explored> {
    const client = this.remembering(this.clients.plain)
    const path = await this.checkTarget(client)
    return { client, path, discovery: await this.discover(client, false) }
  }

  /** Runs some cases, phase by phase. */
  async perform(cases: readonly CaseDefinition[]): Promise<void> {
    await schedule(cases, await (this.session ??= this.open()), {
      onStart: this.events.onStart,
      onOutcome: (outcome) => this.take(outcome),
    })
  }

  /** What is known by now; nothing is put back, and what only the whole run shows is not judged. */
  soFar(footprint: readonly FootprintEntry[] = []): Conducted {
    const { tally, ledger, ending, options, patience, observed } = this
    const { rate } = this.clients.recovery.limiter
    const place = new Map(this.planned.map(({ id }, index) => [id, index]))
    const placeOf = ({ definition }: CaseOutcome): number => place.get(definition.id) ?? 0
    return {
      outcomes: this.outcomes.toSorted((a, b) => placeOf(a) - placeOf(b)),
      tally,
      ledger,
      footprint,
      // What a limiter said is an open point, though it says nothing about the request.
      observed: once(() => [
        ...observed,
        ...observations(tally.exchanges.filter((one) => one.swallowed !== true || isLimited(one))),
      ]),
      rate: rate === options.rate ? undefined : rate,
      patience,
      ended: ending.ended,
    }
  }

  /** Puts back what was changed, and judges what only the whole run shows. */
  async conclude(): Promise<Conducted> {
    const { ending, tally, discovery, clients } = this
    ending.disarm()
    const footprint =
      discovery === undefined ? [] : await settleFootprint([...tally.exchanges], discovery, clients.restorer)
    tally.conclude()
    if (ending.ended?.kind === 'key-rejected') tally.disregard(isRejection)
    return this.soFar(footprint)
  }

  close(): void {
    this.ending.close()
  }

  private take(outcome: CaseOutcome): void {
    const { ledger, tally } = this
    this.outcomes.push(outcome)
    tally.findings.push(...outcome.findings)
    const progress = {
      done: this.outcomes.length,
      total: this.planned.length,
      requests: ledger.spent().total,
    }
    this.events.onCase?.(outcome, progress, tally.findings)
  }

  /** Preflight and discovery; then everything is known that the cases share. */
  private async open(): Promise<Session> {
    const { target, options, ending, tally, clients } = this
    const { seed, profile, fuzzRuns } = options
    // A case that draws nothing would pass.
    const mostInputs = fuzzRuns === undefined ? undefined : Math.max(1, fuzzRuns)
    const client = this.remembering(clients.main)
    await this.checkTarget(client)
    const found = await this.discover(client)
    const absent = await foundAbsent(new Actor(client.send, { key: 'main' }), found)
    this.discovery = { ...found, absent }
    return {
      client: clients.main,
      spender: clients.plain,
      discovery: this.discovery,
      memo: this.memo,
      store: new RunStore(),
      patience: this.patience,
      deliveries: target.mailbox,
      settings: { seed, inputs: DRAWN[profile], mostInputs, keys: target.keys, apexUrl: target.apexUrl },
      answersTo: (operation) => tally.answersTo(operation),
      observed: this.observed,
      takeUnsure: (exchanges) => tally.takeUnsure(exchanges),
      unsureIn: (exchanges) => tally.unsureIn(exchanges),
      violated: new Set(),
      ended: () => ending.ended,
      overdue: ending.overdue,
      runMark: target.embedded ? `cac-${seed.toString(36)}` : runName(seed),
    }
  }

  /** Sends no request twice. */
  private remembering({ send }: Client): Client {
    return { send: (spec) => this.memo.recall(spec, () => send(spec)) }
  }

  /** Checks that the target can be judged and that the allowance covers discovery. Returns the path that shows it. */
  private async checkTarget(client: Client): Promise<string> {
    const { target, options, ledger } = this
    const path = await preflight(client, target.baseUrl).catch((error: unknown) => {
      // With nothing left, there was no answer that could be read.
      refuseShortage(ledger, options)
      // The line quotes the target, which may show what it was sent.
      if (!(error instanceof ConfigurationError)) throw error
      throw new ConfigurationError(target.scrub.text(error.message), { cause: error })
    })
    refuseShortage(ledger, options)
    return path
  }

  private discover({ send }: Client, otherKey = true): Promise<Discovery> {
    const { keys, apexUrl, webhooks } = this.target
    return discover({
      send,
      hasOtherKey: otherKey && keys.other !== undefined,
      capabilities: {
        writes: this.options.writes,
        exhaustibleKey: keys.exhaustible !== undefined,
        apex: apexUrl !== undefined,
        webhooks,
      },
    })
  }
}

/** Real time; waiting ends with the run. */
function realTime(signal: AbortSignal): Clock {
  return {
    now: () => performance.now(),
    pause: (ms) => delay(ms, undefined, { signal }).catch(() => {}),
  }
}

import { setMaxListeners } from 'node:events'
import { matchOperation } from '../contract/index.ts'
import { Actor } from '../harness/actor.ts'
import type { CaseDefinition } from '../harness/case.ts'
import { type Discovery, explore, idsOf } from '../harness/discovery.ts'
import { Footprint } from '../harness/footprint.ts'
import type { CaseOutcome, Observed } from '../harness/outcome.ts'
import { schedule } from '../harness/schedule.ts'
import { Memo, type Session } from '../harness/session.ts'
import { type Client, createClient } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import { createLedger, type Ledger } from '../http/ledger.ts'
import { ConfigurationError, type RunOptions } from './options.ts'
import { preflight } from './preflight.ts'
import { Tally } from './tally.ts'
import { SPENDER_CONCURRENCY, type Target } from './target.ts'
import { packageVersion } from './version.ts'

/** Everything that a run leaves, before it is put into a record. */
export interface Conducted {
  readonly outcomes: readonly CaseOutcome[]
  readonly tally: Tally
  readonly ledger: Ledger
  readonly footprint: Footprint
  readonly observed: readonly Observed[]
  /** Why the run ended before its time. */
  readonly problem?: string
  /** Requirements all of whose cases another shard takes. */
  readonly elsewhere?: ReadonlySet<string>
}

export interface ConductEvents {
  readonly onCase?: (outcome: CaseOutcome, done: number, total: number, requests: number) => void
}

/** Verifies a target with some cases: preflight, discovery, phases, restoring. Rejects with a ConfigurationError if nothing can be judged. */
export async function conduct(
  target: Target,
  cases: readonly CaseDefinition[],
  options: RunOptions,
  events: ConductEvents = {},
  signal?: AbortSignal,
): Promise<Conducted> {
  const { ending, ledger, tally, clientFor } = prepare(target, options, signal)
  const client = clientFor(options.concurrency, ending.signal)
  try {
    const proof = await preflight(client, target.baseUrl)
    const watched = watchKey(client, proof, ending)
    const memo = new Memo()
    const discovery = await discover(watched, memo, target, options)
    const footprint = new Footprint()
    const session: Session = {
      client: watched,
      spender: clientFor(SPENDER_CONCURRENCY, ending.signal),
      discovery,
      memo,
      footprint,
      deliveries: target.mailbox,
      settings: {
        seed: options.seed,
        fuzzRuns: options.fuzzRuns,
        keys: target.keys,
        ...(target.apexUrl === undefined ? {} : { apexUrl: target.apexUrl }),
      },
      observed: [],
      runMark: `cac-${options.seed.toString(36)}${Date.now().toString(36).slice(-5)}`,
    }
    let done = 0
    const outcomes = await schedule(cases, session, (outcome) => {
      done += 1
      events.onCase?.(outcome, done, cases.length, ledger.spent().total)
    })
    ending.cancelTimer()
    // What was changed is put back even where the run was ended: by a client that heeds no signal.
    session.client = clientFor(options.concurrency)
    await footprint.undo()
    tally.conclude(discovery.other === undefined)
    return {
      outcomes,
      tally,
      ledger,
      footprint,
      observed: session.observed,
      ...(ending.reason === undefined ? {} : { problem: ending.reason }),
    }
  } finally {
    ending.cancelTimer()
  }
}

/** The account, the tally and the clients of a run. */
function prepare(target: Target, options: RunOptions, signal?: AbortSignal): Prepared {
  const ending = new Ending(signal, options.runTimeoutMs)
  const ledger = createLedger({ budget: options.budget, floor: options.floor })
  const tally = new Tally(target.baseUrl)
  let ids = 0
  const version = packageVersion()
  const clientFor = (concurrency: number, until?: AbortSignal): Client =>
    createClient({
      baseUrl: target.baseUrl,
      transport: target.transport,
      keys: target.keys,
      ledger,
      match: (method, path) => matchOperation(method, path)?.operation,
      onExchange: (exchange) => tally.add(exchange),
      nextId: () => ++ids,
      concurrency,
      version,
      ...(until === undefined ? {} : { signal: until }),
    })
  return { ending, ledger, tally, clientFor }
}

interface Prepared {
  readonly ending: Ending
  readonly ledger: Ledger
  readonly tally: Tally
  readonly clientFor: (concurrency: number, until?: AbortSignal) => Client
}

/** Preflight and discovery alone: what `plan` needs. */
export async function reconnoitre(
  target: Target,
  options: RunOptions,
  signal?: AbortSignal,
): Promise<{ discovery: Discovery; ledger: Ledger }> {
  const { ending, ledger, clientFor } = prepare(target, options, signal)
  try {
    const client = clientFor(options.concurrency, ending.signal)
    await preflight(client, target.baseUrl)
    return { discovery: await discover(client, new Memo(), target, options), ledger }
  } finally {
    ending.cancelTimer()
  }
}

/** Why and when a run ends before its time. */
class Ending {
  private readonly controller = new AbortController()
  private readonly timer: NodeJS.Timeout
  reason: string | undefined

  constructor(outer: AbortSignal | undefined, timeoutMs: number) {
    // Every request under way listens.
    setMaxListeners(0, this.controller.signal)
    this.timer = setTimeout(() => this.end('the run took longer than --run-timeout allows'), timeoutMs)
    this.timer.unref()
    if (outer?.aborted) this.end('interrupted')
    outer?.addEventListener('abort', () => this.end('interrupted'), { once: true })
  }

  get signal(): AbortSignal {
    return this.controller.signal
  }

  end(reason: string): void {
    this.reason ??= reason
    this.controller.abort()
  }

  cancelTimer(): void {
    clearTimeout(this.timer)
  }
}

/**
 * A client that notices when the key under test stops working: a 401 makes it ask again what answered before. One endpoint that
 * refuses a valid key is a defect; all of them are a revoked key.
 */
function watchKey(client: Client, proof: string, ending: Ending): Client {
  let probing: Promise<void> | undefined
  const probe = async (): Promise<void> => {
    const { response } = await client.send({ method: 'GET', path: proof, key: 'main' })
    if (response?.status === 401)
      ending.end('the key in CONFORMANCE_API_KEY was rejected in the middle of the run')
  }
  return {
    async send(spec) {
      const exchange = await client.send(spec)
      if (exchange.key === 'main' && exchange.operation !== undefined && exchange.response?.status === 401) {
        probing ??= probe()
        await probing
      }
      return exchange
    },
  }
}

async function discover(client: Client, memo: Memo, target: Target, options: RunOptions): Promise<Discovery> {
  const explorer = (key: 'main' | 'other'): Actor =>
    new Actor((spec): Promise<Exchange> => memo.recall(spec, () => client.send(spec)), { key })
  const hasOther = target.keys.other !== undefined
  const [main, other] = await Promise.all([
    explore(explorer('main')),
    hasOther ? explore(explorer('other')) : undefined,
  ])
  if (other !== undefined && other.me.status === 401 && other.lists['GET /chatbots'].status === 401) {
    throw new ConfigurationError(
      'the target rejects the key in CONFORMANCE_OTHER_API_KEY (401): set it to a key of a second workspace, or leave it out',
    )
  }
  const found: Discovery = {
    main,
    ...(other === undefined || (!other.me.usable && !other.lists['GET /chatbots'].usable) ? {} : { other }),
    capabilities: {
      writes: options.writes,
      exhaustibleKey: target.keys.exhaustible !== undefined,
      apex: target.apexUrl !== undefined,
      webhooks: target.webhooks,
    },
  }
  if (!isSameWorkspace(found)) return found
  const { other: _same, ...rest } = found
  return rest
}

/** Whether both keys plainly belong to one workspace: the same team, and the same rows. */
function isSameWorkspace({ main, other }: Discovery): boolean {
  if (other === undefined || main.me.data['team_id'] !== other.me.data['team_id']) return false
  const rows = (['GET /chatbots', 'GET /conversations', 'GET /leads'] as const).map(
    (list) => [idsOf(main.lists[list].rows), idsOf(other.lists[list].rows)] as const,
  )
  return rows.some(([own]) => own.length > 0) && rows.every(([own, foreign]) => own.join() === foreign.join())
}

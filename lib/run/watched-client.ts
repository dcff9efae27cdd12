import type { CaseOutcome } from '../harness/outcome.ts'
import type { Client, RequestSpec, Send } from '../http/client.ts'
import type { Exchange, KeyLabel, TransportFailure } from '../http/exchange.ts'
import { KEY_VARIABLES, isOwnedKey } from '../http/keys.ts'
import { createSlots, type Slots } from '../http/pace.ts'
import type { Ending } from './ending.ts'

/** Failures that a lost target produces. */
const GONE: ReadonlySet<TransportFailure['kind']> = new Set(['refused', 'dns', 'tls', 'reset', 'timeout'])
/** After this many consecutive failures, on any endpoints, the client checks whether the target still answers. */
const MANY_FAILURES = 6
/** A working key is checked again only after this many answers. */
const ANSWERS_BETWEEN = 8
/** An endpoint hangs if this many requests time out while others get answers; it gets no further requests. */
const MANY_TIMEOUTS = 2
/** Checks of a target that may be lost: the time limit of each, and the pause before it. Twelve seconds in all. */
const PROBE_MS = 3_000
const PAUSES_MS = [0, 1_000, 2_000]
/** The fewest simultaneous requests, however slow the target. */
const FEWEST_AT_ONCE = 4

interface Surroundings {
  /** Sends immediately, however many requests are queued. */
  readonly prober: Client
  /** The path that answered at the start. */
  readonly proof: string
  readonly ending: Ending
  /** Simultaneous requests at the start. */
  readonly concurrency: number
  readonly pause: (ms: number) => Promise<void>
  /** Which endpoint a request addresses. */
  readonly placeOf: (method: string, path: string) => string
  readonly onNotice?: (line: string) => void
}

/**
 * A client that notices a rejected key, a hanging endpoint and a lost target, by repeating a request that worked
 * before.
 * One endpoint that rejects a valid key, or hangs, is a defect; all of them are a revoked key or a lost target. Then
 * the run is ended, and answers too late to be judged count as missing.
 */
export function watch(client: Client, surroundings: Surroundings): Client {
  return new WatchedClient(client, surroundings)
}

class WatchedClient implements Client {
  private readonly client: Client
  private readonly surroundings: Surroundings
  private readonly slots: Slots
  /** Timeouts of each endpoint since its last answer. */
  private readonly timeouts = new Map<string, number>()
  /** Failures since the last answer. */
  private failures = 0
  /** Answers since the last check. */
  private answers = 0
  private answeredAt = Date.now()
  private narrowedAt = 0
  /** The check under way: all requests wait for it. */
  private probing: Promise<void> | undefined

  constructor(client: Client, surroundings: Surroundings) {
    this.client = client
    this.surroundings = surroundings
    this.slots = createSlots(surroundings.concurrency)
  }

  readonly send: Send = async (spec) => {
    const { ending, placeOf } = this.surroundings
    const place = placeOf(spec.method, spec.path)
    const release = await this.slots.take()
    try {
      await this.probing
      if (this.timeoutsOf(place) >= MANY_TIMEOUTS) return withheld(spec, place)
      const exchange = await this.sendWatched(spec, place)
      return ending.reason !== undefined && isRejection(exchange)
        ? asInterrupted(exchange, ending.reason)
        : exchange
    } finally {
      release()
    }
  }

  private async sendWatched(spec: RequestSpec, place: string): Promise<Exchange> {
    const { ending } = this.surroundings
    const exchange = await this.client.send(spec)
    if (ending.reason !== undefined || !this.isSuspicious(exchange, place)) return exchange
    this.probing ??= this.probe(isRejection(exchange) ? exchange.key : 'main').finally(() => {
      this.probing = undefined
    })
    await this.probing
    // The target answers, so this endpoint hangs.
    if (ending.reason === undefined && exchange.failure?.kind === 'timeout')
      this.timeouts.set(place, this.timeoutsOf(place) + 1)
    return exchange
  }

  /** Records how a request ended. Returns whether the target or its key must be checked. */
  private isSuspicious(exchange: Exchange, place: string): boolean {
    const { failure, startedAt } = exchange
    if (failure === undefined) {
      this.failures = 0
      this.answers += 1
      this.answeredAt = Date.now()
      this.timeouts.delete(place)
      return isRejection(exchange) && (this.probing !== undefined || this.answers > ANSWERS_BETWEEN)
    }
    if (!GONE.has(failure.kind)) return false
    this.failures += 1
    if (failure.kind !== 'timeout') return this.failures >= MANY_FAILURES
    if (this.narrowedAt <= startedAt) {
      this.narrowedAt = Date.now()
      this.slots.narrow(FEWEST_AT_ONCE)
    }
    const isElsewhereAlive = this.answeredAt >= startedAt
    if (isElsewhereAlive) this.timeouts.set(place, this.timeoutsOf(place) + 1)
    return !isElsewhereAlive || this.failures >= MANY_FAILURES
  }

  private timeoutsOf(place: string): number {
    return this.timeouts.get(place) ?? 0
  }

  /** Checks whether the target still answers, and this key; ends the run if not. */
  private async probe(key: KeyLabel): Promise<void> {
    const { ending, pause, onNotice } = this.surroundings
    const since = Date.now()
    let problem = `it has not answered for ${Math.round((since - this.answeredAt) / 1000)} s`
    for (const ms of PAUSES_MS) {
      // oxlint-disable-next-line no-await-in-loop -- one look after the other
      await pause(ms)
      // oxlint-disable-next-line no-await-in-loop
      const exchange = await this.look(key)
      const isBack = exchange?.response !== undefined || this.answeredAt > since
      if (ending.reason !== undefined || isBack) {
        this.answers = 0
        this.failures = 0
        if (exchange?.response?.status === 401 && isOwnedKey(key))
          ending.end(`the key in ${KEY_VARIABLES[key]} was rejected in the middle of the run`, 'key-rejected')
        return
      }
      if (exchange?.failure !== undefined && !GONE.has(exchange.failure.kind)) return
      problem = exchange?.failure?.message ?? problem
      if (ms === 0) onNotice?.(`no answer from the target any more (${problem}): looking again`)
    }
    ending.end(`the target was lost in the middle of the run: ${problem}`, 'connection')
  }

  /** Sends the request that worked at the start; undefined if it has no result in time. */
  private async look(key: KeyLabel): Promise<Exchange | undefined> {
    const { prober, proof } = this.surroundings
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, PROBE_MS, undefined)
    })
    try {
      return await Promise.race([prober.send({ method: 'GET', path: proof, key }), late])
    } finally {
      clearTimeout(timer)
    }
  }
}

/** The exchange of a request that was withheld because its endpoint hangs. */
function withheld({ method, path, key = 'main' }: RequestSpec, place: string): Exchange {
  return {
    id: 0,
    key,
    operation: undefined,
    request: { method, url: path, path, query: [], headers: [] },
    failure: {
      kind: 'withheld',
      message: `Not sent: ${place} did not answer ${MANY_TIMEOUTS} requests in time.`,
    },
    startedAt: Date.now(),
    durationMs: 0,
  }
}

/** Whether an endpoint rejected a key that should be valid. */
function isRejection({ key, operation, response }: Exchange): boolean {
  return isOwnedKey(key) && operation !== undefined && response?.status === 401
}

function asInterrupted(exchange: Exchange, reason: string): Exchange {
  const { response: _response, ...rest } = exchange
  return { ...rest, failure: { kind: 'interrupted', message: `The run was ended: ${reason}.` } }
}

/**
 * The outcomes of a run in which the key was rejected. Violations that show the rejected key, or whose case met it
 * before, prove nothing about the target.
 */
export function withoutRejections(
  outcomes: readonly CaseOutcome[],
  refused: ReadonlySet<number>,
): readonly CaseOutcome[] {
  return outcomes.map((outcome) => {
    const met = Math.min(...outcome.exchanges.filter((id) => refused.has(id)))
    const findings = outcome.findings.filter(
      ({ exchanges }) => met === Infinity || (exchanges.length > 0 && exchanges.every((id) => id < met)),
    )
    if (findings.length === outcome.findings.length || findings.length > 0) return { ...outcome, findings }
    return {
      ...outcome,
      findings,
      verdict: 'error',
      reason: 'interrupted: the key was rejected',
      reasonKind: 'key-rejected',
    }
  })
}

/** The exchanges in which a valid key was rejected. */
export function refusedIn(exchanges: readonly Exchange[]): ReadonlySet<number> {
  return new Set(exchanges.filter(isRejection).map(({ id }) => id))
}

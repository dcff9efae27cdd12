import type { CaseOutcome } from '../harness/outcome.ts'
import type { Client, RequestSpec } from '../http/client.ts'
import type { Exchange, KeyLabel, TransportFailure } from '../http/exchange.ts'
import { KEY_VARIABLES, isOwnedKey } from '../http/keys.ts'
import { createSlots } from '../http/pace.ts'
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
  const { prober, proof, ending, pause, placeOf } = surroundings
  const slots = createSlots(surroundings.concurrency)
  const timeouts = new Map<string, number>()
  let failures = 0
  let answers = 0
  let answeredAt = Date.now()
  let narrowedAt = 0
  let probing: Promise<void> | undefined

  const look = async (key: KeyLabel): Promise<Exchange | undefined> => {
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

  const probe = async (key: KeyLabel): Promise<void> => {
    const since = Date.now()
    let problem = `it has not answered for ${Math.round((since - answeredAt) / 1000)} s`
    for (const ms of PAUSES_MS) {
      // oxlint-disable-next-line no-await-in-loop -- one look after the other
      await pause(ms)
      // oxlint-disable-next-line no-await-in-loop
      const exchange = await look(key)
      const isBack = exchange?.response !== undefined || answeredAt > since
      if (ending.reason !== undefined || isBack) {
        answers = 0
        failures = 0
        if (exchange?.response?.status === 401 && isOwnedKey(key))
          ending.end(`the key in ${KEY_VARIABLES[key]} was rejected in the middle of the run`, 'key-rejected')
        return
      }
      if (exchange?.failure !== undefined && !GONE.has(exchange.failure.kind)) return
      problem = exchange?.failure?.message ?? problem
      if (ms === 0) surroundings.onNotice?.(`no answer from the target any more (${problem}): looking again`)
    }
    ending.end(`the target was lost in the middle of the run: ${problem}`, 'connection')
  }

  /** Records how a request ended. Returns whether the target or its key must be checked. */
  const suspicious = (exchange: Exchange, place: string): boolean => {
    const { failure, startedAt } = exchange
    if (failure === undefined) {
      failures = 0
      answers += 1
      answeredAt = Date.now()
      timeouts.delete(place)
      return isRejection(exchange) && (probing !== undefined || answers > ANSWERS_BETWEEN)
    }
    if (!GONE.has(failure.kind)) return false
    failures += 1
    if (failure.kind !== 'timeout') return failures >= MANY_FAILURES
    if (narrowedAt <= startedAt) {
      narrowedAt = Date.now()
      slots.narrow(FEWEST_AT_ONCE)
    }
    const isElsewhereAlive = answeredAt >= startedAt
    if (isElsewhereAlive) timeouts.set(place, (timeouts.get(place) ?? 0) + 1)
    return !isElsewhereAlive || failures >= MANY_FAILURES
  }

  const sendWatched = async (spec: RequestSpec, place: string): Promise<Exchange> => {
    const exchange = await client.send(spec)
    if (ending.reason !== undefined || !suspicious(exchange, place)) return exchange
    probing ??= probe(isRejection(exchange) ? exchange.key : 'main').finally(() => {
      probing = undefined
    })
    await probing
    // The target answers, so this endpoint hangs.
    if (ending.reason === undefined && exchange.failure?.kind === 'timeout')
      timeouts.set(place, (timeouts.get(place) ?? 0) + 1)
    return exchange
  }

  return {
    async send(spec) {
      const place = placeOf(spec.method, spec.path)
      const release = await slots.take()
      try {
        await probing
        if ((timeouts.get(place) ?? 0) >= MANY_TIMEOUTS) return withheld(spec, place)
        const exchange = await sendWatched(spec, place)
        return ending.reason !== undefined && isRejection(exchange)
          ? asInterrupted(exchange, ending.reason)
          : exchange
      } finally {
        release()
      }
    },
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

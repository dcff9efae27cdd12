import type { Client, RequestSpec } from '../http/client.ts'
import type { Exchange, KeyLabel, TransportFailure } from '../http/exchange.ts'
import { isOwnedKey, KEY_VARIABLES } from '../http/keys.ts'
import { createSlots } from '../http/slots.ts'
import type { Ending } from './ending.ts'

/** Failures that a target gives which is no longer there. */
const GONE: ReadonlySet<TransportFailure['kind']> = new Set(['refused', 'dns', 'tls', 'reset', 'timeout'])
/** So many in a row, on whatever endpoint, and the target is asked whether it is still there. */
const MANY_FAILURES = 6
/** A key that was found to work is not asked about again before so many answers. */
const ANSWERS_BETWEEN = 8
/** A place that let so many requests time out while others were answered hangs: nothing more is asked of it. */
const MANY_TIMEOUTS = 2
/** Looks at a target that may be gone: how long each may take, and how long is waited before it. Twelve seconds in all. */
const PROBE_MS = 3_000
const PAUSES_MS = [0, 1_000, 2_000]
/** However slow a target is, so many requests are under way at once. */
const FEWEST_AT_ONCE = 4

export interface Surroundings {
  /** Asks at once, however many requests of the client wait for their turn. */
  readonly prober: Client
  /** The path that answered at the beginning. */
  readonly proof: string
  readonly ending: Ending
  /** Requests under way at once at first. */
  readonly concurrency: number
  readonly pause: (ms: number) => Promise<void>
  /** Which endpoint a request addresses. */
  readonly placeOf: (method: string, path: string) => string
  readonly onNotice?: (line: string) => void
}

/**
 * A client that notices when a key stops working, when an endpoint hangs and when the target is lost: what answered before is asked again.
 * One endpoint that refuses a valid key, or hangs, is a defect; all of them are a revoked key, or a target that is gone. Then the run is
 * ended, and what came too late to be judged counts as not answered.
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

  /** Takes in how a request ended; gives whether the target or its key has to be looked at. */
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
    // The target is there: then it is this endpoint that does not answer.
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
          ? unheard(exchange, ending.reason)
          : exchange
      } finally {
        release()
      }
    },
  }
}

/** A request that is not sent, since its endpoint hangs. */
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

/** Whether an endpoint refused a key that is to be valid. */
export function isRejection({ key, operation, response }: Exchange): boolean {
  return isOwnedKey(key) && operation !== undefined && response?.status === 401
}

function unheard(exchange: Exchange, reason: string): Exchange {
  const { response: _unheard, ...rest } = exchange
  return { ...rest, failure: { kind: 'interrupted', message: `The run was ended: ${reason}.` } }
}

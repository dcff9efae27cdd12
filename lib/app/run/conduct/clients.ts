/**
 * How a run sends its requests: the middlewares that each request passes, and the clients that share them.
 */
import {
  type Client,
  type ClientOptions,
  createClient,
  type Middleware,
  reporting,
  type RequestSpec,
  unsent,
} from '../../../engine/http/client.ts'
import { describeAnswer, endpointOf, type Exchange } from '../../../engine/http/exchange.ts'
import { isOwnedKey, KEY_VARIABLES, type OwnedKey } from '../../../engine/http/keys.ts'
import type { Ledger } from '../../../engine/http/ledger.ts'
import type { Patience } from '../../../engine/http/patience.ts'
import { keyLabel, tracing } from '../../../engine/http/request.ts'
import { isAnsweredByApi, Recovery, resending } from '../../../engine/http/resend.ts'
import { present } from '../../../engine/util/collections.ts'
import { CONTRACT } from '../../../engine/contract/api.ts'
import { WRITE_OPERATIONS } from '../../../engine/contract/operations.ts'
import type { RunOptions } from '../options.ts'
import type { Target } from '../target.ts'
import type { Ending } from './ending.ts'

/** The receivers of reports from the clients of a run, and their limits. */
export interface Surroundings {
  readonly ending: Ending
  readonly ledger: Ledger
  readonly patience: Patience
  /** The time in milliseconds since the epoch, by the clock of the run. */
  readonly now: () => number
  readonly onExchange: (exchange: Exchange) => void
  /** Waits for the window of the key under test; absent without `--wait`. */
  readonly window?: Middleware
}

export interface Clients {
  readonly main: Client
  /** Looks at a target, and spends the exhaustible key: its thousand requests must not delay others. */
  readonly plain: Client
  /** Restores changes, also after an interruption and with a spent allowance. */
  readonly restorer: Client
  readonly recovery: Recovery
  /** Asks how many requests a key has left: a single answer that it is spent may be wrong. */
  readonly askAgain: (key: 'main' | 'other') => Promise<void>
}

/** The clients of a run. They share the ids of their exchanges. */
export function createClients(target: Target, options: RunOptions, surroundings: Surroundings): Clients {
  const { ending, ledger, patience, now, onExchange } = surroundings
  const { signal } = ending
  const further = furtherHeaders(target, options)
  let lastId = 0
  const client = (
    middlewares: readonly Middleware[],
    more: Pick<ClientOptions, 'signal' | 'unlimited'> & { readonly concurrency?: number },
  ): Client =>
    createClient({
      baseUrl: target.baseUrl,
      transport: target.transport,
      keys: target.keys,
      ledger,
      match: operationAt,
      nextId: () => ++lastId,
      now,
      concurrency: options.concurrency,
      furtherHeaders: further,
      middlewares,
      ...more,
    })

  // Sends at once, however many requests are queued. A failed look only shows that the service is down.
  const prober = client(
    [
      reporting((exchange) =>
        onExchange(isAnsweredByApi(exchange) ? exchange : { ...exchange, swallowed: true }),
      ),
    ],
    { signal, unlimited: true, concurrency: 1 },
  )
  const recovery = new Recovery({
    patience,
    probe: ({ method, path, query }) => prober.send({ method, path, query }),
    onGone: (exchange) =>
      ending.end(`the target was lost in the middle of the run: ${lastWords(exchange)}`, 'connection'),
    rate: options.rate,
  })
  const askAgain = (key: 'main' | 'other'): Promise<void> =>
    ledger.askAgain(key, () => prober.send({ method: 'GET', path: '/me', key }))
  const doubt = doubtingSpentKey(ledger, askAgain)
  const resend = resending(recovery, onExchange)
  const window = present(surroundings.window)
  return {
    main: client(
      [
        noticingRevokedKey(recovery, prober, ending),
        noticingForbiddenUse(prober),
        sparingHangingEndpoint(),
        ...window,
        doubt,
        resend,
      ],
      { signal },
    ),
    plain: client([...window, doubt, resend], { signal }),
    restorer: client([resend], { unlimited: true }),
    recovery,
    askAgain,
  }
}

/** Asks again before a key counts as spent. All requests that wait for this share one look. */
export function doubtingSpentKey(
  ledger: Pick<Ledger, 'seemsSpent'>,
  askAgain: Clients['askAgain'],
): Middleware {
  const looks = new Map<string, Promise<void>>()
  return async (spec, next) => {
    const key = keyLabel(spec)
    if (ledger.seemsSpent(key)) {
      const look = looks.get(key) ?? askAgain(key).finally(() => looks.delete(key))
      looks.set(key, look)
      await look
    }
    return next(spec)
  }
}

/**
 * Notices a key that has stopped working. If one endpoint rejects a valid key, the endpoint has a defect. If
 * a request that worked before is rejected as well, the key was revoked: then its 401 answers say nothing
 * about the target, and without the key under test the run ends.
 * @param prober - sends at once, however many requests are queued
 */
export function noticingRevokedKey(
  recovery: Pick<Recovery, 'probe'>,
  prober: Client,
  ending: Ending,
): Middleware {
  /** By operation and key. */
  const looks = new Map<string, Promise<boolean>>()
  const accepted = new Set<OwnedKey>()
  const isRevoked = async (key: OwnedKey): Promise<boolean> => {
    if (recovery.probe === undefined) return false
    const { path, query } = recovery.probe
    const { response } = await prober.send({ method: 'GET', path, query, key })
    return response?.status === 401
  }
  return async (spec, next) => {
    const exchange = await next(spec)
    const { key, operation, response } = exchange
    if (!isOwnedKey(key)) return exchange
    if (response?.status === 200) accepted.add(key)
    if (!isRejection(exchange)) return exchange
    const question = `${operation} ${key}`
    const look = looks.get(question) ?? isRevoked(key)
    looks.set(question, look)
    if (!(await look)) return exchange
    const how = accepted.has(key)
      ? 'now (401), and answered 200 to it before: it was revoked, or not every instance knows it'
      : '(401)'
    const reason = `the target rejects the key in ${KEY_VARIABLES[key]} ${how}`
    if (key === 'main') ending.end(reason, 'key-rejected')
    return keyRejected(exchange, reason)
  }
}

/** An exchange whose answer is about its key, not about the target. */
function keyRejected(exchange: Exchange, message: string): Exchange {
  const { response: _, ...rest } = exchange
  return { ...rest, failure: { kind: 'key-rejected', message } }
}

/** Whether an endpoint rejected a key that should be valid. */
export function isRejection({ key, operation, response }: Exchange): boolean {
  return isOwnedKey(key) && operation !== undefined && response?.status === 401
}

/**
 * Notices uses that a key does not permit: the scopes of keys, and the contents of plans, are not specified.
 * An endpoint that forbids one request has a defect; an endpoint that has accepted none, and also forbids the
 * plainest one, says nothing about the target.
 * @param prober - sends at once, however many requests are queued
 */
export function noticingForbiddenUse(prober: Client): Middleware {
  /** By the use of the key; undefined if a limiter answered the look. */
  const looks = new Map<string, Promise<boolean | undefined>>()
  const accepted = new Set<string>()
  return async (spec, next) => {
    const exchange = await next(spec)
    const { key, response } = exchange
    const use = useOf(exchange)
    if (!isOwnedKey(key) || use === undefined) return exchange
    const { what, plainest, remedy } = use
    const question = `${what} ${key}`
    if (response?.status === 200) accepted.add(question)
    if (response?.status !== 403 || accepted.has(question)) return exchange
    const look = looks.get(question) ?? isForbidden(prober.send({ ...plainest, key }))
    looks.set(question, look)
    const isConfirmed = await look
    if (isConfirmed === undefined) looks.delete(question)
    if (isConfirmed === false) return exchange
    return keyRejected(
      exchange,
      `the target forbids ${what} with the key in ${KEY_VARIABLES[key]} (403): ${remedy}`,
    )
  }
}

/**
 * The use that a request makes of its key, the plainest request of that use, and the remedy if it is
 * forbidden; undefined for a request with an id.
 */
function useOf({
  operation = '',
  request: { path },
}: Exchange): { readonly what: string; readonly plainest: RequestSpec; readonly remedy: string } | undefined {
  if (WRITE_OPERATIONS.some((one) => one === operation))
    return {
      what: 'all writes',
      // A key that may write gets 400 for it.
      plainest: { method: 'POST', path: '/leads', body: {} },
      remedy: 'set it to a key that may write, or leave out --writes',
    }
  if (operation === '' || operation.includes('{id}')) return undefined
  return {
    what: operation,
    plainest: { method: 'GET', path },
    remedy: 'set it to a key that may use it, of a workspace whose plan includes it',
  }
}

async function isForbidden(sent: Promise<Exchange>): Promise<boolean | undefined> {
  const status = (await sent).response?.status
  return status === 429 ? undefined : status === 403
}

/** An endpoint that lets this many requests time out, without an answer in between, gets no further ones. */
const MANY_TIMEOUTS = 2

/**
 * Spares an endpoint that hangs. (A target that is down altogether is noticed where requests are sent again.)
 */
export function sparingHangingEndpoint(): Middleware {
  const timeouts = new Map<string, number>()
  return async (spec, next) => {
    const endpoint = endpointOf(operationAt(spec.method, spec.path), spec.method)
    const inVain = timeouts.get(endpoint) ?? 0
    if (inVain >= MANY_TIMEOUTS)
      return unsent(
        spec,
        'withheld',
        `Not sent: ${endpoint} did not answer ${MANY_TIMEOUTS} requests in time.`,
      )
    const exchange = await next(spec)
    if (exchange.response !== undefined) timeouts.delete(endpoint)
    if (exchange.failure?.kind === 'timeout') timeouts.set(endpoint, inVain + 1)
    return exchange
  }
}

function operationAt(method: string, path: string): string | undefined {
  return CONTRACT.match(method, path)?.operation
}

function lastWords(exchange: Exchange): string {
  return exchange.failure?.message ?? `it answers every request with ${describeAnswer(exchange)}`
}

/**
 * Headers that the operator wants on each request, and headers that identify the request in logs. An
 * in-process service has neither logs nor a gateway.
 */
function furtherHeaders(
  { embedded }: Target,
  { header = [], trace = true, seed }: RunOptions,
): ClientOptions['furtherHeaders'] {
  if (embedded || (header.length === 0 && !trace)) return undefined
  const traced = trace ? tracing(runName(seed)) : undefined
  return (id, asker) => [...header, ...(traced?.(id, asker) ?? [])]
}

/** A name for the data and requests of a run, new for each run. */
export function runName(seed: number): string {
  return `cac-${seed.toString(36)}${Date.now().toString(36).slice(-5)}`
}

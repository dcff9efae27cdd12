/** How a run sends its requests: what each of them passes on its way, and the clients that share it. */
import {
  type Client,
  type ClientOptions,
  createClient,
  type Middleware,
  reporting,
  unsent,
} from '../../../engine/http/client.ts'
import { describeAnswer, endpointOf, type Exchange } from '../../../engine/http/exchange.ts'
import { isOwnedKey, KEY_VARIABLES, type OwnedKey } from '../../../engine/http/keys.ts'
import type { Ledger } from '../../../engine/http/ledger.ts'
import type { Patience } from '../../../engine/http/patience.ts'
import { tracing } from '../../../engine/http/request.ts'
import { isAnswered, Recovery, resending } from '../../../engine/http/resend.ts'
import { isFromGateway } from '../../../engine/judge/gateway-answers.ts'
import { present } from '../../../engine/util/collections.ts'
import { CONTRACT } from '../../../engine/spec/api.ts'
import { WRITE_OPERATIONS } from '../../../engine/spec/operations.ts'
import type { RunOptions } from '../options.ts'
import type { Target } from '../target.ts'
import type { Ending } from './ending.ts'

/** What the clients of a run report to, and what limits them. */
export interface Surroundings {
  readonly ending: Ending
  readonly ledger: Ledger
  readonly patience: Patience
  readonly onExchange: (exchange: Exchange) => void
  /** Waits for the window of the key under test; absent without `--wait`. */
  readonly window?: Middleware
}

export interface Clients {
  readonly main: Client
  /** Looks at a target, and spends the exhaustible key, whose thousand requests are to delay no others. */
  readonly plain: Client
  /** Puts changes back, also after an interruption, and with a spent allowance. */
  readonly restorer: Client
  readonly recovery: Recovery
}

/** The clients of a run. They share the ids of their exchanges. */
export function createClients(target: Target, options: RunOptions, surroundings: Surroundings): Clients {
  const { ending, ledger, patience, onExchange } = surroundings
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
      isFromGateway,
      nextId: () => ++lastId,
      concurrency: options.concurrency,
      furtherHeaders: further,
      middlewares,
      ...more,
    })

  // Sends at once, however many requests are queued. A look in vain only shows that the service is down.
  const prober = client(
    [reporting((exchange) => onExchange(isAnswered(exchange) ? exchange : { ...exchange, swallowed: true }))],
    { signal, unlimited: true, concurrency: 1 },
  )
  const recovery = new Recovery({
    patience,
    probe: ({ method, path, query }) => prober.send({ method, path, query }),
    onGone: (exchange) =>
      ending.end(`the target was lost in the middle of the run: ${lastWords(exchange)}`, 'connection'),
    rate: options.rate,
  })
  const resend = resending(recovery, onExchange)
  const window = present(surroundings.window)
  return {
    main: client(
      [noticingRejectedKey(recovery, prober, ending), sparingHangingEndpoint(), ...window, resend],
      { signal },
    ),
    plain: client([...window, resend], { signal }),
    restorer: client([resend], { unlimited: true }),
    recovery,
  }
}

/**
 * Notices a key that does not work any more, or that may only read. One endpoint that rejects a valid key has a defect; where a
 * plain request is rejected too, the answers say nothing about the target. Without the key under test the run ends.
 * @param prober - sends at once, however many requests are queued
 */
export function noticingRejectedKey(
  recovery: Pick<Recovery, 'probe'>,
  prober: Client,
  ending: Ending,
): Middleware {
  /** By operation and key. */
  const looks = new Map<string, Promise<boolean>>()
  const accepted = new Set<string>()
  const isRejectedEverywhere = async (key: OwnedKey, rejected: Exchange): Promise<boolean> => {
    if (recovery.probe === undefined) return false
    const { path, query } = recovery.probe
    // Whoever may write gets 400 for an empty lead.
    const plain = isRejection(rejected)
      ? { method: 'GET', path, query }
      : { method: 'POST', path: '/leads', body: {} }
    const { response } = await prober.send({ ...plain, key })
    return response?.status === rejected.response?.status
  }
  return async (spec, next) => {
    const exchange = await next(spec)
    const { key, operation, response } = exchange
    if (!isOwnedKey(key)) return exchange
    const use = isWrite(exchange) ? `${key} writes` : key
    if (response?.status === 200) accepted.add(key).add(use)
    const isForbidden = response?.status === 403 && isWrite(exchange) && !accepted.has(use)
    if (!isRejection(exchange) && !isForbidden) return exchange
    const question = `${operation} ${key}`
    const look = looks.get(question) ?? isRejectedEverywhere(key, exchange)
    looks.set(question, look)
    if (!(await look)) return exchange
    const how = accepted.has(key)
      ? 'now (401), and answered 200 to it before: it was revoked, or not every instance knows it'
      : '(401)'
    const reason = isForbidden
      ? `the target forbids all writes with the key in ${KEY_VARIABLES[key]} (403): set it to a key that may write, or leave out --writes`
      : `the target rejects the key in ${KEY_VARIABLES[key]} ${how}`
    if (key === 'main' && !isForbidden) ending.end(reason, 'key-rejected')
    const { response: _, ...rest } = exchange
    return { ...rest, failure: { kind: 'key-rejected', message: reason } }
  }
}

function isWrite({ operation = '' }: Exchange): boolean {
  return WRITE_OPERATIONS.some((one) => one === operation)
}

/** Whether an endpoint rejected a key that should be valid. */
export function isRejection({ key, operation, response }: Exchange): boolean {
  return isOwnedKey(key) && operation !== undefined && response?.status === 401
}

/** An endpoint that lets so many requests wait in vain, with no answer between them, gets no further ones. */
const MANY_TIMEOUTS = 2

/** Spares an endpoint that hangs. (That a target is away altogether is noticed where requests are sent again.) */
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

/** How the last request to a lost target ended. */
function lastWords(exchange: Exchange): string {
  return exchange.failure?.message ?? `it answers every request with ${describeAnswer(exchange)}`
}

/**
 * Headers that the operator wants on each request, and those that identify it in logs. An in-process service has
 * neither logs nor a gateway.
 */
function furtherHeaders(
  { embedded }: Target,
  { header = [], trace = true, seed }: RunOptions,
): ClientOptions['furtherHeaders'] {
  if (embedded || (header.length === 0 && !trace)) return undefined
  const traced = trace ? tracing(runName(seed)) : undefined
  return (id, asker) => [...header, ...(traced?.(id, asker) ?? [])]
}

/** A name for what a run writes and sends, new for each run. */
export function runName(seed: number): string {
  return `cac-${seed.toString(36)}${Date.now().toString(36).slice(-5)}`
}

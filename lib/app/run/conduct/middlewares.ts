/**
 * What each request of a run passes on its way to the client: whether its key still works, may be used for it
 * and has requests left, and whether its endpoint answers at all.
 */
import { type Client, type Middleware, type RequestSpec, unsent } from '../../../engine/http/client.ts'
import { endpointOf, type Exchange, isLimited } from '../../../engine/http/exchange.ts'
import { isOwnedKey, KEY_VARIABLES, type OwnedKey } from '../../../engine/http/keys.ts'
import type { Ledger } from '../../../engine/http/ledger.ts'
import { keyLabel } from '../../../engine/http/request.ts'
import { isAnsweredByApi, type Recovery } from '../../../engine/http/resend.ts'
import { CONTRACT } from '../../../engine/contract/api.ts'
import { WRITE_OPERATIONS } from '../../../engine/contract/operations.ts'
import type { Ending } from './ending.ts'

/** Further looks at the target: all requests with the same question share one. */
class SharedLooks<T> {
  private readonly looks = new Map<string, Promise<T>>()

  /** The answer to a question; looks if nobody has yet. */
  at(question: string, look: () => Promise<T>): Promise<T> {
    const shared = this.looks.get(question) ?? look()
    this.looks.set(question, shared)
    return shared
  }

  /** The next request with this question looks again. */
  forget(question: string): void {
    this.looks.delete(question)
  }
}

/**
 * Asks again before a key counts as spent: some answers state a wrong number, such as errors, which other code
 * writes.
 */
export function doubtingSpentKey(
  ledger: Pick<Ledger, 'seemsSpent'>,
  askAgain: (key: 'main' | 'other') => Promise<void>,
): Middleware {
  const looks = new SharedLooks<void>()
  return async (spec, next) => {
    const key = keyLabel(spec)
    if (ledger.seemsSpent(key)) await looks.at(key, () => askAgain(key).finally(() => looks.forget(key)))
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
  const looks = new SharedLooks<boolean>()
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
    if (!(await looks.at(`${operation} ${key}`, () => isRevoked(key)))) return exchange
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
  /** Undefined if the look got no answer of the API: it was lost, limited, or failed. */
  const looks = new SharedLooks<boolean | undefined>()
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
    const isConfirmed = await looks.at(question, () => isForbidden(prober.send({ ...plainest, key })))
    if (isConfirmed === undefined) looks.forget(question)
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
  const exchange = await sent
  return isAnsweredByApi(exchange) && !isLimited(exchange) ? exchange.response?.status === 403 : undefined
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

/** The operation that a request addresses; undefined for any other path or method. */
export function operationAt(method: string, path: string): string | undefined {
  return CONTRACT.match(method, path)?.operation
}

import type { Discovery } from '../harness/discovery.ts'
import { before } from '../harness/footprint.ts'
import type { CaseOutcome } from '../harness/outcome.ts'
import type { Client, RequestSpec, Send } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import { isOwnedKey, KEY_VARIABLES } from '../http/keys.ts'
import { wasServed } from '../judge/finding.ts'
import { CONTRACT } from '../spec/api.ts'
import type { Ending } from './ending.ts'

/** An endpoint that lets so many requests wait in vain, with no answer between them, gets no further ones. */
const MANY_TIMEOUTS = 2

interface Surroundings {
  /** Sends at once, however many requests are queued. */
  readonly prober: Client
  /** The path that answered at the start. */
  readonly proof: string
  readonly ending: Ending
}

/**
 * A client that spares an endpoint which hangs, and ends the run when a key stops working. One endpoint that rejects a
 * valid key has a defect; where the request that worked at the start is rejected too, the key was revoked. (A target
 * that is away altogether is noticed where requests are sent again: lib/http/retries.ts.)
 */
export function watch({ send }: Client, { prober, proof, ending }: Surroundings): Client {
  const timeouts = new Map<string, number>()
  const rejecting = new Map<string, Promise<void>>()

  /** Looks once for each place and key whether the key is rejected everywhere. */
  const look = async ({ key, operation }: Exchange): Promise<void> => {
    const { response } = await prober.send({ method: 'GET', path: proof, key })
    if (response?.status === 401 && isOwnedKey(key) && operation !== undefined)
      ending.end(`the key in ${KEY_VARIABLES[key]} was rejected in the middle of the run`, 'key-rejected')
  }

  const watched: Send = async (spec) => {
    const place = CONTRACT.match(spec.method, spec.path)?.operation ?? `${spec.method} elsewhere`
    if ((timeouts.get(place) ?? 0) >= MANY_TIMEOUTS) {
      const message = `Not sent: ${place} did not answer ${MANY_TIMEOUTS} requests in time.`
      return unsent(spec, { kind: 'withheld', message })
    }
    const exchange = await send(spec)
    if (exchange.response !== undefined) timeouts.delete(place)
    if (exchange.failure?.kind === 'timeout') timeouts.set(place, (timeouts.get(place) ?? 0) + 1)
    if (!isRejection(exchange)) return exchange
    const question = `${place} ${exchange.key}`
    const looking = rejecting.get(question) ?? look(exchange)
    rejecting.set(question, looking)
    await looking
    return ending.reason === undefined ? exchange : asInterrupted(exchange, ending.reason)
  }
  return { send: watched }
}

/**
 * A client that writes no second time to an id that names nothing known, where the first time reached something: on a
 * service that reads ids leniently it is a customer's conversation.
 */
export function sparingStrangers(
  { send }: Client,
  discovery: Discovery,
  exchanges: readonly Exchange[],
): Client {
  const reaching = new Set<string>()
  return {
    send: async (spec) => {
      const { key = 'main', method, path } = spec
      const { operation = '', params } = CONTRACT.match(method, path) ?? {}
      const id = params?.['id']
      if (method === 'GET' || id === undefined) return send(spec)
      if (before(id, key, discovery, exchanges).original !== undefined) return send(spec)
      if (reaching.has(operation)) {
        const message = `Not sent: ${operation} with an unknown id took effect before.`
        return unsent(spec, { kind: 'withheld', message })
      }
      const exchange = await send(spec)
      if (wasServed(exchange.response ?? {})) reaching.add(operation)
      return exchange
    },
  }
}

/** The exchange of a request that is not sent. */
export function unsent(
  { method, path, key = 'main' }: RequestSpec,
  failure: NonNullable<Exchange['failure']>,
): Exchange {
  return {
    id: 0,
    key,
    operation: undefined,
    request: { method, url: path, path, query: [], headers: [] },
    failure,
    startedAt: Date.now(),
    durationMs: 0,
  }
}

/** Whether an endpoint rejected a key that should be valid. */
function isRejection({ key, operation, response }: Exchange): boolean {
  return isOwnedKey(key) && operation !== undefined && response?.status === 401
}

function asInterrupted(exchange: Exchange, reason: string): Exchange {
  const { response: _answer, ...rest } = exchange
  return { ...rest, failure: { kind: 'interrupted', message: `The run was ended: ${reason}.` } }
}

/** The exchanges in which a valid key was rejected. */
export function refusedIn(exchanges: readonly Exchange[]): ReadonlySet<number> {
  return new Set(exchanges.filter(isRejection).map(({ id }) => id))
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

/** Requests that a run does not send, so that it spares the target or a key. */
import type { Client, RequestSpec } from '../../../engine/http/client.ts'
import type { Exchange } from '../../../engine/http/exchange.ts'
import { KEY_VARIABLES } from '../../../engine/http/keys.ts'
import { Ledger } from '../../../engine/http/ledger.ts'
import { RATE_LIMIT } from '../../../engine/http/rate-headers.ts'
import { CONTRACT } from '../../../engine/spec/api.ts'

/** The exchange of a request that is not sent. */
function unsent(
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

/** An endpoint that lets so many requests wait in vain, with no answer between them, gets no further ones. */
const MANY_TIMEOUTS = 2

/**
 * A client that spares an endpoint which hangs. (A target that is away altogether is noticed where requests are sent
 * again: lib/engine/http/retries.ts.)
 */
export function sparingHangingEndpoints({ send }: Client): Client {
  const timeouts = new Map<string, number>()
  return {
    send: async (spec) => {
      const place = CONTRACT.match(spec.method, spec.path)?.operation ?? `${spec.method} elsewhere`
      if ((timeouts.get(place) ?? 0) >= MANY_TIMEOUTS) {
        const message = `Not sent: ${place} did not answer ${MANY_TIMEOUTS} requests in time.`
        return unsent(spec, { kind: 'withheld', message })
      }
      const exchange = await send(spec)
      if (exchange.response !== undefined) timeouts.delete(place)
      if (exchange.failure?.kind === 'timeout') timeouts.set(place, (timeouts.get(place) ?? 0) + 1)
      return exchange
    },
  }
}

/** A client that leaves the key of the second workspace its floor: another run may follow within the hour. */
export function sparingOtherKey({ send }: Client, floor: number): Client {
  const ledger = new Ledger({ key: 'other', budget: RATE_LIMIT, floor })
  let sent = 0
  return {
    send: async (spec) => {
      if (spec.key !== 'other') return send(spec)
      if (ledger.shortBy() !== undefined) {
        const left = ledger.remaining() ?? 0
        const message = `Not sent: ${KEY_VARIABLES.other} has ${left} requests left in this hour, and the floor of a key stays unspent (--floor).`
        return unsent(spec, { kind: 'budget', message })
      }
      const id = ++sent
      ledger.sent(id, 'other')
      const exchange = await send(spec)
      ledger.note({ ...exchange, id })
      return exchange
    },
  }
}

import type { Client } from '../../http/client.ts'
import type { Exchange } from '../../http/exchange.ts'
import { isOwnedKey, KEY_VARIABLES } from '../../http/keys.ts'
import type { Ending } from './ending.ts'

interface Surroundings {
  /** Sends at once, however many requests are queued. */
  readonly prober: Client
  /** The path that answered at the start. */
  readonly proof: string
  readonly ending: Ending
}

/**
 * A client that ends the run when a key stops working. One endpoint that rejects a valid key has a defect; where the
 * request that worked at the start is rejected too, the key was revoked.
 */
export function endingAtRejection({ send }: Client, { prober, proof, ending }: Surroundings): Client {
  const rejecting = new Map<string, Promise<void>>()

  /** Looks once for each place and key whether the key is rejected everywhere. */
  const look = async ({ key }: Exchange): Promise<void> => {
    const { response } = await prober.send({ method: 'GET', path: proof, key })
    if (response?.status === 401 && isOwnedKey(key))
      ending.end(`the target rejects the key in ${KEY_VARIABLES[key]} (401)`, 'key-rejected')
  }

  return {
    send: async (spec) => {
      const exchange = await send(spec)
      if (!isRejection(exchange)) return exchange
      const question = `${exchange.operation} ${exchange.key}`
      const looking = rejecting.get(question) ?? look(exchange)
      rejecting.set(question, looking)
      await looking
      return ending.ended === undefined ? exchange : asInterrupted(exchange, ending.ended.reason)
    },
  }
}

/** Whether an endpoint rejected a key that should be valid. */
export function isRejection({ key, operation, response }: Exchange): boolean {
  return isOwnedKey(key) && operation !== undefined && response?.status === 401
}

function asInterrupted(exchange: Exchange, reason: string): Exchange {
  const { response: _answer, ...rest } = exchange
  return { ...rest, failure: { kind: 'interrupted', message: `The run was ended: ${reason}.` } }
}

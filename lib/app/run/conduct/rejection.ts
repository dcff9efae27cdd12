import type { Client } from '../../../engine/http/client.ts'
import type { Exchange } from '../../../engine/http/exchange.ts'
import { isOwnedKey, KEY_VARIABLES } from '../../../engine/http/keys.ts'
import type { Ending } from './ending.ts'

interface Surroundings {
  /** Sends at once, however many requests are queued. */
  readonly prober: Client
  /** The path that answered at the start. */
  readonly proof: string
  readonly ending: Ending
}

/**
 * A client that notices a key that does not work any more. One endpoint that rejects a valid key has a defect; where
 * the request that worked at the start is rejected too, the key was revoked: its 401 answers say nothing about the
 * target, and without the key under test the run ends.
 */
export function noticingRejection({ send }: Client, { prober, proof, ending }: Surroundings): Client {
  const looks = new Map<string, Promise<boolean>>()

  const isRevoked = async ({ key }: Exchange): Promise<boolean> => {
    const { response } = await prober.send({ method: 'GET', path: proof, key })
    return response?.status === 401
  }

  return {
    send: async (spec) => {
      const exchange = await send(spec)
      const { key, operation } = exchange
      if (!isRejection(exchange) || !isOwnedKey(key)) return exchange
      // Looked at once for each place and key.
      const question = `${operation} ${key}`
      const look = looks.get(question) ?? isRevoked(exchange)
      looks.set(question, look)
      if (!(await look)) return exchange
      const reason = `the target rejects the key in ${KEY_VARIABLES[key]} (401)`
      if (key === 'main') ending.end(reason, 'key-rejected')
      const { response: _answer, ...rest } = exchange
      return { ...rest, failure: { kind: 'key-rejected', message: reason } }
    },
  }
}

/** Whether an endpoint rejected a key that should be valid. */
export function isRejection({ key, operation, response }: Exchange): boolean {
  return isOwnedKey(key) && operation !== undefined && response?.status === 401
}

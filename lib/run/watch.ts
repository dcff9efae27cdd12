import type { Client } from '../http/client.ts'
import type { Exchange, KeyLabel, TransportFailure } from '../http/exchange.ts'
import { isOwnedKey, KEY_VARIABLES } from '../http/keys.ts'
import type { Ending } from './ending.ts'

/** Failures that a target gives which is no longer there. */
const GONE: ReadonlySet<TransportFailure['kind']> = new Set(['refused', 'dns', 'tls', 'reset', 'timeout'])
/** So many in a row, on whatever endpoint, and the target is asked whether it is still there. */
const MANY_FAILURES = 6
/** A key that was found to work is not asked about again before so many answers. */
const ANSWERS_BETWEEN = 8

/**
 * A client that notices when a key stops working, and when the target is lost: what answered before is asked again.
 * One endpoint that refuses a valid key, or hangs, is a defect; all of them are a revoked key, or a target that is gone. Then the run is
 * ended, and what came too late to be judged counts as not answered.
 * @param prober - asks at once, however many requests of the client wait for their turn
 * @param proof - the path that answered at the beginning
 */
export function watch(client: Client, prober: Client, proof: string, ending: Ending): Client {
  let failures = 0
  let answers = 0
  let probing: Promise<void> | undefined

  const probe = async (key: KeyLabel): Promise<void> => {
    const { response, failure } = await prober.send({ method: 'GET', path: proof, key })
    answers = 0
    if (response?.status === 401 && isOwnedKey(key)) {
      ending.end(`the key in ${KEY_VARIABLES[key]} was rejected in the middle of the run`, 'key-rejected')
    } else if (failure !== undefined && GONE.has(failure.kind)) {
      ending.end(`the target was lost in the middle of the run: ${failure.message}`, 'connection')
    } else failures = 0
  }

  const suspicious = (exchange: Exchange): boolean => {
    const { failure } = exchange
    if (failure !== undefined) {
      if (GONE.has(failure.kind)) failures += 1
      return failures >= MANY_FAILURES
    }
    failures = 0
    answers += 1
    return isRejection(exchange) && (probing !== undefined || answers > ANSWERS_BETWEEN)
  }

  return {
    async send(spec) {
      const exchange = await client.send(spec)
      if (ending.reason === undefined && suspicious(exchange)) {
        probing ??= probe(isRejection(exchange) ? exchange.key : 'main').finally(() => {
          probing = undefined
        })
        await probing
      }
      return ending.reason !== undefined && isRejection(exchange)
        ? unheard(exchange, ending.reason)
        : exchange
    },
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

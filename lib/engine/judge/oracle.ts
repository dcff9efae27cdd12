import type { Contract } from '../contract/contract.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Judgement, Judgements } from './judgements.ts'
import { isOutsideApi } from '../http/gateway-answers.ts'

/** Facts that an oracle knows besides the exchange. */
export interface Facts {
  readonly baseUrl: string
  readonly contract: Contract
}

/** A pure judgement of one exchange that has a response. */
export type Oracle = (exchange: Exchange, judgements: Judgements, facts: Facts) => void

/**
 * A pure judgement of all exchanges of a run together, including swallowed ones: the API may have carried out
 * a swallowed write.
 */
export type RunOracle = (exchanges: readonly Exchange[]) => Judgement

/**
 * What an exchange addresses.
 * - `endpoint`: one of the operations of part 4;
 * - `description`: openapi.json (part 9);
 * - `elsewhere`: another path or method below the base address;
 * - `outside`: another address, such as the apex host; a path with a broken percent-escape; and a request that no
 * client would send, if something in front of the API answered it.
 */
type AddressedArea = 'endpoint' | 'description' | 'elsewhere' | 'outside'

/** The area that an exchange addresses; see {@link AddressedArea}. */
export function scopeOf(exchange: Exchange, baseUrl: string): AddressedArea {
  if (/%(?![0-9a-f]{2})/i.test(exchange.request.path)) return 'outside'
  // HEAD has no body, and is no operation of part 4.
  if (exchange.request.method === 'HEAD' || isOutsideApi(exchange)) return 'outside'
  if (exchange.operation !== undefined) return 'endpoint'
  if (!exchange.request.url.startsWith(`${baseUrl}/`)) return 'outside'
  return exchange.request.path === '/openapi.json' ? 'description' : 'elsewhere'
}

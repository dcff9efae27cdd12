import type { Exchange, TransportFailure } from './exchange.ts'
import { UNREACHED } from './gateway-answers.ts'

/**
 * What became of a request.
 * - `accepted`: a 2xx.
 * - `refused`: a 4xx except 429.
 * - `failed`: any other status of the API, such as 500 or a redirect.
 * - `limited`: a 429 of the API.
 * - `in front`: something in front of the API answered, because it could not reach it or limits the request rate.
 * - `lost`: sent, and no answer came.
 * - `unsent`: the run holds it back: its budget is spent, its key was revoked, or the endpoint hangs.
 */
export type Fate = 'accepted' | 'refused' | 'failed' | 'limited' | 'in front' | 'lost' | 'unsent'

const HELD_BACK: ReadonlySet<TransportFailure['kind'] | undefined> = new Set([
  'budget',
  'key-rejected',
  'withheld',
])

/** What became of a request: the first of these that applies. */
export function fateOf({ response, failure, gateway }: Exchange): Fate {
  if (response === undefined) return HELD_BACK.has(failure?.kind) ? 'unsent' : 'lost'
  const { status } = response
  if (gateway === true && (status === 429 || UNREACHED.has(status))) return 'in front'
  if (status === 429) return 'limited'
  if (status >= 200 && status < 300) return 'accepted'
  return status >= 400 && status < 500 ? 'refused' : 'failed'
}

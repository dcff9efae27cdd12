import type { Exchange } from '../http/exchange.ts'
import { groupBy } from '../util/collections.ts'

/**
 * Whether server errors come and go, whatever is asked: of the reads that were sent more than once, more got a
 * server error and another answer than got a server error each time. Then an error tells that there are
 * errors, and nothing of the request that met it.
 */
export function areErrorsErratic(exchanges: readonly Exchange[]): boolean {
  const reads = exchanges.filter(
    ({ request, response, swallowed }) =>
      request.method === 'GET' && response !== undefined && swallowed !== true,
  )
  const asked = groupBy(reads, ({ key, request }) => JSON.stringify([key, request.url, request.headers]))
  const failing = [...asked.values()].filter((some) => some.length > 1 && some.some(isServerError))
  return failing.filter((some) => some.every(isServerError)).length * 2 < failing.length
}

/** Whether a request got a 5xx. */
export function isServerError({ response }: Exchange): boolean {
  return (response?.status ?? 0) >= 500
}

import type { Exchange } from '../http/exchange.ts'
import { groupBy } from '../util/collections.ts'

/**
 * Whether server errors come and go, whatever is asked: of the repeated reads that got a server error, more got
 * it at times than each time. Then an error says nothing of the request that met it.
 */
export function areErrorsErratic(exchanges: readonly Exchange[]): boolean {
  const reads = exchanges.filter(
    ({ request, response, swallowed }) =>
      request.method === 'GET' && response !== undefined && swallowed !== true,
  )
  const asked = groupBy(reads, ({ key, request }) => JSON.stringify([key, request.url, request.headers]))
  const failing = [...asked.values()].filter((some) => some.length > 1 && some.some(isServerError))
  const always = failing.filter((some) => some.every(isServerError))
  return failing.length - always.length > always.length
}

export function isServerError({ response }: Exchange): boolean {
  return (response?.status ?? 0) >= 500
}

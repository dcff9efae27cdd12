import type { Exchange } from './exchange.ts'
import { rateNumber } from './rate-headers.ts'

/**
 * At least so many requests others spent with the key under test: what Remaining fell by between the first answer and the last,
 * beyond all that the run sent after the first. A window that opens meanwhile lifts Remaining, and hides them.
 * @param exchanges - in any order
 * @param remaining - the name of the header
 */
export function spentByOthers(exchanges: readonly Exchange[], remaining: string): number {
  const stated = exchanges
    .flatMap((exchange) => {
      const isEndpoint = exchange.key === 'main' && exchange.operation !== undefined
      const value = isEndpoint ? rateNumber(exchange, remaining) : undefined
      return value === undefined ? [] : [{ id: exchange.id, value }]
    })
    .toSorted((a, b) => a.id - b.id)
  const [first, last] = [stated[0], stated.at(-1)]
  if (first === undefined || last === undefined) return 0
  // A service may count before it compares the whole key.
  const sent = exchanges.filter(({ id, key }) => id > first.id && (key === 'main' || key === 'invalid'))
  return Math.max(0, first.value - last.value - sent.length)
}

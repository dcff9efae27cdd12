import type { Exchange } from '../../http/exchange.ts'
import { shuffled } from '../../util/random.ts'
import type { Fault, Operator } from '../../judge/fault.ts'

/** Largest body that is altered: what is wrong with a row shows as well in a short page as in a long one. */
const LARGEST = 64 * 1024

/** One exchange of each kind: operation, status, key and names of the parameters; in an order that the seed gives. */
export function representatives(exchanges: readonly Exchange[], random: () => number): Exchange[] {
  const kinds = new Map<string, Exchange>()
  for (const exchange of shuffled(exchanges, random)) {
    const { operation, response, key, request } = exchange
    if (operation === undefined || response === undefined || response.size > LARGEST) continue
    const names = request.query.map(([name]) => name).sort((a, b) => (a < b ? -1 : 1))
    const kind = `${operation} ${response.status} ${key} ${names.join()}`
    if (!kinds.has(kind)) kinds.set(kind, exchange)
  }
  return [...kinds.values()]
}

/** Some faults of an operator, on as many operations as there are. */
export function sample(
  operator: Operator,
  exchanges: readonly Exchange[],
  pool: readonly Exchange[],
  most: number,
  random: () => number,
): Fault[] {
  const faults: Fault[] = []
  const seen = new Set<string>()
  for (const exchange of shuffled(exchanges, random)) {
    if (faults.length === most) break
    const place = `${exchange.operation}`
    if (seen.has(place)) continue
    const [fault] = shuffled(operator.seed(exchange, pool), random)
    if (fault === undefined) continue
    seen.add(place)
    faults.push(fault)
  }
  return faults
}

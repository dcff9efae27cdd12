import { createHash } from 'node:crypto'
import type { Header } from './exchange.ts'

/**
 * Headers by which a request is found in the target's logs: `traceparent` (W3C Trace Context), whose trace id begins alike for all requests of
 * one run, and a request id with the run, the exchange and the case that asks.
 *
 * @param run - a word that no other run has
 * @param id - number of the exchange, from 1
 * @param asker - id of the case; absent where the run itself asks
 */
export function tracing(run: string): (id: number, asker?: string) => readonly Header[] {
  const trace = createHash('sha256').update(run).digest('hex').slice(0, 16)
  return (id, asker) => {
    const span = id.toString(16).padStart(16, '0')
    return [
      ['traceparent', `00-${trace}${span}-${span}-01`],
      ['X-Request-Id', [run, id, ...(asker === undefined ? [] : [asker])].join('.').slice(0, 128)],
    ]
  }
}

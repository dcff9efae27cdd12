import { createHash } from 'node:crypto'
import type { Header } from './exchange.ts'

/**
 * Headers that identify a request in the target's logs: `traceparent` (W3C Trace Context) with a common trace id
 * prefix for the run, and a request id of run, exchange and case.
 * @param run - a unique word
 * @param id - number of the exchange, from 1
 * @param asker - id of the case; absent for requests of the run itself
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

import { header } from '../../http/exchange.ts'
import type { Oracle } from './oracle.ts'
import { scopeOf } from './scope.ts'

/**
 * STATUS-01..03: the statuses that no request of ours may get, whatever it asks. Which 4xx belongs to a request is
 * known to its case alone.
 */
export const status: Oracle = (exchange, bench, facts) => {
  const code = exchange.response?.status
  if (code === undefined || scopeOf(exchange, facts.baseUrl) !== 'endpoint') return
  if (code >= 200 && code < 300) {
    bench.judge(code === 200, 'STATUS-01', 'status 200', () => `status ${code}`, { status: code })
  } else if (code < 400) {
    bench.breach(
      'STATUS-03',
      'an answer of the endpoint itself',
      `status ${code} to ${header(exchange, 'location') ?? 'nowhere'}`,
      { status: code },
    )
    return
  }
  bench.judge(code < 500, 'STATUS-02', 'no server error', () => `status ${code}`, { status: code })
  bench.hold('STATUS-03')
}

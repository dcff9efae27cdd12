import { type CurlAccess, toCurl } from '../../../engine/http/curl.ts'
import type { Exchange } from '../../../engine/http/exchange.ts'
import type { RecordedExchange } from '../../report/record.ts'

/**
 * An exchange as it stands in a record, with the command that repeats it.
 * @param before - what stands before the command
 */
export function recordedExchange(exchange: Exchange, access?: CurlAccess, before = ''): RecordedExchange {
  const { id, key, operation, request, response, failure, startedAt, durationMs } = exchange
  const { method, url, headers, body, bodyCoding } = request
  return {
    id,
    key,
    operation,
    request: { method, url, headers, body, bodyCoding },
    response: response && {
      status: response.status,
      headers: response.headers,
      body: response.text,
      size: response.size,
    },
    failure,
    startedAt: new Date(startedAt).toISOString(),
    durationMs: Math.round(durationMs),
    curl: before + toCurl(exchange, access),
  }
}

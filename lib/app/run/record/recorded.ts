import { type CurlAccess, toCurl } from '../../../engine/http/curl.ts'
import type { Exchange } from '../../../engine/http/exchange.ts'
import type { RecordedExchange } from '../../report/record.ts'
import { LONGEST_BODY } from '../../../engine/util/bounds.ts'
import { beginningOf } from '../../../engine/util/text.ts'

/** As much of a body as a record holds. */
export function shownBody(text: string): string {
  return beginningOf(text, LONGEST_BODY)
}

/** An exchange without its parsed body: scrubbing that, too, takes longer than everything else. */
export function unread(exchange: Exchange): Exchange {
  const { response } = exchange
  const json = { ok: false, problem: 'the record holds the text' } as const
  return response === undefined ? exchange : { ...exchange, response: { ...response, json } }
}

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
    request: { method, url, headers, body: body && shownBody(body), bodyCoding },
    response: response && {
      status: response.status,
      headers: response.headers,
      body: shownBody(response.text),
      size: response.size,
    },
    failure,
    startedAt: new Date(startedAt).toISOString(),
    durationMs: Math.round(durationMs),
    curl: before + toCurl(exchange, access),
  }
}

import type { RecordedExchange } from '../record.ts'

/** How an exchange ended, in a word or two: `404`, or `no answer (timeout)`. */
export function answerOf({ response, failure }: RecordedExchange): string {
  return response === undefined ? `no answer (${failure?.kind ?? 'unknown'})` : String(response.status)
}

/** Path and query of an exchange's URL, without scheme and host. */
export function pathOf({ request }: { readonly request: { readonly url: string } }): string {
  return request.url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '') || '/'
}

/** An exchange in one line: `GET /v1/things?limit=1 → 200`. */
export function exchangeLine(exchange: RecordedExchange): string {
  return `${exchange.request.method} ${pathOf(exchange)} → ${answerOf(exchange)}`
}

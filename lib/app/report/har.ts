import type { Exchange, HeaderLine } from '../../engine/http/exchange.ts'
import type { RunRecord } from './record.ts'
import { STATUS_CODES } from 'node:http'
import { scrubbedExchange } from '../../engine/http/scrub-exchange.ts'
import { header } from '../../engine/http/exchange.ts'
import { percentEncoded } from '../../engine/http/request.ts'

const HTTP_VERSION = 'HTTP/1.1'
/** The value of HAR for an unknown size. */
const UNKNOWN = -1
/** Exchanges in one chunk of text: writing each by itself takes longer than rendering it. */
const AT_ONCE = 200

/**
 * Renders exchanges as HAR 1.2, in the order of sending. The text may be large, so it is generated piece by piece. An
 * exchange without an answer has status 0 and an `_error`, as in browsers. All texts are scrubbed, and the value of
 * the Authorization header is redacted.
 *
 * @param scrub - replaces secrets in a text
 */
export function* renderHar(
  exchanges: readonly Exchange[],
  { tool: { name, version }, target: { baseUrl } }: Pick<RunRecord, 'tool' | 'target'>,
  scrub: (text: string) => string,
): Generator<string> {
  yield `{"log": {"version": "1.2", "creator": ${JSON.stringify({ name, version })}, "entries": [`
  const all = exchanges.toSorted((a, b) => a.id - b.id)
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const entries = all
      .slice(at, at + AT_ONCE)
      .map((exchange) =>
        JSON.stringify(entry(scrubbedExchange(exchange, baseUrl, scrub), sizeSent(exchange))),
      )
    yield `${at === 0 ? '' : ','}\n${entries.join(',\n')}`
  }
  yield '\n]}}\n'
}

/** @param bodySize - of the request, before it was scrubbed */
function entry(exchange: Exchange, bodySize: number): object {
  return {
    startedDateTime: new Date(exchange.startedAt).toISOString(),
    time: exchange.durationMs,
    request: { ...request(exchange), bodySize },
    response: response(exchange),
    cache: {},
    timings: { send: 0, wait: exchange.durationMs, receive: 0 },
    _exchange: exchange.id,
    _key: exchange.key,
    ...(exchange.operation === undefined ? {} : { _operation: exchange.operation }),
  }
}

function sizeSent({ request: { body, bodyCoding } }: Exchange): number {
  return body === undefined ? 0 : Buffer.byteLength(body, bodyCoding ?? 'utf8')
}

function request({ request: sent }: Exchange): object {
  const type = sent.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return {
    method: sent.method,
    ...address(sent.url),
    httpVersion: HTTP_VERSION,
    cookies: [],
    headers: pairs(sent.headers),
    queryString: pairs(sent.query),
    ...(sent.body === undefined
      ? {}
      : { postData: { mimeType: type ?? 'application/octet-stream', ...bodyText(sent) } }),
    headersSize: UNKNOWN,
  }
}

/** A body that is not UTF-8 is written in base64, as HAR does for response bodies. */
function bodyText({ body = '', bodyCoding }: Exchange['request']): object {
  if (bodyCoding === undefined) return { text: body }
  return { text: Buffer.from(body, bodyCoding).toString('base64'), encoding: 'base64' }
}

/** A HAR file may hold only valid URLs. If an invalid one was sent on purpose, it is added as `_url`. */
function address(sent: string): { readonly url: string; readonly _url?: string } {
  const [origin = ''] = sent.match(/^[a-z]+:\/\/[^/?#]*/i) ?? []
  const url =
    origin +
    sent
      .slice(origin.length)
      .replaceAll(/%(?![\da-f]{2})/gi, '%25')
      .replaceAll(/[^\w\-.~:/?#@!$&'()*+,;=%]/gu, percentEncoded)
  return url === sent ? { url } : { url, _url: sent }
}

function response(exchange: Exchange): object {
  const { response: received, failure } = exchange
  const status = received?.status ?? 0
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: HTTP_VERSION,
    cookies: [],
    headers: pairs(received?.headers ?? []),
    content: {
      size: received?.size ?? 0,
      mimeType: header(exchange, 'content-type') ?? 'x-unknown',
      ...(received === undefined ? {} : { text: received.text }),
    },
    redirectURL: header(exchange, 'location') ?? '',
    headersSize: UNKNOWN,
    bodySize: received?.size ?? UNKNOWN,
    ...(failure === undefined ? {} : { _error: `${failure.kind}: ${failure.message}` }),
  }
}

function pairs(headers: readonly HeaderLine[]): { name: string; value: string }[] {
  return headers.map(([name, value]) => ({
    name,
    value: name.toLowerCase() === 'authorization' ? '[redacted]' : value,
  }))
}

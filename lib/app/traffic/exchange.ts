import type { Served } from '../../../fixtures/reference/index.ts'
import type { Exchange, HeaderLine, KeyLabel } from '../../engine/http/exchange.ts'
import { readJson } from '../../engine/http/read-json.ts'
import { CONTRACT } from '../../engine/contract/api.ts'
import type { Recorded } from '../../engine/judge/requirement.ts'
import type { ObservedTraffic } from './traffic.ts'

/** An exchange as an observer saw it; unknown parts are left out. */
export interface ObservedExchange extends Pick<
  Exchange,
  'id' | 'response' | 'failure' | 'startedAt' | 'durationMs'
> {
  readonly method: string
  /** Absolute. */
  readonly url: string
  readonly requestHeaders: readonly HeaderLine[]
  readonly requestBody?: string
  /** The label of the key, if it is known. */
  readonly key?: KeyLabel
  readonly missing: readonly Recorded[]
}

/** Turns a seen exchange into an exchange with the target at a base address. */
export function observedAt(baseUrl: string, seen: ObservedExchange): ObservedTraffic {
  const { id, method, url, requestHeaders: headers, requestBody: body, response } = seen
  const [address = '', ...search] = (url.split('#')[0] ?? '').split('?')
  const isBelow = address.startsWith(`${baseUrl}/`)
  const path = isBelow ? address.slice(baseUrl.length) : address.replace(/^https?:\/\/[^/]*/i, '')
  const token = bearerOf(headers)
  // The keys of clients are unknown, and may be missing: only a 401 shows that a key is invalid.
  const label = response?.status === 401 ? 'invalid' : 'main'
  const exchange: Exchange = {
    id,
    key: seen.key ?? label,
    operation: isBelow ? CONTRACT.match(method, path)?.operation : undefined,
    request: { method, url, path, query: [...new URLSearchParams(search.join('?'))], headers, body },
    response,
    failure: seen.failure,
    startedAt: seen.startedAt,
    durationMs: seen.durationMs,
  }
  return { exchange, token, missing: seen.missing }
}

/**
 * Reads an exchange with the sandbox.
 * @param baseUrl - the base address of the sandbox, also for requests to its apex host: the response shows
 * which one was asked
 */
export function observedServed(baseUrl: string, served: Served, id: number): ObservedTraffic {
  const { method, target, requestHeaders, requestBody, answer, startedAt, durationMs } = served
  const { text, json } = readJson(answer.body)
  return observedAt(baseUrl, {
    id,
    method,
    url: new URL(baseUrl).origin + target,
    requestHeaders,
    requestBody: requestBody.length === 0 ? undefined : Buffer.from(requestBody).toString(),
    key: bearerOf(requestHeaders) === undefined ? 'none' : undefined,
    response: { status: answer.status, headers: answer.headers, text, json, size: answer.body.length },
    startedAt,
    durationMs,
    missing: [],
  })
}

function bearerOf(headers: readonly HeaderLine[]): string | undefined {
  const value = headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1]
  return /^bearer +(\S+)\s*$/i.exec(value ?? '')?.[1]
}

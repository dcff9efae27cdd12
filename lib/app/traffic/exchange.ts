import { decodeBody, LARGEST_BODY } from '../../engine/http/decode-body.ts'
import {
  type Exchange,
  type Header,
  type KeyLabel,
  type ReceivedResponse,
} from '../../engine/http/exchange.ts'
import { readJson } from '../../engine/http/read-json.ts'
import { CONTRACT } from '../../engine/spec/api.ts'
import type { Passed } from './passage.ts'
import { present } from '../../engine/util/collections.ts'
import type { Missing, Observed } from './traffic.ts'

/** An exchange as it was seen from outside: what is not known of it is left out. */
export interface Seen extends Pick<Exchange, 'id' | 'response' | 'failure' | 'startedAt' | 'durationMs'> {
  readonly method: string
  /** Absolute. */
  readonly url: string
  readonly requestHeaders: readonly Header[]
  readonly requestBody?: string
  /** The label of the key, if it is known. */
  readonly key?: KeyLabel
  readonly missing: readonly Missing[]
}

/** What was seen, as an exchange with the target at a base address. */
export function observedAt(baseUrl: string, seen: Seen): Observed {
  const { id, method, url, requestHeaders: headers, requestBody: body, response } = seen
  const [address = '', ...search] = (url.split('#')[0] ?? '').split('?')
  const isBelow = address.startsWith(`${baseUrl}/`)
  const path = isBelow ? address.slice(baseUrl.length) : address.replace(/^https?:\/\/[^/]*/i, '')
  const token = bearerOf(headers)
  // Keys of clients are not known, and may be left out: only a 401 shows that one is not valid.
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

/** Reads what passed a proxy. */
export async function observed(passed: Passed, baseUrl: string, id: number): Promise<Observed> {
  const { method, requestHeaders, requestBody, failure, startedAt, durationMs } = passed
  const answer = passed.response && (await answerOf(passed.response))
  return observedAt(baseUrl, {
    id,
    method,
    url: new URL(baseUrl).origin + passed.target,
    requestHeaders,
    requestBody: requestBody.bytes.length === 0 ? undefined : Buffer.from(requestBody.bytes).toString(),
    key: bearerOf(requestHeaders) === undefined ? 'none' : undefined,
    response: answer?.response,
    failure: answer === undefined ? failure : undefined,
    startedAt,
    durationMs,
    missing: present<Missing>(answer?.isWhole !== true && 'body', !requestBody.isWhole && 'request-body'),
  })
}

async function answerOf({
  status,
  headers,
  body,
}: NonNullable<Passed['response']>): Promise<{ response: ReceivedResponse; isWhole: boolean }> {
  const bytes = body.isWhole
    ? await decodeBody(body.bytes, headers, LARGEST_BODY).catch(() => undefined)
    : undefined
  const { text, json, tooLarge } = readJson(bytes ?? new Uint8Array())
  const response = { status, headers, text, json, size: bytes?.length ?? 0 }
  return { response, isWhole: bytes !== undefined && tooLarge === undefined }
}

/** The bearer token among the headers of a request; undefined if there is none. */
function bearerOf(headers: readonly Header[]): string | undefined {
  const value = headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1]
  return /^bearer +(\S+)\s*$/i.exec(value ?? '')?.[1]
}

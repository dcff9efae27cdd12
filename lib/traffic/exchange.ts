import { decodeBody, LARGEST_BODY } from '../http/decode-body.ts'
import {
  bounded,
  type Exchange,
  type Header,
  type KeyLabel,
  type ReceivedResponse,
} from '../http/exchange.ts'
import { readJson } from '../http/read-json.ts'
import { CONTRACT } from '../spec/api.ts'
import type { Passed } from './forward.ts'
import type { Observed } from './traffic.ts'

/** Reads what passed a proxy as an exchange with the target. */
export async function observed(passed: Passed, target: URL, id: number): Promise<Observed> {
  const [address = '', ...search] = passed.target.split('?')
  const base = target.pathname.replace(/\/+$/, '')
  const path = address.startsWith(`${base}/`) ? address.slice(base.length) : address
  const token = bearerOf(passed.requestHeaders)
  const answer = passed.response && (await answerOf(passed.response))
  const isBelow = path !== address || base === ''
  const exchange: Exchange = {
    id,
    key: labelOf(token, answer?.response.status),
    operation: isBelow ? CONTRACT.match(passed.method, path)?.operation : undefined,
    request: {
      method: passed.method,
      url: target.origin + passed.target,
      path,
      query: [...new URLSearchParams(search.join('?'))],
      headers: passed.requestHeaders,
      body:
        passed.requestBody.bytes.length === 0 ? undefined : Buffer.from(passed.requestBody.bytes).toString(),
    },
    response: answer?.response,
    failure: answer === undefined ? passed.failure : undefined,
    startedAt: passed.startedAt,
    durationMs: passed.durationMs,
  }
  return {
    exchange,
    token,
    missing: [
      ...(answer?.isWhole === true ? [] : ['body' as const]),
      ...(passed.requestBody.isWhole ? [] : ['request-body' as const]),
    ],
  }
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
  const response = { status, headers, ...bounded(text, json), size: bytes?.length ?? 0 }
  return { response, isWhole: bytes !== undefined && tooLarge === undefined }
}

/** The bearer token among the headers of a request; undefined if there is none. */
export function bearerOf(headers: readonly Header[]): string | undefined {
  const value = headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1]
  return /^bearer +(\S+)\s*$/i.exec(value ?? '')?.[1]
}

/** Keys of clients are not known: only a 401 shows that one is not valid. */
function labelOf(token: string | undefined, status: number | undefined): KeyLabel {
  if (token === undefined) return 'none'
  return status === 401 ? 'invalid' : 'main'
}

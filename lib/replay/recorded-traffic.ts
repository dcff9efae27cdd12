import type { Api } from '../harness/api.ts'
import type { Exchange, Header, KeyLabel } from '../http/exchange.ts'
import type { HarEntry } from './har.ts'

/** Entries of a recording that can be judged, and why the others cannot. */
export interface Traffic {
  readonly exchanges: readonly Exchange[]
  readonly skipped: readonly { readonly entry: number; readonly reason: string }[]
  /** How many of the exchanges have an answer whose body, or whose headers, the recording does not hold. */
  readonly without: { readonly bodies: number; readonly headers: number }
  /** What a recording does not show of an exchange, and nobody can be accused of. */
  readonly unseen: (exchange: Exchange) => ReadonlySet<string>
}

/** Picks out the exchanges of the API. */
export function trafficOf(
  { contract, recordings }: Api,
  entries: readonly HarEntry[],
  baseUrl: string,
): Traffic {
  const skipped: { entry: number; reason: string }[] = []
  const kept = entries.filter((entry) => {
    const reason = obstacle(entry, baseUrl)
    if (reason !== undefined) skipped.push({ entry: entry.id, reason })
    return reason === undefined
  })
  const unseen = new Map(kept.map((entry) => [entry.id, unseenOf(entry, recordings)]))
  return {
    exchanges: kept.map((entry) => exchangeOf(entry, baseUrl, contract)),
    skipped,
    without: {
      bodies: kept.filter(({ bodyMissing }) => bodyMissing).length,
      headers: kept.filter(({ headersMissing }) => headersMissing).length,
    },
    unseen: ({ id }) => unseen.get(id) ?? new Set(),
  }
}

function obstacle({ url, method, response, cached }: HarEntry, baseUrl: string): string | undefined {
  if (!url.startsWith(`${baseUrl}/`)) return 'another address'
  if (method === 'OPTIONS' || method === 'HEAD') return `${method} belongs to HTTP, not to this API`
  if (response === undefined) return 'no answer'
  if (cached) return 'answered out of the cache of the browser'
  if (response.status === 304) return '304 answers a conditional request, without a body'
  return undefined
}

function unseenOf(
  { bodyMissing, headersMissing, requestBodyMissing }: HarEntry,
  rules: Api['recordings'],
): ReadonlySet<string> {
  return new Set([
    ...(headersMissing ? rules.withoutHeaders : []),
    ...(bodyMissing ? rules.withoutBody : []),
    ...(requestBodyMissing ? rules.withoutRequestBody : []),
  ])
}

function exchangeOf(entry: HarEntry, baseUrl: string, contract: Api['contract']): Exchange {
  const { id, method, url, response, startedAt, durationMs } = entry
  const [address = '', ...rest] = (url.split('#')[0] ?? '').split('?')
  const path = address.slice(baseUrl.length)
  return {
    id,
    key: labelOf(entry),
    operation: contract.match(method, path)?.operation,
    request: {
      method,
      url,
      path,
      query: [...new URLSearchParams(rest.join('?'))],
      headers: withoutRedacted(entry.requestHeaders),
      ...(entry.requestBody === undefined ? {} : { body: entry.requestBody }),
    },
    ...(response === undefined ? {} : { response }),
    startedAt,
    durationMs,
  }
}

/** Exporters drop or redact keys, so that only a 401 tells of a request without a valid one. */
function labelOf({ key, response }: HarEntry): KeyLabel {
  return key ?? (response?.status === 401 ? 'invalid' : 'main')
}

/** A redacted key is no key that a `key_prefix` could belong to. */
function withoutRedacted(headers: readonly Header[]): Header[] {
  return headers.filter(
    ([name, value]) => name.toLowerCase() !== 'authorization' || /^Bearer [\w.~+/-]{16,}=*$/i.test(value),
  )
}

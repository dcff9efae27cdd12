import type { Api } from '../harness/api.ts'
import { createClient, type RequestSpec } from '../http/client.ts'
import type { Exchange, KeyLabel } from '../http/exchange.ts'
import { isOwnedKey, KEY_VARIABLES } from '../http/keys.ts'
import { createLedger } from '../http/ledger.ts'
import type { Transport } from '../http/transport.ts'

/** Where requests are sent again, with which keys, and whether they may change anything. */
export interface ResendTarget {
  readonly baseUrl: string
  readonly transport: Transport
  readonly keys: Readonly<Partial<Record<KeyLabel, string>>>
  readonly writes: boolean
  readonly version: string
}

/** What came of sending recorded requests again. */
export interface Resent {
  /** With the ids of the recorded exchanges. */
  readonly exchanges: readonly Exchange[]
  /** Requests that were not sent, each with the reason. */
  readonly unsent: readonly { readonly id: number; readonly reason: string }[]
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Made anew by the client. */
const OWN_HEADERS = new Set([
  'user-agent',
  'accept-encoding',
  'authorization',
  'content-type',
  'host',
  'content-length',
])

/** Sends recorded requests again, in their order, one after the other. Never rejects: a failure is in its exchange. */
export async function resend(
  api: Api,
  recorded: readonly Exchange[],
  recordedBaseUrl: string,
  target: ResendTarget,
  signal?: AbortSignal,
): Promise<Resent> {
  const exchanges: Exchange[] = []
  const unsent: { id: number; reason: string }[] = []
  for (const exchange of recorded.toSorted((a, b) => a.id - b.id)) {
    const reason = obstacle(exchange, recordedBaseUrl, target)
    if (reason === undefined) {
      const client = clientFor(api, target, signal)
      // oxlint-disable-next-line no-await-in-loop -- the order of requests is part of what they show
      exchanges.push({ ...(await client.send(specOf(exchange))), id: exchange.id })
    } else unsent.push({ id: exchange.id, reason })
  }
  return { exchanges, unsent }
}

function clientFor(
  api: Api,
  target: ResendTarget,
  signal: AbortSignal | undefined,
): ReturnType<typeof createClient> {
  return createClient({
    ...target,
    ledger: createLedger({ budget: 1000, floor: 0 }),
    match: (method, path) => api.contract.match(method, path)?.operation,
    onExchange: () => undefined,
    concurrency: 1,
    ...(signal === undefined ? {} : { signal }),
  })
}

function obstacle(
  { request, key }: Exchange,
  recordedBaseUrl: string,
  { writes, keys }: ResendTarget,
): string | undefined {
  if (!request.url.startsWith(`${recordedBaseUrl}/`)) return 'it went to another address than the base URL'
  if (!SAFE.has(request.method) && !writes) return `${request.method} needs --writes`
  if (isOwnedKey(key) && keys[key] === undefined) return `it needs the key in ${KEY_VARIABLES[key]}`
  if (
    key === 'invalid' &&
    (request.authorizationShell !== undefined || /\$CONFORMANCE_/.test(authorization(request)))
  )
    return 'its key was made out of a real one, which no file holds'
  return undefined
}

function authorization({ headers }: Exchange['request']): string {
  return headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? ''
}

function specOf({ request, key }: Exchange): RequestSpec {
  const { method, path, query, body, headers } = request
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return {
    method,
    path,
    query,
    headers: headers.filter(([name]) => !OWN_HEADERS.has(name.toLowerCase())),
    ...(body === undefined ? {} : { rawBody: body, contentType: contentType ?? '' }),
    ...(key === 'invalid' ? { authorization: authorization(request) } : { key }),
  }
}

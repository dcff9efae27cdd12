import type { Socket } from 'node:net'
import type { Agent as Pool } from 'undici'
import { classify, type RequestPhase } from './classify.ts'
import { type ConnectorOptions, createConnector } from './connector.ts'
import { decodeBody, LARGEST_BODY } from './decode-body.ts'
import { type Header, headerLines } from './exchange.ts'
import { errorCode } from '../util/errors.ts'
import { CREDENTIALS_WANTED, type Proxy, proxyFailure, proxyFor, type ProxyVariables } from './proxy.ts'
import { type Transport, TransportError, type WireRequest, type WireResponse } from './transport.ts'
import { Agent, request as ask } from './undici.ts'
import { duration } from '../util/text.ts'

export interface TransportOptions extends Omit<ConnectorOptions, 'proxyFor'> {
  /** Absolute deadline of one request in milliseconds: connecting, waiting, reading and decoding. */
  readonly timeoutMs: number
  /** Largest body, before and after decoding; default 8 MiB. */
  readonly maxBodyBytes?: number
  /** Most connections to one origin; unlimited by default, since the client limits pending requests. */
  readonly connections?: number
  /** The usual variables that name proxies; none by default. */
  readonly proxies?: ProxyVariables
}

const MAX_HEADER_BYTES = 64 * 1024

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A transport over HTTP/1.1, with keep-alive for reads. It never follows a redirect, never retries and never exceeds
 * the deadline. Idle connections do not keep the process alive. `close` ends everything pending.
 */
export function createTransport(options: TransportOptions): { send: Transport; close(): Promise<void> } {
  const { timeoutMs, maxBodyBytes = LARGEST_BODY, proxies = {} } = options
  const proxyOf = (origin: string): Proxy | undefined => proxyFor(origin, proxies)
  const sockets = new Set<Socket>()
  const settings: Pool.Options = {
    connect: createConnector({ ...options, proxyFor: proxyOf }, sockets),
    connections: options.connections ?? null,
    pipelining: 1,
    // Below the usual timeouts of servers and load balancers: a connection closed while we send is a lost request.
    keepAliveTimeout: 1000,
    // Replaced by the deadline of each request: a server that drips would reset these for ever.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: MAX_HEADER_BYTES,
    maxResponseSize: maxBodyBytes,
  }
  const pooled = new Agent(settings)
  // Requests that must not be repeated use a fresh connection, which no idle timeout can close.
  const fresh = new Agent({ ...settings, pipelining: 0 })

  const send: Transport = async (request, signal) => {
    const agent = SAFE.has(request.method) ? pooled : fresh
    const way = wayTo(request.url, proxyOf)
    let phase: RequestPhase = 'waiting'
    const ending = new AbortController()
    const interrupt = (): void => ending.abort(interrupted())
    const deadline = setTimeout(() => ending.abort(late(phase, way.host, timeoutMs)), timeoutMs)
    if (signal?.aborted) interrupt()
    signal?.addEventListener('abort', interrupt)
    try {
      ending.signal.throwIfAborted()
      const reading = (): void => void (phase = 'reading')
      const answer = answerTo(request, way, { agent, signal: ending.signal, reading })
      const { status, headers, body } = await Promise.race([answer, ended(ending.signal)])
      return { status, headers, body: await decodeBody(body, headers, maxBodyBytes) }
    } catch (error) {
      throw failureOf(error, phase, way)
    } finally {
      clearTimeout(deadline)
      signal?.removeEventListener('abort', interrupt)
    }
  }
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy()
    await Promise.all([pooled.destroy(), fresh.destroy()])
  }
  return { send, close }
}

/** Where a request goes. */
interface Way {
  readonly host: string
  /** The origin that is connected to. */
  readonly origin: string
  readonly path: string
  /** The proxy that a request over http goes to itself, with the whole URL. Https is tunnelled by the connector. */
  readonly proxy: Proxy | undefined
}

/** An absolute URL is split by hand: a URL parser would resolve `..` and normalise what must be sent verbatim. */
function wayTo(url: string, proxyOf: (origin: string) => Proxy | undefined): Way {
  const [, origin, target = ''] = /^(https?:\/\/[^/?#\s@]+)([^#\s]*)$/i.exec(url) ?? []
  if (origin === undefined)
    throw new TransportError(
      'protocol',
      'The request could not be sent: its URL is not an absolute HTTP URL.',
    )
  const host = origin.slice(origin.indexOf('//') + 2)
  const path = target.startsWith('/') ? target : `/${target}`
  const proxy = /^https:/i.test(origin) ? undefined : proxyOf(origin)
  if (proxy === undefined) return { host, origin, path, proxy }
  return { host, origin: proxy.origin, path: origin + path, proxy }
}

interface Asking {
  readonly agent: Pool
  readonly signal: AbortSignal
  /** Called when the body is read. */
  readonly reading: () => void
}

async function answerTo(
  { method, headers: sent, body: text, bodyCoding }: WireRequest,
  { host, origin, path, proxy }: Way,
  { agent, signal, reading }: Asking,
): Promise<WireResponse> {
  const { statusCode, headers, body } = await ask.call(agent, {
    origin,
    path,
    method,
    headers: [...sent, ...forProxy(proxy, host)].flat(),
    body: text === undefined ? null : Buffer.from(text, bodyCoding ?? 'utf8'),
    signal,
    responseHeaders: 'raw',
  })
  // Undici reads no body here and reports an announced one as an error: the connection is not lost.
  if (statusCode !== 204 && statusCode !== 304) reading()
  const bytes = new Uint8Array(await body.arrayBuffer())
  if (statusCode === 407 && proxy !== undefined) throw proxyFailure(proxy, CREDENTIALS_WANTED)
  await released()
  // With `raw`, undici gives a list, of which its types know nothing.
  const lines = headerLines(Array.isArray(headers) ? headers.map(String) : [])
  return { status: statusCode, headers: lines, body: bytes }
}

/** What a failure means: before a response, one to connect is that of the proxy, if there is one. */
function failureOf(error: unknown, phase: RequestPhase, { host, proxy }: Way): TransportError {
  const failure = classify(error, phase, host)
  const isProxys = phase === 'waiting' && ['refused', 'dns', 'tls'].includes(failure.kind)
  return proxy !== undefined && isProxys
    ? proxyFailure(proxy, `cannot be reached (${errorCode(failure.cause)})`, failure)
    : failure
}

/** Rejects when the signal is aborted, with its reason: undici looks at it only once it has a connection. */
function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

/**
 * Resolves when undici has released the connection: a turn of the event loop after the end of the response. A request
 * sent earlier would open a second connection, which a server of one thread does not accept.
 */
function released(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
}

/** The headers that a request needs on its way through a proxy. */
function forProxy(proxy: Proxy | undefined, host: string): readonly Header[] {
  if (proxy === undefined) return []
  const { authorization } = proxy
  return [['host', host], ...(authorization ? [['proxy-authorization', authorization] as const] : [])]
}

function interrupted(): TransportError {
  return new TransportError('interrupted', 'The run was ended before the answer had come.')
}

function late(phase: RequestPhase, host: string, timeoutMs: number): TransportError {
  const missing = phase === 'reading' ? 'did not send the whole response' : 'sent no response'
  const message = `${host} ${missing} within ${duration(timeoutMs)}: see why the service is slow, or raise --timeout.`
  return new TransportError('timeout', message)
}

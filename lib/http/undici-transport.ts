import type { Socket } from 'node:net'
import type { Agent as Pool, Dispatcher } from 'undici'
import { classify } from './classify.ts'
import type { Phase } from './classify.ts'
import { type ConnectorOptions, createConnector } from './connector.ts'
import { decodeBody, LARGEST_BODY } from './decode-body.ts'
import type { Header } from './exchange.ts'
import { errorCode } from '../util/errors.ts'
import { CREDENTIALS_WANTED, type Proxy, proxyFailure, proxyFor, type ProxyVariables } from './proxy.ts'
import { TransportError } from './transport.ts'
import type { Transport, WireRequest, WireResponse } from './transport.ts'
import { Agent } from './undici.ts'
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

/** URLs are split by hand: a URL parser would resolve `..` and normalise what must be sent verbatim. */
const ABSOLUTE_URL = /^(https?:\/\/[^/?#\s@]+)([^#\s]*)$/i

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
    const received = await exchangeOnce(agent, request, { timeoutMs, signal, proxyOf })
    return { ...received, body: await decodeBody(received.body, received.headers, maxBodyBytes) }
  }
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy()
    await Promise.all([pooled.destroy(), fresh.destroy()])
  }
  return { send, close }
}

interface Limits {
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
  readonly proxyOf: (origin: string) => Proxy | undefined
}

function exchangeOnce(agent: Pool, request: WireRequest, limits: Limits): Promise<WireResponse> {
  const url = ABSOLUTE_URL.exec(request.url)
  if (url === null)
    return Promise.reject(
      new TransportError('protocol', 'The request could not be sent: its URL is not an absolute HTTP URL.'),
    )
  const origin = url[1]!
  const target = url[2]!
  const host = origin.slice(origin.indexOf('//') + 2)
  const path = target.startsWith('/') ? target : `/${target}`
  // Https is tunnelled by the connector; a request over http goes to the proxy itself, with the whole URL.
  const proxy = /^https:/i.test(origin) ? undefined : limits.proxyOf(origin)

  return new Promise((resolve, reject) => {
    const pending = new PendingExchange({ host, proxy }, limits, { resolve, reject })
    if (pending.isSettled) return
    agent.dispatch(
      {
        origin: proxy?.origin ?? origin,
        path: proxy === undefined ? path : origin + path,
        method: request.method,
        headers: [...request.headers, ...forProxy(proxy, host)].flat(),
        body: request.body === undefined ? null : Buffer.from(request.body, request.bodyCoding ?? 'utf8'),
      },
      pending,
    )
  })
}

/** Where a request goes. */
interface Destination {
  readonly host: string
  readonly proxy: Proxy | undefined
}

/** Takes the result of an exchange, once. */
interface Receiver {
  readonly resolve: (response: WireResponse) => void
  readonly reject: (failure: TransportError) => void
}

/** One exchange from its request to its response or failure: what undici reports, the deadline and the interruption. */
class PendingExchange implements Dispatcher.DispatchHandler {
  isSettled = false
  private readonly destination: Destination
  private readonly limits: Limits
  private readonly receiver: Receiver
  private phase: Phase = 'connecting'
  private controller: Dispatcher.DispatchController | undefined
  private status = 0
  private headers: Header[] = []
  private readonly chunks: Uint8Array[] = []
  private readonly deadline: NodeJS.Timeout

  constructor(destination: Destination, limits: Limits, receiver: Receiver) {
    this.destination = destination
    this.limits = limits
    this.receiver = receiver
    this.deadline = setTimeout(this.expire, limits.timeoutMs)
    if (limits.signal?.aborted) this.interrupt()
    else limits.signal?.addEventListener('abort', this.interrupt)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // The deadline may have passed in undici's queue.
    if (this.isSettled) return controller.abort(new Error('settled'))
    this.controller = controller
    this.phase = 'waiting'
  }

  onResponseStart(controller: Dispatcher.DispatchController, code: number): void {
    const { host, proxy } = this.destination
    if (code >= 100 && code < 200) return
    if (code < 100) {
      const written = String(code).padStart(3, '0')
      const message = `${host} answered with the status ${written}, which HTTP does not have.`
      return this.fail(new TransportError('protocol', message))
    }
    if (code === 407 && proxy !== undefined) return this.fail(proxyFailure(proxy, CREDENTIALS_WANTED))
    // Undici reads no body here and reports an announced one as an error: the connection is not lost.
    if (code !== 204 && code !== 304) this.phase = 'reading'
    this.status = code
    this.headers = rawHeaders(controller.rawHeaders)
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (!this.isSettled) this.chunks.push(chunk)
  }

  onResponseEnd(): void {
    if (!this.settle()) return
    const response = { status: this.status, headers: this.headers, body: Buffer.concat(this.chunks) }
    whenReleased(() => this.receiver.resolve(response))
  }

  onResponseError(_: Dispatcher.DispatchController, error: unknown): void {
    this.fail(error)
  }

  private settle(): boolean {
    if (this.isSettled) return false
    this.isSettled = true
    clearTimeout(this.deadline)
    this.limits.signal?.removeEventListener('abort', this.interrupt)
    return true
  }

  private fail(error: unknown): void {
    const { host, proxy } = this.destination
    const isProxyLost =
      proxy !== undefined && this.phase === 'connecting' && !(error instanceof TransportError)
    const failure = isProxyLost
      ? proxyFailure(proxy, `cannot be reached (${errorCode(error)})`, error)
      : classify(error, this.phase, host)
    if (!this.settle()) return
    this.receiver.reject(failure)
    this.controller?.abort(failure)
  }

  private readonly interrupt = (): void =>
    this.fail(new TransportError('interrupted', 'The run was ended before the answer had come.'))

  private readonly expire = (): void =>
    this.fail(new TransportError('timeout', late(this.phase, this.destination.host, this.limits.timeoutMs)))
}

/**
 * Calls back when undici has released the connection: a turn of the event loop after the end of the response. A request
 * sent earlier would open a second connection, which a server of one thread does not accept.
 */
function whenReleased(callback: () => void): void {
  setImmediate(() => setImmediate(callback))
}

/** The headers that a request needs on its way through a proxy. */
function forProxy(proxy: Proxy | undefined, host: string): readonly Header[] {
  if (proxy === undefined) return []
  const { authorization } = proxy
  return [['host', host], ...(authorization ? [['proxy-authorization', authorization] as const] : [])]
}

/** Header lines as received; undici returns a flat list of names and values in bytes. */
function rawHeaders(raw: Dispatcher.DispatchController['rawHeaders']): Header[] {
  if (!Array.isArray(raw)) return []
  const text = raw.map((item) => (typeof item === 'string' ? item : item.toString('latin1')))
  return Array.from({ length: text.length >> 1 }, (_, i) => [text[2 * i]!, text[2 * i + 1]!] as const)
}

function late(phase: Phase, host: string, timeoutMs: number): string {
  const missing = {
    connecting: 'took no connection',
    waiting: 'sent no response',
    reading: 'did not send the whole response',
  }[phase]
  return `${host} ${missing} within ${duration(timeoutMs)}: see why the service is slow, or raise --timeout.`
}

import { setMaxListeners } from 'node:events'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { Agent } from 'undici'
import type { Dispatcher } from 'undici'
import { classify } from './classify.ts'
import type { Phase } from './classify.ts'
import { type ClientCertificate, createConnector, credentialsWanted, unreachable } from './connector.ts'
import { decodeBody } from './decode-body.ts'
import type { Header } from './exchange.ts'
import { createTurns, SMALL_BODY_BYTES, type Turn } from './large-bodies.ts'
import { type Proxy, proxyFor, type ProxyVariables } from './proxy.ts'
import { TransportError } from './transport.ts'
import type { Transport, WireRequest, WireResponse } from './transport.ts'

export interface TransportOptions {
  /** Absolute deadline of one request in milliseconds: connecting, waiting, reading and decoding. */
  readonly timeoutMs: number
  /** False disables the verification of certificates. */
  readonly verifyTls: boolean
  /** Largest body, before and after decoding; default 8 MiB. */
  readonly maxBodyBytes?: number
  /** Most connections to one origin; unlimited by default, since the client limits pending requests. */
  readonly connections?: number
  /** A trusted certificate authority in PEM, instead of the system's. */
  readonly ca?: string
  /** Shown to a target that asks for a certificate of the client. */
  readonly certificate?: ClientCertificate
  /** The usual variables that name proxies; none by default. */
  readonly proxies?: ProxyVariables
}

const MAX_BODY_BYTES = 8 * 1024 * 1024
const MAX_HEADER_BYTES = 64 * 1024
const MAX_HEADER_LINES = 1000

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** URLs are split by hand: a URL parser would resolve `..` and normalise what must be sent verbatim. */
const ABSOLUTE_URL = /^(https?:\/\/[^/?#\s@]+)([^#\s]*)$/i

/**
 * A transport over HTTP/1.1, with keep-alive for reads. It never follows a redirect, never retries and never exceeds
 * the deadline. Idle connections do not keep the process alive. `close` aborts everything pending, as `interrupted`.
 */
export function createTransport(options: TransportOptions): { send: Transport; close(): Promise<void> } {
  const { timeoutMs, maxBodyBytes = MAX_BODY_BYTES, proxies = {} } = options
  const chosen = new Map<string, Proxy | undefined>()
  const proxyOf = (origin: string): Proxy | undefined => {
    if (!chosen.has(origin)) chosen.set(origin, proxyFor(origin, proxies))
    return chosen.get(origin)
  }
  const sockets = new Set<Socket>()
  const closing = new AbortController()
  // One listener for each pending request, which the client limits.
  setMaxListeners(0, closing.signal)
  const settings: Agent.Options = {
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
  const turns = createTurns()

  const send: Transport = async (request, signal) => {
    const signals = signal === undefined ? [closing.signal] : [closing.signal, signal]
    const agent = SAFE.has(request.method) ? pooled : fresh
    const turn = turns()
    let size = 0
    try {
      const received = await exchangeOnce(agent, request, { timeoutMs, signals, turn, proxyOf })
      if (isCoded(received)) await turn.take()
      const body = await decodeBody(received.body, received.headers, maxBodyBytes)
      size = body.length + sizeOf(received.headers)
      return { ...received, body }
    } finally {
      // The requester reads the body first.
      setImmediate(() => turn.end(size))
    }
  }
  const close = async (): Promise<void> => {
    closing.abort()
    for (const socket of sockets) socket.destroy()
    await Promise.all([pooled.destroy(), fresh.destroy()])
  }
  return { send, close }
}

interface Limits {
  readonly timeoutMs: number
  readonly signals: readonly AbortSignal[]
  /** For bodies that are large. */
  readonly turn: Turn
  readonly proxyOf: (origin: string) => Proxy | undefined
}

function exchangeOnce(agent: Agent, request: WireRequest, limits: Limits): Promise<WireResponse> {
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
    let phase: Phase = 'connecting'
    let settled = false
    let controller: Dispatcher.DispatchController | undefined
    let status = 0
    let headers: Header[] = []
    const chunks: Uint8Array[] = []
    let size = 0
    let isLarge = false

    const settle = (): boolean => {
      if (settled) return false
      settled = true
      clearTimeout(deadline)
      for (const signal of limits.signals) signal.removeEventListener('abort', interrupt)
      return true
    }
    const fail = (error: unknown): void => {
      const failure =
        proxy !== undefined && phase === 'connecting' && !(error instanceof TransportError)
          ? unreachable(proxy, error)
          : classify(error, phase, host)
      if (!settle()) return
      reject(failure)
      controller?.abort(failure)
    }
    const interrupt = (): void =>
      fail(new TransportError('interrupted', 'The run was ended before the answer had come.'))
    const expire = (): void => fail(new TransportError('timeout', late(phase, host, limits.timeoutMs)))
    let endsAt = performance.now() + limits.timeoutMs
    let deadline = setTimeout(expire, limits.timeoutMs)

    /**
     * Continues when other large bodies have been read. That wait, at most as long as one request, does not count as
     * the target's.
     */
    const awaitTurn = async (current: Dispatcher.DispatchController): Promise<void> => {
      isLarge = true
      current.pause()
      const since = performance.now()
      clearTimeout(deadline)
      deadline = setTimeout(
        () => fail(new TransportError('too-large', `${host} sends too many large bodies at once.`)),
        limits.timeoutMs,
      )
      await limits.turn.take()
      if (settled) return
      clearTimeout(deadline)
      endsAt += performance.now() - since
      deadline = setTimeout(expire, endsAt - performance.now())
      current.resume()
    }

    for (const signal of limits.signals) {
      if (signal.aborted) return interrupt()
      signal.addEventListener('abort', interrupt)
    }

    agent.dispatch(
      {
        origin: proxy?.origin ?? origin,
        path: proxy === undefined ? path : origin + path,
        method: request.method,
        headers: [...withIdentity(request.headers), ...forProxy(proxy, host)].flat(),
        body: request.body === undefined ? null : Buffer.from(request.body, request.bodyCoding ?? 'utf8'),
      },
      {
        onRequestStart(started) {
          // The deadline may have passed in undici's queue.
          if (settled) return started.abort(new Error('settled'))
          controller = started
          phase = 'waiting'
        },
        onResponseStart(current, code) {
          if (code >= 100 && code < 200) return
          if (code < 100)
            return fail(
              new TransportError(
                'protocol',
                `${host} answered with the status ${String(code).padStart(3, '0')}, which HTTP does not have.`,
              ),
            )
          if (code === 407 && proxy !== undefined) return fail(credentialsWanted(proxy))
          // Undici reads no body here and reports an announced one as an error: the connection is not lost.
          if (code !== 204 && code !== 304) phase = 'reading'
          status = code
          headers = rawHeaders(current.rawHeaders)
          if (headers.length > MAX_HEADER_LINES)
            fail(
              new TransportError(
                'too-large',
                `${host} sent ${headers.length} header lines; at most ${MAX_HEADER_LINES} are read.`,
              ),
            )
        },
        onResponseData(current, chunk) {
          if (settled) return
          chunks.push(chunk)
          size += chunk.length
          if (size > SMALL_BODY_BYTES && !isLarge) void awaitTurn(current)
        },
        onResponseEnd() {
          if (!settle()) return
          // Undici releases the connection a turn of the event loop later; an earlier request would open another one.
          setImmediate(() => setImmediate(resolve, { status, headers, body: Buffer.concat(chunks) }))
        },
        onResponseError(_, error) {
          fail(error)
        },
      },
    )
  })
}

function sizeOf(headers: readonly Header[]): number {
  return headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
}

function isCoded({ headers }: WireResponse): boolean {
  return headers.some(([name]) => name.toLowerCase() === 'content-encoding')
}

function withIdentity(headers: readonly Header[]): readonly Header[] {
  const chosen = headers.some(([name]) => name.toLowerCase() === 'accept-encoding')
  return chosen ? headers : [...headers, ['accept-encoding', 'identity']]
}

/** The headers that a request needs on its way through a proxy. */
function forProxy(proxy: Proxy | undefined, host: string): readonly Header[] {
  if (proxy === undefined) return []
  return [
    ['host', host],
    ...(proxy.authorization === undefined ? [] : [['proxy-authorization', proxy.authorization] as const]),
  ]
}

/** Header lines as received; undici returns a flat list of names and values in bytes. */
function rawHeaders(raw: Dispatcher.DispatchController['rawHeaders']): Header[] {
  if (!Array.isArray(raw)) return []
  const text = raw.map((item) => (typeof item === 'string' ? item : item.toString('latin1')))
  return Array.from({ length: text.length >> 1 }, (_, i) => [text[2 * i]!, text[2 * i + 1]!] as const)
}

function late(phase: Phase, host: string, timeoutMs: number): string {
  const time = timeoutMs < 1000 ? `${timeoutMs} ms` : `${Math.round(timeoutMs / 100) / 10} s`
  const missing = {
    connecting: `${host} took no connection within ${time}`,
    waiting: `${host} sent no response within ${time}`,
    reading: `${host} did not send the whole response within ${time}`,
  }[phase]
  return `${missing}: see why the service is slow, or raise --timeout.`
}

/** Whether something speaks TLS at a URL's address, for an operator who wrote http:// by mistake. */
export async function speaksTls(url: string, timeoutMs = 2_000): Promise<boolean> {
  const { hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = connectTls({ host, port: Number(port === '' ? 443 : port), rejectUnauthorized: false })
  try {
    return await new Promise<boolean>((resolve) => {
      socket.once('secureConnect', () => resolve(true))
      socket.once('error', () => resolve(false))
      socket.setTimeout(timeoutMs, () => resolve(false))
    })
  } finally {
    socket.destroy()
  }
}

import { createRequire } from 'node:module'
import { lookup as resolveName } from 'node:dns'
import { type LookupFunction, Socket } from 'node:net'
import type * as Undici from 'undici'
import type { buildConnector as Connecting, Dispatcher } from 'undici'
import { classify, type RequestPhase } from './classify.ts'
import { decodeBody, LARGEST_BODY } from './decode-body.ts'
import { headerLines, type WireRequest } from './exchange.ts'
import type { Proxies } from './proxy.ts'
import { type Transport, TransportError, type WireResponse } from './transport.ts'
import { duration } from '../util/text.ts'

// All of undici takes three times as long to load as the parts that are used, and sets the dispatcher of the host's own `fetch`.
const require = createRequire(import.meta.url)
const Agent: typeof Undici.Agent = require('undici/lib/dispatcher/agent.js')
const buildConnector: typeof Undici.buildConnector = require('undici/lib/core/connect.js')
/** Sends one request with an agent; called as a method of it. */
const ask: Dispatcher['request'] = require('undici/lib/api/api-request.js')

/** The client certificate and its private key, both in PEM. */
export interface ClientCertificate {
  readonly cert: string
  readonly key: string
}

export interface TransportOptions {
  /** Absolute deadline of one request in milliseconds: connecting, waiting, reading and decoding. */
  readonly timeoutMs: number
  /** False disables the verification of certificates. */
  readonly verifyTls: boolean
  /** A trusted certificate authority in PEM, instead of the system's. */
  readonly ca?: string
  /** Sent to the target if it asks for one; never to a proxy. */
  readonly certificate?: ClientCertificate
  /** Largest body, before and after decoding; default 8 MiB. */
  readonly maxBodyBytes?: number
  /** Most connections to one origin; unlimited by default, since the client limits pending requests. */
  readonly connections?: number
  /** None by default. */
  readonly proxies?: Proxies | undefined
}

/** As much as Node.js reads by default: a client there gets no answer with more. */
const MAX_HEADER_BYTES = 16 * 1024

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A transport over HTTP/1.1, with keep-alive for reads. It never follows a redirect, never retries and never exceeds
 * the deadline. Idle connections do not keep the process alive. `close` ends everything pending.
 */
export function createTransport(options: TransportOptions): { send: Transport; close(): Promise<void> } {
  const sockets = new Set<Socket>()
  const agents = agentsFor(options, sockets)
  return {
    send: (request, signal) =>
      sendBy(SAFE.has(request.method) ? agents.pooled : agents.fresh, request, signal, options),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await Promise.all(Object.values(agents).map((agent) => agent.destroy()))
    },
  }
}

/**
 * Two agents: reads reuse connections, and a request that must not be repeated opens a new one, which no idle
 * timeout can close.
 * @param sockets - takes every socket that they open
 */
function agentsFor(
  { timeoutMs, verifyTls, ca, certificate, maxBodyBytes, connections, proxies }: TransportOptions,
  sockets: Set<Socket>,
): { readonly pooled: Dispatcher; readonly fresh: Dispatcher } {
  const trust = { timeout: timeoutMs, rejectUnauthorized: verifyTls, allowH2: false, ca, lookup }
  const toTarget = { ...trust, ...certificate }
  const settings: Undici.Agent.Options = {
    connect: tracked(buildConnector(toTarget), sockets),
    connections: connections ?? null,
    pipelining: 1,
    // Below the usual timeouts of servers and load balancers: a connection closed while we send is a lost request.
    keepAliveTimeout: 1000,
    // Replaced by the deadline of each request: a server that drips would reset these for ever.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: MAX_HEADER_BYTES,
    maxResponseSize: maxBodyBytes ?? LARGEST_BODY,
  }
  const agentOf = (kind: Undici.Agent.Options): Dispatcher =>
    proxies === undefined
      ? new Agent(kind)
      : throughProxies({ ...kind, ...proxies, requestTls: toTarget, proxyTls: trust })
  return { pooled: agentOf(settings), fresh: agentOf({ ...settings, pipelining: 0 }) }
}

/** Sends a request by an agent, and reads and decodes its answer, all before the deadline. */
async function sendBy(
  agent: Dispatcher,
  request: WireRequest,
  signal: AbortSignal | undefined,
  { timeoutMs, maxBodyBytes = LARGEST_BODY, proxies }: TransportOptions,
): Promise<WireResponse> {
  const way = wayTo(request.url)
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
    throw failureOf(error, phase, way, proxies)
  } finally {
    clearTimeout(deadline)
    signal?.removeEventListener('abort', interrupt)
  }
}

/** An agent that goes through proxies: with a tunnel for https, and otherwise with the whole URL. */
function throughProxies(settings: Undici.EnvHttpProxyAgent.Options): Undici.EnvHttpProxyAgent {
  const { EnvHttpProxyAgent }: typeof Undici = require('undici')
  return new EnvHttpProxyAgent({ ...settings, proxyTunnel: false })
}

/**
 * A connector that tells which failures came before anything was sent, and that keeps every socket: one that never connects
 * would outlive the transport.
 */
function tracked(connect: Connecting.connector, sockets: Set<Socket>): Connecting.connector {
  return (target, callback) => {
    const socket: unknown = connect(target, (...[error, connected]) =>
      error === null
        ? callback(null, connected)
        : callback(classify(error, 'connecting', target.host ?? target.hostname), null),
    )
    if (!(socket instanceof Socket)) return
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  }
}

/**
 * Resolves a host name. Names below `localhost` mean this machine (RFC 6761), which not every system knows.
 */
const lookup: LookupFunction = (name, options, callback) => {
  if (!/\.localhost\.?$/i.test(name)) return resolveName(name, options, callback)
  if (options.all !== true) return callback(null, '127.0.0.1', 4)
  callback(null, [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ])
}

interface Way {
  readonly host: string
  readonly origin: string
  readonly path: string
}

/** An absolute URL is split by hand: a URL parser would resolve `..` and normalise what must be sent verbatim. */
function wayTo(url: string): Way {
  const [, origin, target = ''] = /^(https?:\/\/[^/?#\s@]+)([^#\s]*)$/i.exec(url) ?? []
  if (origin === undefined)
    throw new TransportError(
      'protocol',
      'The request could not be sent: its URL is not an absolute HTTP URL.',
    )
  const host = origin.slice(origin.indexOf('//') + 2)
  return { host, origin, path: target.startsWith('/') ? target : `/${target}` }
}

interface SendingMeans {
  readonly agent: Dispatcher
  readonly signal: AbortSignal
  /** Called when the body is read. */
  readonly reading: () => void
}

async function answerTo(
  { method, headers: sent, body: text, bodyCoding }: WireRequest,
  { origin, path }: Way,
  { agent, signal, reading }: SendingMeans,
): Promise<WireResponse> {
  const { statusCode, headers, body } = await ask.call(agent, {
    origin,
    path,
    method,
    headers: sent.flat(),
    body: text === undefined ? null : Buffer.from(text, bodyCoding ?? 'utf8'),
    signal,
    responseHeaders: 'raw',
  })
  // Undici reads no body here and reports an announced one as an error: the connection is not lost.
  if (statusCode !== 204 && statusCode !== 304) reading()
  const bytes = new Uint8Array(await body.arrayBuffer())
  await released()
  // With `raw`, undici gives a list, of which its types know nothing.
  const lines = headerLines(Array.isArray(headers) ? headers.map(String) : [])
  return { status: statusCode, headers: lines, body: bytes }
}

/** The meaning of a failure: with a proxy, a missing connection may be the proxy's fault. */
function failureOf(
  error: unknown,
  phase: RequestPhase,
  { host }: Way,
  proxies: Proxies | undefined,
): TransportError {
  const failure = classify(error, phase, host)
  if (proxies === undefined || !['refused', 'dns'].includes(failure.kind)) return failure
  const hint = 'Requests go through the proxy in HTTP_PROXY or HTTPS_PROXY, unless NO_PROXY names the host.'
  return new TransportError(failure.kind, `${failure.message} ${hint}`, { cause: failure })
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

function interrupted(): TransportError {
  return new TransportError('interrupted', 'The run was ended before the answer had come.')
}

function late(phase: RequestPhase, host: string, timeoutMs: number): TransportError {
  const missing = phase === 'reading' ? 'did not send the whole response' : 'sent no response'
  const message = `${host} ${missing} within ${duration(timeoutMs)}: see why the service is slow, or raise --timeout.`
  return new TransportError('timeout', message)
}

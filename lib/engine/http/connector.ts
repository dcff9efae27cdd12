import { Socket } from 'node:net'
import type { buildConnector as Connecting } from 'undici'
import { errorCode } from '../util/errors.ts'
import { classify } from './classify.ts'
import { CREDENTIALS_WANTED, type Proxy, proxyFailure } from './proxy.ts'
import { buildConnector } from './undici.ts'

/** The client certificate and its private key, both in PEM. */
export interface ClientCertificate {
  readonly cert: string
  readonly key: string
}

export interface ConnectorOptions {
  readonly timeoutMs: number
  /** False disables the verification of certificates. */
  readonly verifyTls: boolean
  /** A trusted certificate authority in PEM, instead of the system's. */
  readonly ca?: string
  /** Sent to the target if it asks for one; never to a proxy. */
  readonly certificate?: ClientCertificate
  /** The proxy for an origin; undefined: none. */
  readonly proxyFor: (origin: string) => Proxy | undefined
}

/**
 * Undici's connector, with tunnels through a proxy for https, and with every socket in `sockets`: one that never connects would outlive the
 * transport.
 */
export function createConnector(options: ConnectorOptions, sockets: Set<Socket>): Connecting.connector {
  const { timeoutMs, verifyTls, ca, certificate } = options
  const trust = { timeout: timeoutMs, rejectUnauthorized: verifyTls, allowH2: false, ca }
  const toTarget = classified(tracked(buildConnector({ ...trust, ...certificate }), sockets))
  const toProxy = tracked(buildConnector(trust), sockets)
  return (target, callback) => {
    const proxy = target.protocol === 'https:' ? options.proxyFor(`https://${target.host}`) : undefined
    if (proxy === undefined) return toTarget(target, callback)
    openTunnel(toProxy, proxy, target).then(
      (socket) => toTarget({ ...target, httpSocket: socket }, callback),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    )
  }
}

/** Failures to connect: they tell that nothing was sent. */
function classified(connect: Connecting.connector): Connecting.connector {
  return (target, callback) =>
    connect(target, (...[error, socket]) =>
      error === null
        ? callback(null, socket)
        : callback(classify(error, 'connecting', target.host ?? target.hostname), null),
    )
}

function tracked(connect: Connecting.connector, sockets: Set<Socket>): Connecting.connector {
  return (target, callback) => {
    const socket: unknown = connect(target, callback)
    if (!(socket instanceof Socket)) return
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  }
}

/** A connection to the target that the proxy opened (CONNECT). Rejects with a {@link TransportError} that names the proxy. */
async function openTunnel(
  connect: Connecting.connector,
  proxy: Proxy,
  { hostname, port }: Connecting.Options,
): Promise<Socket> {
  const { Client } = await import('undici')
  const authority = `${hostname}:${port === '' ? '443' : port}`
  const { authorization } = proxy
  const headers = { host: authority, ...(authorization && { 'proxy-authorization': authorization }) }
  const opened = new Client(proxy.origin, { connect }).connect({ path: authority, headers })
  const { statusCode, socket } = await opened.catch((error: unknown) =>
    Promise.reject(proxyFailure(proxy, `cannot be reached (${errorCode(error)})`, error)),
  )
  if (statusCode >= 200 && statusCode < 300 && socket instanceof Socket) return socket
  socket.destroy()
  throw proxyFailure(
    proxy,
    statusCode === 407 ? CREDENTIALS_WANTED : `opened no connection to ${authority} (${statusCode})`,
  )
}

import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { HostileBehaviour } from './behaviours.ts'
import { type Certificate, selfSigned } from './certificate.ts'

export interface HostileServer {
  /** Origin and version segment, as a base URL. */
  readonly url: string
  /** The server's certificate in PEM, if it uses TLS. */
  readonly ca: string | undefined
  /** Bytes written to all connections so far. */
  bytesWritten(): number
  close(): Promise<void>
}

/** Starts a server on a free loopback port that misbehaves in this way on each of its connections. */
export async function startHostile(behaviour: HostileBehaviour): Promise<HostileServer> {
  const sockets = new Set<Socket>()
  const secure =
    behaviour.tls === undefined || behaviour.tls === 'stalled' ? undefined : certificateFor(behaviour.tls)
  const serve = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    if (behaviour.on === 'connection' || behaviour.tls === 'stalled') {
      behaviour.serve(socket, { method: '', target: '', head: '', body: '', count: 0 })
    } else {
      serveRequests(socket, behaviour)
    }
  }
  const server = secure === undefined ? createServer(serve) : createTlsServer({ ...secure }, serve)
  // A handshake that the client refuses is not an error here.
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = addressOf(server.address())
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  if (behaviour.on === 'refused') await close()
  return {
    url: `${behaviour.tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}/v1`,
    ca: secure?.cert,
    bytesWritten: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0),
    close: behaviour.on === 'refused' ? async () => undefined : close,
  }
}

function certificateFor(kind: 'untrusted' | 'expired' | 'wrong-host'): Certificate {
  if (kind === 'expired') return selfSigned('127.0.0.1', [-30, -1])
  return selfSigned(kind === 'wrong-host' ? '127.0.0.2' : '127.0.0.1')
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address
}

/** Reads requests with a body of known length and lets the behaviour answer each. */
function serveRequests(socket: Socket, behaviour: HostileBehaviour): void {
  let received = Buffer.alloc(0)
  let count = 0
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    for (let end = received.indexOf('\r\n\r\n'); end !== -1; end = received.indexOf('\r\n\r\n')) {
      const head = received.subarray(0, end).toString('latin1')
      const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
      if (received.length < end + 4 + length) return
      const body = received.subarray(end + 4, end + 4 + length).toString()
      received = received.subarray(end + 4 + length)
      const [method = '', target = ''] = head.split(' ')
      behaviour.serve(socket, { method, target, head, body, count: ++count })
    }
  })
}

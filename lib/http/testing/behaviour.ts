import type { Socket } from 'node:net'
import type { TransportFailure } from '../exchange.ts'

/** The request that a hostile server answers. */
export interface HostileRequest {
  readonly method: string
  readonly target: string
  /** The head as received, up to the blank line. */
  readonly head: string
  readonly body: string
  /** Requests on this connection so far, this one included. */
  readonly count: number
}

export type Family =
  | 'connect'
  | 'time'
  | 'framing'
  | 'status'
  | 'headers'
  | 'coding'
  | 'body'
  | 'json'
  | 'redirect'

/** One way in which a server can misbehave, under a permanent name. */
export interface HostileBehaviour {
  readonly id: string
  readonly family: Family
  readonly what: string
  /** How the transport reports it: a response, or the kind of failure. */
  readonly outcome: 'response' | TransportFailure['kind']
  /** `refused`: nothing listens. `connection`: acts on connection. Otherwise acts on each request. */
  readonly on?: 'refused' | 'connection'
  /** Uses TLS: with an untrusted certificate, an expired one, one for another address; or stalls the handshake. */
  readonly tls?: 'untrusted' | 'expired' | 'wrong-host' | 'stalled'
  serve(socket: Socket, request: HostileRequest): void
}

/** A JSON body that any client of a list accepts. */
export const LIST = JSON.stringify({
  data: [],
  pagination: { limit: 50, offset: 0, total: 0, has_more: false },
})

/** A complete response: status line, given headers, matching Content-Length, body. */
export function answer(
  body: string | Uint8Array,
  headers: readonly string[] = ['Content-Type: application/json'],
  status = '200 OK',
): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const lines = [`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${bytes.length}`, '', '']
  return Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), bytes])
}

/** A response head without framing beyond these lines. */
export function head(...lines: readonly string[]): Buffer {
  return Buffer.from(
    ['HTTP/1.1 200 OK', 'Content-Type: application/json', ...lines, '', ''].join('\r\n'),
    'latin1',
  )
}

/** Writes `piece` repeatedly at the reader's speed, until the connection ends or `limit` bytes are out. */
export function flood(socket: Socket, piece: Uint8Array, limit = Infinity): void {
  let written = 0
  const write = (): void => {
    while (!socket.destroyed && written < limit) {
      written += piece.length
      if (!socket.write(piece)) return void socket.once('drain', write)
    }
  }
  write()
}

/** Writes `piece` every few milliseconds until the connection ends. */
export function drip(socket: Socket, piece: string, everyMs = 10): void {
  const timer = setInterval(() => socket.write(piece), everyMs)
  socket.once('close', () => clearInterval(timer))
}

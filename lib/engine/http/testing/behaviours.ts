import type { Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
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

type Serve = (socket: Socket, request: HostileRequest) => void

/** One way in which a server can misbehave, under a permanent name. */
export interface HostileBehaviour {
  readonly id: string
  /** How the transport reports it: a response, or the kind of failure. */
  readonly outcome: 'response' | TransportFailure['kind']
  /** `refused`: nothing listens. `connection`: acts on connection. Otherwise acts on each request. */
  readonly on?: 'refused' | 'connection'
  /** Uses TLS: with an untrusted certificate, an expired one, one for another address; or stalls the handshake. */
  readonly tls?: 'untrusted' | 'expired' | 'wrong-host' | 'stalled'
  readonly serve: Serve
}

/** A JSON body that any client of a list accepts. */
export const LIST = JSON.stringify({
  data: [],
  pagination: { limit: 50, offset: 0, total: 0, has_more: false },
})

const JSON_TYPE = 'Content-Type: application/json'

/** A complete response: status line, given headers, matching Content-Length, body. */
export function answer(
  body: string | Uint8Array = LIST,
  headers: readonly string[] = [JSON_TYPE],
  status = '200 OK',
): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const lines = [`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${bytes.length}`, '', '']
  return Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), bytes])
}

const headed = (line: string, rest = ''): string =>
  `HTTP/1.1 200 OK\r\n${JSON_TYPE}\r\n${line}\r\n\r\n${rest}`
const chunked = (rest: string): string => headed('Transfer-Encoding: chunked', rest)
const redirecting = (...lines: readonly string[]): Buffer => answer('', lines, '308 Permanent Redirect')
const coded = (coding: string, body: string | Uint8Array): Buffer =>
  answer(body, [JSON_TYPE, `Content-Encoding: ${coding}`])

/** Writes a piece repeatedly at the reader's speed, until the connection ends or `limit` bytes are out. */
function flood(socket: Socket, piece: Uint8Array, limit = Infinity): void {
  let written = 0
  const write = (): void => {
    while (!socket.destroyed && written < limit) {
      written += piece.length
      if (!socket.write(piece)) return void socket.once('drain', write)
    }
  }
  write()
}

/** Acts every few milliseconds until the connection ends. */
function dripping(start: string, drip: string | Serve): Serve {
  return (socket, request) => {
    socket.write(start)
    const timer = setInterval(() => {
      if (typeof drip === 'string') socket.write(drip)
      else drip(socket, request)
    }, 10)
    socket.once('close', () => clearInterval(timer))
  }
}

const silent: Serve = () => undefined
/** Sends these bytes and closes the connection. */
const ending =
  (bytes: string): Serve =>
  (socket) =>
    void socket.end(bytes)
/** Sends these bytes as soon as anything arrives. */
const early =
  (bytes: Uint8Array): Serve =>
  (socket) =>
    void socket.once('data', () => socket.write(bytes))
const resetting =
  (bytes: string | Uint8Array): Serve =>
  (socket) =>
    void socket.write(bytes, () => socket.resetAndDestroy())

/** @param sends - the bytes of every answer, or a function that acts on the connection */
function row(
  id: string,
  outcome: HostileBehaviour['outcome'],
  sends: string | Uint8Array | Serve,
  more: Pick<HostileBehaviour, 'on' | 'tls'> = {},
): HostileBehaviour {
  const serve: Serve = typeof sends === 'function' ? sends : (socket) => void socket.write(sends)
  return { id, outcome, serve, ...more }
}

const size = Buffer.byteLength(LIST)
const chunk = `${size.toString(16)}\r\n${LIST}\r\n`
const x = Buffer.alloc(65_536, 'x')

/** Every named way to misbehave. */
export const HOSTILE_BEHAVIOURS: readonly HostileBehaviour[] = [
  // Connections
  row('refused', 'refused', silent, { on: 'refused' }),
  row('silent', 'timeout', silent),
  row('close-on-connect', 'reset', ending(''), { on: 'connection' }),
  row('reset-in-body', 'reset', resetting(answer().subarray(0, -10))),
  row(
    'keep-alive-closed',
    'response',
    (socket, { count }) => void (count === 1 ? socket.write(answer()) : socket.end()),
  ),
  row('certificate-untrusted', 'tls', answer(), { tls: 'untrusted' }),
  row('certificate-expired', 'tls', answer(), { tls: 'expired' }),
  row('certificate-wrong-host', 'tls', answer(), { tls: 'wrong-host' }),
  row('handshake-stalled', 'timeout', silent, { tls: 'stalled' }),
  row(
    'handshake-plain',
    'tls',
    (socket) => void socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    { tls: 'stalled' },
  ),

  // Time
  row('body-drip', 'timeout', dripping(chunked(''), '1\r\n \r\n')),
  row('endless-103', 'timeout', dripping('', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n')),
  row(
    'chunk-extension-endless',
    'timeout',
    dripping(chunked('1;x='), (socket) => flood(socket, x, 16_384)),
  ),

  // Framing
  row('length-too-large', 'reset', ending(headed(`Content-Length: ${size + 5}`, LIST))),
  row('length-too-small', 'response', headed(`Content-Length: ${size}`, `${LIST}more of it`)),
  row('two-lengths', 'protocol', headed(`Content-Length: ${size}\r\nContent-Length: ${size + 1}`, LIST)),
  row('chunk-no-end', 'reset', ending(chunked(chunk))),
  row('http-1-0', 'response', ending(`HTTP/1.0 200 OK\r\n${JSON_TYPE}\r\n\r\n${LIST}`)),
  row('not-http', 'protocol', 'SSH-2.0-OpenSSH_9.6\r\n'),
  row('unsolicited-response', 'response', (socket) => {
    socket.write(answer())
    setImmediate(() => socket.write(answer('{"data":"unsolicited"}')))
  }),

  // Status lines
  row('no-reason', 'response', answer(LIST, [JSON_TYPE], '200')),
  row('status-000', 'protocol', answer(LIST, [JSON_TYPE], '000 Zero')),
  row('status-204-body', 'protocol', answer(LIST, [JSON_TYPE], '204 No Content')),
  row('early-hints', 'response', `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${answer().toString()}`),
  row('unasked-100', 'protocol', `HTTP/1.1 100 Continue\r\n\r\n${answer().toString()}`),
  row(
    'early-413',
    'response',
    early(answer('{}', [JSON_TYPE, 'Connection: close'], '413 Content Too Large')),
    {
      on: 'connection',
    },
  ),

  // Headers
  row('header-1mb', 'too-large', answer(LIST, [`X-Large: ${'v'.repeat(1_000_000)}`])),
  row('header-high-bytes', 'response', answer(LIST, [JSON_TYPE, 'X-High: caf\u00e9\u00ff'])),
  row(
    'header-names',
    'response',
    answer(LIST, [JSON_TYPE, 'X-Rate: 5', 'x-rate: 7', '__proto__: x', 'constructor: y']),
  ),

  // Bodies
  row('body-endless-chunked', 'too-large', (socket) => {
    socket.write(chunked(''))
    flood(socket, Buffer.from(`10000\r\n${x.toString()}\r\n`))
  }),

  // Content codings
  row('gzip', 'response', coded('gzip', gzipSync(LIST))),
  row('deflate', 'response', coded('deflate', deflateSync(LIST))),
  row('brotli', 'response', coded('br', brotliCompressSync(LIST))),
  row('gzip-empty', 'response', coded('gzip', '')),
  row(
    'gzip-bomb',
    'too-large',
    (socket) => void socket.write(coded('gzip', gzipSync(Buffer.alloc(16 * 1024 * 1024)))),
  ),
  row('gzip-truncated', 'decoding', coded('gzip', gzipSync(LIST).subarray(0, -12))),
  row('coding-unknown', 'decoding', coded('x-own', LIST)),

  // Redirects
  row(
    'redirect-loop',
    'response',
    (socket, { target }) => void socket.write(redirecting(`Location: ${target}`)),
  ),
  row('redirect-two', 'response', redirecting('Location: /a', 'Location: /b')),
]

/** The behaviour with this id; throws if there is none. */
export function hostile(id: string): HostileBehaviour {
  const found = HOSTILE_BEHAVIOURS.find((behaviour) => behaviour.id === id)
  if (found === undefined) throw new Error(`no hostile behaviour "${id}"`)
  return found
}

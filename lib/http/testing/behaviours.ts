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
  readonly what: string
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

/** The head of a 200 with these header lines, and what follows it. */
export const headed = (line: string, rest = ''): string =>
  `HTTP/1.1 200 OK\r\n${JSON_TYPE}\r\n${line}\r\n\r\n${rest}`
const chunked = (rest: string): string => headed('Transfer-Encoding: chunked', rest)
const redirecting = (...lines: readonly string[]): Buffer => answer('', lines, '308 Permanent Redirect')
const coded = (coding: string, body: string | Uint8Array): Buffer =>
  answer(body, [JSON_TYPE, `Content-Encoding: ${coding}`])

/** Writes a piece repeatedly at the reader's speed, until the connection ends or `limit` bytes are out. */
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

/** Acts every few milliseconds until the connection ends. */
export function dripping(start: string, drip: string | Serve): Serve {
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
/** These bytes, and the end of the connection. */
const ending =
  (bytes: string): Serve =>
  (socket) =>
    void socket.end(bytes)
const resetting =
  (bytes: string | Uint8Array): Serve =>
  (socket) =>
    void socket.write(bytes, () => socket.resetAndDestroy())

/** @param sends - the bytes of every answer, or what is done with the connection */
function row(
  id: string,
  outcome: HostileBehaviour['outcome'],
  what: string,
  sends: string | Uint8Array | Serve,
  more: Pick<HostileBehaviour, 'on' | 'tls'> = {},
): HostileBehaviour {
  const serve: Serve = typeof sends === 'function' ? sends : (socket) => void socket.write(sends)
  return { id, what, outcome, serve, ...more }
}

const size = Buffer.byteLength(LIST)
const chunk = `${size.toString(16)}\r\n${LIST}\r\n`
const x = Buffer.alloc(65_536, 'x')
const HTML = '<!doctype html><title>Welcome</title>'

/** Every named way to misbehave. */
export const HOSTILE_BEHAVIOURS: readonly HostileBehaviour[] = [
  // Connections
  row('refused', 'refused', 'nothing listens on the port', silent, { on: 'refused' }),
  row('silent', 'timeout', 'accepts the connection and says nothing', silent),
  row('close-on-connect', 'reset', 'closes each connection at once', ending(''), { on: 'connection' }),
  row(
    'reset-in-body',
    'reset',
    'resets the connection in the middle of the body',
    resetting(answer().subarray(0, -10)),
  ),
  row(
    'keep-alive-closed',
    'response',
    'answers once, then closes the connection when the next request comes on it',
    (socket, { count }) => void (count === 1 ? socket.write(answer()) : socket.end()),
  ),
  row('certificate-untrusted', 'tls', 'has a certificate that it signed itself', answer(), {
    tls: 'untrusted',
  }),
  row('certificate-expired', 'tls', 'has a certificate that is no longer valid', answer(), {
    tls: 'expired',
  }),
  row('certificate-wrong-host', 'tls', 'has a certificate for another address', answer(), {
    tls: 'wrong-host',
  }),
  row('handshake-stalled', 'timeout', 'never answers the TLS handshake', silent, { tls: 'stalled' }),
  row(
    'handshake-plain',
    'tls',
    'answers the TLS handshake in plain HTTP',
    (socket) => void socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    { tls: 'stalled' },
  ),

  // Time
  row(
    'body-drip',
    'timeout',
    'sends one byte of the body after the other, without end',
    dripping(chunked(''), '1\r\n \r\n'),
  ),
  row(
    'endless-103',
    'timeout',
    'sends one 103 Early Hints after the other, and no final response',
    dripping('', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),
  ),
  row(
    'chunk-extension-endless',
    'timeout',
    'sends a chunk extension without end',
    dripping(chunked('1;x='), (socket) => flood(socket, x, 16_384)),
  ),

  // Framing
  row(
    'length-too-large',
    'reset',
    'ends the connection before Content-Length is reached',
    ending(headed(`Content-Length: ${size + 5}`, LIST)),
  ),
  row(
    'length-too-small',
    'response',
    'sends more than Content-Length says',
    headed(`Content-Length: ${size}`, `${LIST}more of it`),
  ),
  row(
    'two-lengths',
    'protocol',
    'sends two different Content-Length headers',
    headed(`Content-Length: ${size}\r\nContent-Length: ${size + 1}`, LIST),
  ),
  row('chunk-no-end', 'reset', 'ends the connection without the last chunk', ending(chunked(chunk))),
  row(
    'http-1-0',
    'response',
    'ends the body with the connection, as HTTP/1.0 does',
    ending(`HTTP/1.0 200 OK\r\n${JSON_TYPE}\r\n\r\n${LIST}`),
  ),
  row('not-http', 'protocol', 'speaks another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'),
  row('unsolicited-response', 'response', 'sends a second response that nobody asked for', (socket) => {
    socket.write(answer())
    setImmediate(() => socket.write(answer('{"data":"unsolicited"}')))
  }),

  // Status lines
  row('no-reason', 'response', 'leaves the reason phrase out', answer(LIST, [JSON_TYPE], '200')),
  row('status-000', 'protocol', 'answers with the status 000', answer(LIST, [JSON_TYPE], '000 Zero')),
  row('status-999', 'response', 'answers with the status 999', answer(LIST, [JSON_TYPE], '999 High')),
  row('status-204-body', 'protocol', 'sends a body with 204', answer(LIST, [JSON_TYPE], '204 No Content')),
  row(
    'early-hints',
    'response',
    'sends one 103 before the response',
    `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${answer().toString()}`,
  ),
  row(
    'unasked-100',
    'protocol',
    'sends 100 Continue without being asked',
    `HTTP/1.1 100 Continue\r\n\r\n${answer().toString()}`,
  ),
  row(
    'early-413',
    'response',
    'refuses a large body before it has read it',
    (socket) =>
      void socket.once('data', () =>
        socket.write(
          answer(
            '{"error":"too large","code":"bad_request"}',
            [JSON_TYPE, 'Connection: close'],
            '413 Content Too Large',
          ),
        ),
      ),
    { on: 'connection' },
  ),

  // Headers
  row(
    'header-1mb',
    'too-large',
    'sends one header of 1 MB',
    answer(LIST, [`X-Large: ${'v'.repeat(1_000_000)}`]),
  ),
  row(
    'header-high-bytes',
    'response',
    'sends bytes above 127 in a header',
    answer(LIST, [JSON_TYPE, 'X-High: caf\u00e9\u00ff']),
  ),
  row(
    'header-names',
    'response',
    'sends headers twice, and some named like parts of an object',
    answer(LIST, [JSON_TYPE, 'X-Rate: 5', 'x-rate: 7', '__proto__: x', 'constructor: y']),
  ),

  // Bodies
  row('body-endless-chunked', 'too-large', 'sends chunks without end', (socket) => {
    socket.write(chunked(''))
    flood(socket, Buffer.from(`10000\r\n${x.toString()}\r\n`))
  }),
  row('body-html-as-json', 'response', 'answers 200 with an HTML page that it calls JSON', answer(HTML)),
  row('body-empty', 'response', 'answers 200 with no body', answer('')),
  row(
    'body-invalid-utf8',
    'response',
    'sends bytes that are not UTF-8',
    answer(Buffer.from('7b226e616d65223a22ff227d', 'hex')),
  ),
  row('body-utf16', 'response', 'sends JSON in UTF-16', answer(Buffer.from('{"data":[]}', 'utf16le'))),

  // Content codings
  row(
    'gzip',
    'response',
    'compresses with gzip though identity was asked for',
    coded('gzip', gzipSync(LIST)),
  ),
  row('deflate', 'response', 'compresses with deflate', coded('deflate', deflateSync(LIST))),
  row('brotli', 'response', 'compresses with br', coded('br', brotliCompressSync(LIST))),
  row('gzip-empty', 'response', 'names a coding for a body of no bytes', coded('gzip', '')),
  row(
    'gzip-bomb',
    'too-large',
    'sends a small gzip body that grows to 16 MiB',
    (socket) => void socket.write(coded('gzip', gzipSync(Buffer.alloc(16 * 1024 * 1024)))),
  ),
  row(
    'gzip-truncated',
    'decoding',
    'leaves out the end of a gzip body',
    coded('gzip', gzipSync(LIST).subarray(0, -12)),
  ),
  row(
    'coding-stacked',
    'decoding',
    'stacks 20 codings',
    coded(Array(20).fill('gzip').join(', '), gzipSync(LIST)),
  ),
  row('coding-unknown', 'decoding', 'uses a coding that nobody knows', coded('x-own', LIST)),

  // JSON
  row(
    'json-many-items',
    'response',
    'gives 100,000 items, each of them wrong',
    answer(`{"data":[${Array(100_000).fill('0').join(',')}]}`),
  ),

  // Redirects
  row(
    'redirect-loop',
    'response',
    'redirects to itself',
    (socket, { target }) => void socket.write(redirecting(`Location: ${target}`)),
  ),
  row('redirect-two', 'response', 'gives two Locations', redirecting('Location: /a', 'Location: /b')),
]

/** The behaviour with this id; throws if there is none. */
export function hostile(id: string): HostileBehaviour {
  const found = HOSTILE_BEHAVIOURS.find((behaviour) => behaviour.id === id)
  if (found === undefined) throw new Error(`no hostile behaviour "${id}"`)
  return found
}

import { answer, drip, flood, head, type HostileBehaviour, LIST } from '../behaviour.ts'

const nothing = (): void => undefined

export const CONNECT: readonly HostileBehaviour[] = [
  {
    id: 'refused',
    family: 'connect',
    what: 'nothing listens on the port',
    outcome: 'refused',
    on: 'refused',
    serve: nothing,
  },
  {
    id: 'silent',
    family: 'connect',
    what: 'accepts the connection and says nothing',
    outcome: 'timeout',
    serve: nothing,
  },
  {
    id: 'close-on-connect',
    family: 'connect',
    what: 'closes each connection at once',
    outcome: 'reset',
    on: 'connection',
    serve: (socket) => socket.end(),
  },
  {
    id: 'close-before-headers',
    family: 'connect',
    what: 'reads the request and closes',
    outcome: 'reset',
    serve: (socket) => socket.end(),
  },
  {
    id: 'reset-before-headers',
    family: 'connect',
    what: 'reads the request and resets the connection',
    outcome: 'reset',
    serve: (socket) => void socket.resetAndDestroy(),
  },
  {
    id: 'reset-in-headers',
    family: 'connect',
    what: 'resets the connection in the middle of a header',
    outcome: 'reset',
    serve: (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Ty', () => socket.resetAndDestroy()),
  },
  {
    id: 'reset-in-body',
    family: 'connect',
    what: 'resets the connection in the middle of the body',
    outcome: 'reset',
    serve: (socket) => {
      const whole = answer(LIST)
      socket.write(whole.subarray(0, whole.length - 10), () => socket.resetAndDestroy())
    },
  },
  {
    id: 'keep-alive-closed',
    family: 'connect',
    what: 'answers once, then closes the connection when the next request comes on it',
    outcome: 'response',
    serve: (socket, request) => void (request.count === 1 ? socket.write(answer(LIST)) : socket.end()),
  },
  {
    id: 'certificate-untrusted',
    family: 'connect',
    what: 'has a certificate that it signed itself',
    outcome: 'tls',
    tls: 'untrusted',
    serve: (socket) => void socket.write(answer(LIST)),
  },
  {
    id: 'certificate-expired',
    family: 'connect',
    what: 'has a certificate that is no longer valid',
    outcome: 'tls',
    tls: 'expired',
    serve: (socket) => void socket.write(answer(LIST)),
  },
  {
    id: 'certificate-wrong-host',
    family: 'connect',
    what: 'has a certificate for another address',
    outcome: 'tls',
    tls: 'wrong-host',
    serve: (socket) => void socket.write(answer(LIST)),
  },
  {
    id: 'handshake-stalled',
    family: 'connect',
    what: 'never answers the TLS handshake',
    outcome: 'timeout',
    tls: 'stalled',
    serve: nothing,
  },
  {
    id: 'handshake-plain',
    family: 'connect',
    what: 'answers the TLS handshake in plain HTTP',
    outcome: 'tls',
    tls: 'stalled',
    serve: (socket) => void socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
  },
]

const size = Buffer.byteLength(LIST)
const chunk = `${size.toString(16)}\r\n${LIST}\r\n`

/** A response of exactly these bytes. */
function raw(
  id: string,
  what: string,
  outcome: HostileBehaviour['outcome'],
  bytes: string | Uint8Array,
  then: 'stay' | 'end' = 'stay',
): HostileBehaviour {
  return {
    id,
    family: 'framing',
    what,
    outcome,
    serve: (socket) => void (then === 'end' ? socket.end(bytes) : socket.write(bytes)),
  }
}

const chunked = (body: string): string => `${head('Transfer-Encoding: chunked').toString('latin1')}${body}`
const framed = (line: string): string => `${head(line).toString('latin1')}${LIST}`

export const FRAMING: readonly HostileBehaviour[] = [
  raw(
    'length-too-large',
    'ends the connection before Content-Length is reached',
    'reset',
    framed(`Content-Length: ${size + 5}`),
    'end',
  ),
  raw(
    'length-too-small',
    'sends more than Content-Length says',
    'response',
    framed(`Content-Length: ${size}`) + 'more of it',
  ),
  raw(
    'two-lengths',
    'sends two different Content-Length headers',
    'protocol',
    framed(`Content-Length: ${size}\r\nContent-Length: ${size + 1}`),
  ),
  raw('length-negative', 'sends a negative Content-Length', 'protocol', framed('Content-Length: -1')),
  raw(
    'length-huge',
    'sends a Content-Length beyond 64 bits',
    'protocol',
    framed('Content-Length: 99999999999999999999999'),
  ),
  raw(
    'length-and-chunked',
    'sends Content-Length with chunked coding',
    'protocol',
    chunked('').replace('\r\n\r\n', `\r\nContent-Length: ${size}\r\n\r\n${chunk}0\r\n\r\n`),
  ),
  raw(
    'chunk-size-bad',
    'sends a chunk size that is no number',
    'protocol',
    chunked(`zz\r\n${LIST}\r\n0\r\n\r\n`),
  ),
  raw(
    'chunk-overflow',
    'sends a chunk size beyond 64 bits',
    'protocol',
    chunked(`ffffffffffffffffff\r\n${LIST}`),
  ),
  raw('chunk-no-end', 'ends the connection without the last chunk', 'reset', chunked(chunk), 'end'),
  raw(
    'chunk-no-end-close',
    'announces that it will close, and does so without the last chunk',
    'reset',
    chunked(chunk).replace('\r\n', '\r\nConnection: close\r\n'),
    'end',
  ),
  raw(
    'chunk-extension-large',
    'sends a chunk extension of 200 kB',
    'response',
    chunked(`${size.toString(16)};x=${'y'.repeat(200_000)}\r\n${LIST}\r\n0\r\n\r\n`),
  ),
  raw('trailer-nul', 'sends a NUL in a trailer', 'protocol', chunked(`${chunk}0\r\nX: a\0b\r\n\r\n`)),
  raw(
    'bare-lf',
    'ends its lines with LF only',
    'protocol',
    head(`Content-Length: ${size}`).toString('latin1').replaceAll('\r\n', '\n') + LIST,
  ),
  raw(
    'obs-fold',
    'folds a header over two lines',
    'protocol',
    answer(LIST, ['Content-Type: application/json', 'X-Folded: one\r\n two']),
  ),
  raw('http-0-9', 'sends a body without any head', 'protocol', LIST, 'end'),
  raw(
    'http-1-0',
    'ends the body with the connection, as HTTP/1.0 does',
    'response',
    `HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n${LIST}`,
    'end',
  ),
  raw('not-http', 'speaks another protocol', 'protocol', 'SSH-2.0-OpenSSH_9.6\r\n'),
  {
    id: 'unsolicited-response',
    family: 'framing',
    what: 'sends a second response that nobody asked for',
    outcome: 'response',
    serve: (socket) => {
      socket.write(answer(LIST))
      setImmediate(() => socket.write(answer('{"data":"unsolicited"}')))
    },
  },
  {
    id: 'chunk-extension-endless',
    family: 'framing',
    what: 'sends a chunk extension without end',
    outcome: 'timeout',
    serve: (socket) => {
      socket.write(chunked('1;x='))
      // Slow enough to leave CPU to others until the deadline.
      const timer = setInterval(() => flood(socket, Buffer.alloc(16_384, 'y'), 16_384), 5)
      socket.once('close', () => clearInterval(timer))
    },
  },
]

export const TIME: readonly HostileBehaviour[] = [
  {
    id: 'header-drip',
    family: 'time',
    what: 'sends one header after the other, without end',
    outcome: 'timeout',
    serve: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      drip(socket, 'X: y\r\n')
    },
  },
  {
    id: 'body-drip',
    family: 'time',
    what: 'sends one byte of the body after the other, without end',
    outcome: 'timeout',
    serve: (socket) => {
      socket.write(head('Transfer-Encoding: chunked'))
      drip(socket, '1\r\n \r\n')
    },
  },
  {
    id: 'endless-103',
    family: 'time',
    what: 'sends one 103 Early Hints after the other, and no final response',
    outcome: 'timeout',
    serve: (socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),
  },
  {
    id: 'stall-after-headers',
    family: 'time',
    what: 'announces a body and does not send it',
    outcome: 'timeout',
    serve: (socket) => void socket.write(head('Content-Length: 100')),
  },
  {
    id: 'clock-skew',
    family: 'time',
    what: 'has a clock that is ten years behind',
    outcome: 'response',
    serve: (socket) =>
      void socket.write(
        answer(LIST, ['Content-Type: application/json', 'Date: Sun, 20 Nov 2016 00:00:00 GMT']),
      ),
  },
]

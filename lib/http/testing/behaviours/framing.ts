import { answer, flood, head, LIST } from '../behaviour.ts'
import type { Family, HostileBehaviour } from '../behaviour.ts'

const family: Family = 'framing'
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
    family,
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
    family,
    what: 'sends a second response that nobody asked for',
    outcome: 'response',
    serve: (socket) => {
      socket.write(answer(LIST))
      setImmediate(() => socket.write(answer('{"data":"unsolicited"}')))
    },
  },
  {
    id: 'chunk-extension-endless',
    family,
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

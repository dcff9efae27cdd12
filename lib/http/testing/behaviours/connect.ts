import { answer, LIST } from '../behaviour.ts'
import type { HostileBehaviour } from '../behaviour.ts'

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

import { answer, drip, head, LIST } from '../behaviour.ts'
import type { HostileBehaviour } from '../behaviour.ts'

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

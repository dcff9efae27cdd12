import { answer, LIST } from '../behaviour.ts'
import type { Family, HostileBehaviour } from '../behaviour.ts'

const family: Family = 'status'
const JSON_TYPE = ['Content-Type: application/json']

function line(
  id: string,
  what: string,
  outcome: HostileBehaviour['outcome'],
  status: string,
  body = LIST,
): HostileBehaviour {
  return { id, family, what, outcome, serve: (socket) => void socket.write(answer(body, JSON_TYPE, status)) }
}

function before(
  id: string,
  what: string,
  outcome: HostileBehaviour['outcome'],
  interim: string,
): HostileBehaviour {
  return {
    id,
    family,
    what,
    outcome,
    serve: (socket) => void socket.write(`${interim}\r\n\r\n${answer(LIST).toString('latin1')}`),
  }
}

export const STATUS: readonly HostileBehaviour[] = [
  line('no-reason', 'leaves the reason phrase out', 'response', '200'),
  line('status-000', 'answers with the status 000', 'protocol', '000 Zero'),
  line('status-099', 'answers with the status 099', 'protocol', '099 Low'),
  line('status-999', 'answers with the status 999', 'response', '999 High'),
  line('status-text', 'answers with a status that is no number', 'protocol', 'OK'),
  line('status-204-body', 'sends a body with 204', 'protocol', '204 No Content'),
  before(
    'switching-protocols',
    'switches protocols without being asked',
    'protocol',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade',
  ),
  before(
    'early-hints',
    'sends one 103 before the response',
    'response',
    'HTTP/1.1 103 Early Hints\r\nLink: </a>',
  ),
  before('unasked-100', 'sends 100 Continue without being asked', 'protocol', 'HTTP/1.1 100 Continue'),
  {
    id: 'early-413',
    family,
    what: 'refuses a large body before it has read it',
    outcome: 'response',
    on: 'connection',
    serve: (socket) =>
      void socket.once('data', () =>
        socket.write(
          answer(
            '{"error":"too large","code":"bad_request"}',
            [...JSON_TYPE, 'Connection: close'],
            '413 Content Too Large',
          ),
        ),
      ),
  },
]

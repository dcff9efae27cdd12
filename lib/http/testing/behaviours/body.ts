import { answer, flood, head } from '../behaviour.ts'
import type { Family, HostileBehaviour } from '../behaviour.ts'

const family: Family = 'body'

function whole(id: string, what: string, type: string, body: string | Uint8Array): HostileBehaviour {
  return {
    id,
    family,
    what,
    outcome: 'response',
    serve: (socket) => void socket.write(answer(body, [`Content-Type: ${type}`])),
  }
}

export const BODY: readonly HostileBehaviour[] = [
  {
    id: 'body-endless-chunked',
    family,
    what: 'sends chunks without end',
    outcome: 'too-large',
    serve: (socket) => {
      socket.write(head('Transfer-Encoding: chunked'))
      flood(socket, Buffer.from(`10000\r\n${'x'.repeat(65_536)}\r\n`))
    },
  },
  {
    id: 'body-endless-close',
    family,
    what: 'sends a body without length and without end',
    outcome: 'too-large',
    serve: (socket) => {
      socket.write(head('Connection: close'))
      flood(socket, Buffer.alloc(65_536, 'x'))
    },
  },
  {
    id: 'body-length-large',
    family,
    what: 'announces 1 TB and begins to send it',
    outcome: 'too-large',
    serve: (socket) => {
      socket.write(head('Content-Length: 1000000000000'))
      flood(socket, Buffer.alloc(65_536, 'x'))
    },
  },
  whole('body-html', 'answers 200 with an HTML page', 'text/html', '<!doctype html><title>Welcome</title>'),
  whole(
    'body-html-as-json',
    'answers 200 with an HTML page that it calls JSON',
    'application/json',
    '<!doctype html><title>Welcome</title>',
  ),
  whole('body-empty', 'answers 200 with no body', 'application/json', ''),
  whole(
    'body-escape',
    'sends terminal escapes and characters that XML forbids',
    'text/plain',
    '\u001b]0;title\u0007\u009b31m\ufffe\u202e',
  ),
  whole(
    'body-invalid-utf8',
    'sends bytes that are not UTF-8',
    'application/json',
    Buffer.from('7b226e616d65223a22ff227d', 'hex'),
  ),
  whole('body-utf16', 'sends JSON in UTF-16', 'application/json', Buffer.from('{"data":[]}', 'utf16le')),
]

import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { answer, flood, head, type HostileBehaviour, LIST } from '../behaviour.ts'

const JSON_TYPE = ['Content-Type: application/json']

function line(
  id: string,
  what: string,
  outcome: HostileBehaviour['outcome'],
  status: string,
  body = LIST,
): HostileBehaviour {
  return {
    id,
    family: 'status',
    what,
    outcome,
    serve: (socket) => void socket.write(answer(body, JSON_TYPE, status)),
  }
}

function before(
  id: string,
  what: string,
  outcome: HostileBehaviour['outcome'],
  interim: string,
): HostileBehaviour {
  return {
    id,
    family: 'status',
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
    family: 'status',
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

function to(id: string, what: string, ...lines: readonly string[]): HostileBehaviour {
  return {
    id,
    family: 'redirect',
    what,
    outcome: 'response',
    serve: (socket) => void socket.write(answer('', lines, '308 Permanent Redirect')),
  }
}

export const REDIRECT: readonly HostileBehaviour[] = [
  {
    ...to('redirect-loop', 'redirects to itself'),
    serve: (socket, request) =>
      void socket.write(answer('', [`Location: ${request.target}`], '308 Permanent Redirect')),
  },
  to('redirect-nowhere', 'redirects without a Location'),
  to('redirect-elsewhere', 'redirects to another origin', 'Location: http://other.example/v1/me'),
  to('redirect-file', 'redirects to a file', 'Location: file:///etc/passwd'),
  to(
    'redirect-private',
    'redirects to a link-local address',
    'Location: http://169.254.169.254/latest/meta-data/',
  ),
  to('redirect-downgrade', 'redirects from HTTPS to HTTP', 'Location: http://127.0.0.1/v1/me'),
  to('redirect-two', 'gives two Locations', 'Location: /a', 'Location: /b'),
]

function sending(
  id: string,
  what: string,
  outcome: HostileBehaviour['outcome'],
  ...lines: readonly string[]
): HostileBehaviour {
  return {
    id,
    family: 'headers',
    what,
    outcome,
    serve: (socket) => void socket.write(answer(LIST, [...JSON_TYPE, ...lines])),
  }
}

const many = (count: number, name: string): string[] =>
  Array.from({ length: count }, (_, i) => `${name}-${i}: v`)

export const HEADERS: readonly HostileBehaviour[] = [
  sending('headers-5000', 'sends 5,000 headers', 'too-large', ...many(5000, 'X')),
  sending('header-1mb', 'sends one header of 1 MB', 'too-large', `X-Large: ${'v'.repeat(1_000_000)}`),
  sending('headers-30kb', 'sends 30 kB of headers', 'response', ...many(30, `X-${'n'.repeat(1000)}`)),
  sending('header-high-bytes', 'sends bytes above 127 in a header', 'response', 'X-High: caf\u00e9\u00ff'),
  sending('header-nul', 'sends a NUL in a header', 'protocol', 'X-Nul: a\0b'),
  sending(
    'header-escape',
    'aims a terminal escape at whoever prints the header',
    'protocol',
    'X-Escape: \u001b[31mred',
  ),
  sending(
    'header-c1',
    'sends the 8-bit form of a terminal escape in a header',
    'response',
    'X-C1: \u009b31mred',
  ),
  sending('header-no-colon', 'sends a header line without a colon', 'protocol', 'no colon here'),
  sending('header-space-before-colon', 'puts a space before the colon', 'protocol', 'X-Space : v'),
  sending(
    'rate-duplicated',
    'sends each rate header twice, with different values',
    'response',
    'X-RateLimit-Remaining: 5',
    'x-ratelimit-remaining: 7',
  ),
  sending(
    'rate-odd',
    'sends rate values that are no whole numbers',
    'response',
    'X-RateLimit-Limit: 1e3',
    'X-RateLimit-Remaining: -1',
    'X-RateLimit-Reset: soon',
  ),
  sending(
    'cookie-flood',
    'sets 500 cookies',
    'response',
    ...Array.from({ length: 500 }, (_, i) => `Set-Cookie: c${i}=v`),
  ),
  sending(
    'type-conflict',
    'sends two different content types',
    'response',
    'Content-Type: text/html; charset=utf-16',
  ),
  sending(
    'proto-header',
    'sends headers named like parts of an object',
    'response',
    '__proto__: x',
    'constructor: y',
  ),
]

function whole(id: string, what: string, type: string, body: string | Uint8Array): HostileBehaviour {
  return {
    id,
    family: 'body',
    what,
    outcome: 'response',
    serve: (socket) => void socket.write(answer(body, [`Content-Type: ${type}`])),
  }
}

export const BODY: readonly HostileBehaviour[] = [
  {
    id: 'body-endless-chunked',
    family: 'body',
    what: 'sends chunks without end',
    outcome: 'too-large',
    serve: (socket) => {
      socket.write(head('Transfer-Encoding: chunked'))
      flood(socket, Buffer.from(`10000\r\n${'x'.repeat(65_536)}\r\n`))
    },
  },
  {
    id: 'body-endless-close',
    family: 'body',
    what: 'sends a body without length and without end',
    outcome: 'too-large',
    serve: (socket) => {
      socket.write(head('Connection: close'))
      flood(socket, Buffer.alloc(65_536, 'x'))
    },
  },
  {
    id: 'body-length-large',
    family: 'body',
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

function coded(
  id: string,
  what: string,
  outcome: HostileBehaviour['outcome'],
  coding: string,
  body: () => string | Uint8Array,
): HostileBehaviour {
  return {
    id,
    family: 'coding',
    what,
    outcome,
    serve: (socket) =>
      void socket.write(answer(body(), ['Content-Type: application/json', `Content-Encoding: ${coding}`])),
  }
}

/** 16 MiB of zeros, compressed twice: a few hundred bytes. */
const bomb = (): Uint8Array => gzipSync(Buffer.alloc(16 * 1024 * 1024))

export const CODING: readonly HostileBehaviour[] = [
  coded('gzip', 'compresses with gzip though identity was asked for', 'response', 'gzip', () =>
    gzipSync(LIST),
  ),
  coded('deflate', 'compresses with deflate', 'response', 'deflate', () => deflateSync(LIST)),
  coded('deflate-raw', 'compresses with deflate, without the zlib wrapper', 'response', 'deflate', () =>
    deflateRawSync(LIST),
  ),
  coded('brotli', 'compresses with br', 'response', 'br', () => brotliCompressSync(LIST)),
  coded('gzip-twice', 'compresses twice', 'response', 'gzip, gzip', () => gzipSync(gzipSync(LIST))),
  coded('gzip-empty', 'names a coding for a body of no bytes', 'response', 'gzip', () => ''),
  coded('gzip-bomb', 'sends a small gzip body that grows to 16 MiB', 'too-large', 'gzip', bomb),
  coded('gzip-truncated', 'leaves out the end of a gzip body', 'decoding', 'gzip', () =>
    gzipSync(LIST).subarray(0, -12),
  ),
  coded('gzip-no-checksum', 'leaves out the checksum of a gzip body', 'decoding', 'gzip', () =>
    gzipSync(LIST).subarray(0, -4),
  ),
  coded('gzip-trailing', 'sends bytes after the end of a gzip body', 'decoding', 'gzip', () =>
    Buffer.concat([gzipSync(LIST), Buffer.from('extra')]),
  ),
  coded('brotli-truncated', 'leaves out the end of a br body', 'decoding', 'br', () =>
    brotliCompressSync(LIST).subarray(0, -6),
  ),
  coded('coding-lie', 'calls a plain body gzip', 'decoding', 'gzip', () => LIST),
  coded('coding-stacked', 'stacks 20 codings', 'decoding', Array(20).fill('gzip').join(', '), () =>
    gzipSync(LIST),
  ),
  coded('coding-unknown', 'uses a coding that nobody knows', 'decoding', 'x-own', () => LIST),
  coded('coding-prototype', 'names a coding like a part of an object', 'decoding', 'constructor', () => LIST),
]

function json(id: string, what: string, body: string | (() => string)): HostileBehaviour {
  const text = typeof body === 'string' ? () => body : body
  return {
    id,
    family: 'json',
    what,
    outcome: 'response',
    serve: (socket) => void socket.write(answer(text())),
  }
}

export const JSON_BODIES: readonly HostileBehaviour[] = [
  json('json-bom', 'begins with a byte order mark', '\ufeff{"data":[]}'),
  json('json-lone-surrogate', 'escapes half of a surrogate pair', '{"name":"\\ud800"}'),
  json('json-duplicate-key', 'gives a key twice', '{"data":[],"data":[{"id":"b"}]}'),
  json('json-proto', 'has a key named __proto__', '{"__proto__":{"admin":true},"data":[]}'),
  json('json-large-integer', 'gives an integer beyond 2^53', '{"total":9007199254740993}'),
  json('json-infinite', 'gives a number that no double holds', '{"total":1e999}'),
  json('json-deep', 'nests 100,000 levels deep', () => '['.repeat(100_000) + ']'.repeat(100_000)),
  json(
    'json-many-items',
    'gives 100,000 items, each of them wrong',
    () => `{"data":[${Array(100_000).fill('0').join(',')}]}`,
  ),
  json('json-trailing', 'goes on after the end', '{"data":[]} and more'),
  json('json-truncated', 'stops in the middle', '{"data":[{"id":'),
  json('json-single-quotes', 'is JavaScript, not JSON', "{data:['a']}"),
  json('json-nan', 'gives NaN', '{"total":NaN}'),
  json('json-scalar', 'is a number alone', '42'),
]

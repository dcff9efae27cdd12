import {
  answer,
  dripping,
  flood,
  headed,
  hostile,
  type HostileBehaviour,
  LIST,
} from '../../http/testing/behaviours.ts'
import { BATTERY_KEY, type Encounter, envelope, FAULTS } from './faulty-services.ts'

type Serve = HostileBehaviour['serve']

function server(
  id: string,
  says: RegExp,
  serve: Serve,
  more: Partial<HostileBehaviour & Pick<Encounter, 'byPlainAddress'>> = {},
): Encounter {
  const { byPlainAddress, ...behaviour } = more
  return {
    id,
    says,
    exitCode: 2,
    byPlainAddress,
    target: { id, what: id, outcome: 'response', serve, ...behaviour },
  }
}

const JSON_TYPE = 'Content-Type: application/json'

function everywhere(
  id: string,
  says: RegExp,
  [status, body, ...headers]: readonly [status: string, body: string, ...headers: string[]],
): Encounter {
  const serve: Serve = (socket) => void socket.write(answer(body, headers, status))
  return server(id, says, serve)
}

/** Whole servers: the run ends before its first case, or finds everything broken. */
const SERVERS: readonly Encounter[] = [
  everywhere('all-429', /spent its allowance \(429\).* opens in 60 min/, [
    '429 Too Many Requests',
    envelope('slow down', 'rate_limited'),
    JSON_TYPE,
    'Retry-After: 3600',
  ]),
  everywhere('deep-json', /more than 200 levels of nesting in its JSON/, [
    '200 OK',
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    JSON_TYPE,
  ]),
  everywhere('error-5-mb', /fails at every request: 500/, [
    '500 Internal Server Error',
    'x'.repeat(5_000_000),
    'Content-Type: text/plain',
  ]),
  everywhere('key-echoed', /rejects the key .*\$CONFORMANCE_API_KEY/, [
    '401 Unauthorized',
    envelope(`unknown key ${BATTERY_KEY}`, 'unauthorized'),
    JSON_TYPE,
  ]),
  server('closes-after-503', /503 Service Unavailable/, (socket) =>
    socket.end(
      answer(envelope('restarting', 'x'), [JSON_TYPE, 'Connection: close'], '503 Service Unavailable'),
    ),
  ),
  server(
    'announced',
    /does not answer in time: .* did not send the whole response/,
    (socket) => void socket.write(headed('Content-Length: 100')),
  ),
  server(
    'drip',
    /did not send the whole response/,
    dripping(headed('Transfer-Encoding: chunked'), '1\r\n \r\n'),
  ),
  server('endless', /larger than 8 MiB, or never ends/, (socket) => {
    socket.write(headed('Transfer-Encoding: chunked'))
    flood(socket, Buffer.from(`10000\r\n${'x'.repeat(65_536)}\r\n`))
  }),
  server('speaks-tls', /speaks TLS on this port/, (socket) => void socket.write(answer(LIST)), {
    tls: 'untrusted',
    byPlainAddress: true,
  }),
]

/** A server that the client meets in a test of its own, and what a run says of it: one of each way in which answers come to nothing, and of each kind of answer. */
function onTheWire(id: string, exitCode: number, says: RegExp): Encounter {
  return { id, target: hostile(id), exitCode, says }
}

const ON_THE_WIRE: readonly Encounter[] = [
  onTheWire('refused', 2, /accepts no connection .*check that the service runs/),
  onTheWire('silent', 2, /does not answer in time: .*within 1.0 s: see why the service is slow/),
  onTheWire('close-on-connect', 2, /gives no whole answer: .* closed the connection before .* says why/),
  onTheWire('keep-alive-closed', 1, /FAILED .*root cause/),
  onTheWire('certificate-untrusted', 2, /certificate of .* is not trusted: |No TLS session/),
  onTheWire('two-lengths', 2, /gives no readable HTTP\/1\.1 response/),
  onTheWire('header-1mb', 2, /sends more than this tool reads: .*headers of more than 64 KiB/),
  onTheWire('gzip-truncated', 2, /sends a body that cannot be decoded: The (?:gzip |br |deflate )?body/),
  onTheWire('status-999', 2, /GET \/me.* gave 999/),
  onTheWire('body-html-as-json', 2, /with an HTML page, saying "Welcome"/),
  onTheWire('gzip-empty', 2, /with an empty body/),
  onTheWire('body-invalid-utf8', 2, /gave 200 OK with an object of name/),
  onTheWire('body-utf16', 2, /JSON that cannot be parsed|something else than JSON/),
  onTheWire('json-many-items', 2, /more than 60,000 values in its JSON/),
  onTheWire('redirect-loop', 2, /redirects every request \(308\) to itself/),
]

export const BATTERY: readonly Encounter[] = [...SERVERS, ...FAULTS, ...ON_THE_WIRE]

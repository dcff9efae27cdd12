import {
  answer,
  dripping,
  flood,
  headed,
  HOSTILE_BEHAVIOURS,
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
const HTML_TYPE = 'Content-Type: text/html'

function everywhere(
  id: string,
  says: RegExp,
  [status, body, ...headers]: readonly [status: string, body: string, ...headers: string[]],
): Encounter {
  const serve: Serve = (socket) => void socket.write(answer(body, headers, status))
  return server(id, says, serve)
}

const PREFACE_OF_HTTP_2 = Buffer.from('000000040000000000', 'hex')

/** Whole servers: the run ends before its first case, or finds everything broken. */
const SERVERS: readonly Encounter[] = [
  everywhere('all-500', /fails at every request: 500 .*"db is down"/, [
    '500 Internal Server Error',
    envelope('db is down', 'internal_error'),
    JSON_TYPE,
  ]),
  everywhere('all-502', /502 Bad Gateway, saying "502 Bad Gateway"/, [
    '502 Bad Gateway',
    '<html><head><title>502 Bad Gateway</title></head></html>',
    HTML_TYPE,
  ]),
  everywhere('all-503', /503 Service Unavailable, saying "no healthy upstream"/, [
    '503 Service Unavailable',
    'no healthy upstream',
    'Content-Type: text/plain',
  ]),
  everywhere('all-403', /forbids every request .*403.*plan tier/, [
    '403 Forbidden',
    envelope('upgrade', 'forbidden'),
    JSON_TYPE,
  ]),
  everywhere('all-401', /rejects the key in CONFORMANCE_API_KEY/, [
    '401 Unauthorized',
    envelope('no such key', 'unauthorized'),
    JSON_TYPE,
  ]),
  everywhere('all-404', /GET \/me.* gave 404 Not Found.*version segment/, [
    '404 Not Found',
    envelope('no route', 'not_found'),
    JSON_TYPE,
  ]),
  everywhere('all-407', /a proxy in front of .*407/, [
    '407 Proxy Authentication Required',
    '',
    'Proxy-Authenticate: Basic',
  ]),
  everywhere('all-429', /spent its allowance \(429\).* opens in 60 min/, [
    '429 Too Many Requests',
    envelope('slow down', 'rate_limited'),
    JSON_TYPE,
    'Retry-After: 3600',
  ]),
  everywhere('to-login', /redirects every request \(302\) to \/login/, ['302 Found', '', 'Location: /login']),
  everywhere('to-other-host', /to https:\/\/api\.example\/v1\/me: set the base URL/, [
    '301 Moved Permanently',
    '',
    'Location: https://api.example/v1/me',
  ]),
  everywhere('login-page', /HTML page titled "Sign in"/, [
    '200 OK',
    '<!doctype html><html><head><title>Sign in</title></head></html>',
    HTML_TYPE,
  ]),
  everywhere('empty-200', /answers with an empty body/, ['200 OK', '', JSON_TYPE]),
  everywhere('array', /gave 200 OK with an array/, ['200 OK', '[]', JSON_TYPE]),
  everywhere('deep-json', /gave 200 OK with an array/, [
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
  server('http-2-only', /HTTP\/2/, (socket) => void socket.end(PREFACE_OF_HTTP_2), {
    on: 'connection',
  }),
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

type Ending = readonly [exitCode: number, says: RegExp]

/** What a run says of a server by the way in which its answers come to nothing; of those that arrive, that much is violated. */
const BY_OUTCOME: Readonly<Record<HostileBehaviour['outcome'], Ending>> = {
  response: [1, /FAILED .*root cause/],
  refused: [2, /accepts no connection .*check that the service runs/],
  dns: [2, /could not be resolved/],
  tls: [2, /certificate of .* is not trusted: it|No TLS session/],
  timeout: [2, /does not answer in time: .*within 1 s: see why the service is slow/],
  reset: [2, /gives no whole answer: .* closed the connection before .* says why/],
  protocol: [2, /gives no readable HTTP\/1\.1 response/],
  'too-large': [2, /sends more than this tool reads: .*(?:larger than|more than|at most|beyond)/],
  decoding: [2, /sends a body that cannot be decoded: The (?:gzip |br |deflate )?body/],
  budget: [2, /never/],
  withheld: [2, /never/],
  interrupted: [2, /never/],
}

const NOT_JSON = /is not this API: it answers with (?:something else than JSON|JSON that cannot be parsed: )/
const OTHER_FORM =
  /does not answer as this API: GET \/me, GET \/chatbots and GET \/conversations gave 200 OK with/

/** Servers that answer, and with what shows at once that nothing can be judged. */
const AT_ONCE: Readonly<Record<string, RegExp>> = {
  'status-999': /GET \/me.* gave 999/,
  'early-413': /GET \/me.* gave 413/,
  'body-html': /HTML page titled "Welcome"/,
  'body-html-as-json': /HTML page titled "Welcome"/,
  'body-empty': /answers with an empty body/,
  'gzip-empty': /answers with an empty body/,
  'body-escape': NOT_JSON,
  'body-utf16': /something in UTF-16/,
  'json-trailing': NOT_JSON,
  'body-invalid-utf8': /gave 200 OK with an object of "name"/,
  'json-deep': OTHER_FORM,
  'json-scalar': OTHER_FORM,
  'json-many-items': /more than 60,000 values in its JSON/,
  'redirect-loop': /redirects every request \(308\) to itself/,
  'redirect-nowhere': /without a Location/,
  'redirect-elsewhere': /set the base URL to http:\/\/other\.example\/v1/,
  'redirect-file': /file:\/\/\/etc\/passwd, which is not followed/,
  'redirect-two': /to \/a, which is not followed/,
}

function onTheWire(target: HostileBehaviour): Encounter {
  const says = AT_ONCE[target.id]
  const [exitCode, words] = says === undefined ? BY_OUTCOME[target.outcome] : [2, says]
  return { id: target.id, target, exitCode, says: words }
}

/** Whether a run says of a behaviour what it says of none before it. The client meets every behaviour in a test of its own. */
function isShownOnce({ id, outcome }: HostileBehaviour): boolean {
  const isFirst =
    HOSTILE_BEHAVIOURS.find((one) => one.outcome === outcome && AT_ONCE[one.id] === undefined)?.id === id
  return isFirst || AT_ONCE[id] !== undefined
}

export const BATTERY: readonly Encounter[] = [
  ...SERVERS,
  ...FAULTS,
  ...HOSTILE_BEHAVIOURS.filter(isShownOnce).map(onTheWire),
]

import type { ServerResponse } from 'node:http'
import { jsonAnswer } from '../../run/testing/tamper.ts'
import type { Transport, WireRequest, WireResponse } from '../../http/transport.ts'
import { altered, inBodies, instead, page, PASSED, sent, withHeaders } from './alterations.ts'
import { BATTERY_KEY, BOOKINGS, type Encounter, envelope, isError, through } from './faulty-services.ts'

const typed = (type: string) => (answer: WireResponse) => withHeaders(answer, { 'Content-Type': type })

/** Adds a member to the first object of a body, as text; the description has to remain an OpenAPI document. */
const withMember = (member: string): ((answer: WireResponse) => WireResponse) =>
  inBodies((text) => (text.startsWith('{"openapi"') ? text : text.replace(/^\{(?=")/, `{${member},`)))

const PIECE = 500

function inPieces(response: ServerResponse, body: Buffer, at: number): void {
  if (at >= body.length) return void response.end()
  response.write(body.subarray(at, at + PIECE))
  setImmediate(() => inPieces(response, body, at + PIECE))
}

/** Counts one row more in each list. */
function growing(): (answer: WireResponse) => WireResponse {
  let more = 0
  return inBodies((text) => text.replace(/"total":(\d+)/, (_, total) => `"total":${Number(total) + ++more}`))
}

/** Gives every fifth request that succeeds the answer to the one before. */
function everyFifthLate(): (request: WireRequest, reference: Transport) => Promise<WireResponse> {
  let count = 0
  let before: WireResponse | undefined
  return async (request, reference) => {
    const answer = await reference(request)
    if (answer.status !== 200) return answer
    const given = ++count % 5 === 0 ? before : answer
    before = answer
    return given ?? answer
  }
}

const LARGE = Buffer.alloc(20_000_000, ' ')
const isDescription = ({ body }: WireResponse): boolean =>
  Buffer.from(body).subarray(0, 10).toString() === '{"openapi"'

const VALUES = ['[]', '0', '"text"', 'null', 'true', '{}', '[[]]', '1.5']

/** A service with further schemas in its description. */
function described(
  id: string,
  what: string,
  schemas: Readonly<Record<string, unknown>>,
  ending = PASSED,
): Encounter {
  const text = JSON.stringify(schemas).slice(1, -1)
  return altered(
    id,
    what,
    ending,
    inBodies((body) =>
      body.startsWith('{"openapi"') ? body.replace('"schemas":{', `"schemas":{${text},`) : body,
    ),
  )
}

const DOUBLING = Object.fromEntries(
  Array.from({ length: 40 }, (_, i) => {
    const before = { $ref: `#/components/schemas/D${i - 1}` }
    return [`D${i}`, i === 0 ? { type: 'string' } : { properties: { a: before, b: before } }]
  }),
)

/**
 * A service without a fault behind something odd: servers, proxies and frameworks that HTTP allows, and some that it does
 * not. What is conformant has to pass.
 */
export const ODD_SERVICES: readonly Encounter[] = [
  sent('trailers', 'sends trailers behind its chunks', PASSED, (response, status, body) => {
    response.setHeader('Trailer', 'Server-Timing')
    response.writeHead(status)
    response.write(body)
    response.addTrailers({ 'Server-Timing': 'db;dur=5' })
    response.end()
  }),
  sent('many-hints', 'sends twenty 103 before each response', PASSED, (response, status, body) => {
    for (let hint = 0; hint < 20; hint++) response.writeEarlyHints({ link: '</x.css>; rel=preload' })
    response.writeHead(status).end(body)
  }),
  sent('processing', 'sends 102 before each response', PASSED, (response, status, body) => {
    response.writeProcessing()
    response.writeHead(status).end(body)
  }),
  sent('pieces', 'sends its bodies in pieces of 500 bytes', PASSED, (response, status, body) => {
    response.writeHead(status)
    inPieces(response, body, 0)
  }),
  sent(
    'half-close',
    'ends the connection after each response, unannounced',
    PASSED,
    (response, status, body) => {
      response.writeHead(status)
      response.end(body, () => response.socket?.end())
    },
  ),
  sent('idle-408', 'sends an unsolicited 408 on idle connections', PASSED, (response, status, body) => {
    const { socket } = response
    response.writeHead(status)
    response.end(body, () => socket?.setTimeout(5, () => socket.end('HTTP/1.1 408 Request Timeout\r\n\r\n')))
  }),
  sent('some-reset', 'resets every ninth connection', PASSED, (response, status, body, count) => {
    if (count % 9 === 0) response.socket?.resetAndDestroy()
    else response.writeHead(status).end(body)
  }),
  sent(
    'some-503',
    'answers every ninth request 503 with Retry-After',
    PASSED,
    (response, status, body, count) => {
      if (count % 9 === 0) response.writeHead(503, { 'Retry-After': '0' }).end('overloaded')
      else response.writeHead(status).end(body)
    },
  ),
  sent(
    'short-length',
    'announces ten bytes more than it sends',
    [2, /closed the connection before the response was complete/],
    (response, status, body) => {
      response.strictContentLength = false
      response.writeHead(status, { 'Content-Length': body.length + 10 })
      response.end(body, () => response.socket?.destroy())
    },
  ),
  sent(
    'ipv6',
    'listens on ::1 only',
    PASSED,
    (response, status, body) => response.writeHead(status).end(body),
    { host: '::1' },
  ),
  sent(
    'dead-first-address',
    'listens on one of the two addresses of its name',
    PASSED,
    (response, status, body) => response.writeHead(status).end(body),
    { name: 'localhost' },
  ),
  altered('upper-case', 'writes header names in capitals', PASSED, (answer) => ({
    ...answer,
    headers: answer.headers.map(([name, value]) => [name.toUpperCase(), value]),
  })),
  altered(
    'odd-type',
    'writes the media type in capitals, with a quoted charset',
    PASSED,
    typed('Application/JSON;CHARSET="UTF-8"'),
  ),
  altered('problem-json', 'calls errors application/problem+json', PASSED, (answer) =>
    isError(answer) ? typed('application/problem+json')(answer) : answer,
  ),
  altered('text-json', 'calls its JSON text/json', [1, /text\/json/], typed('text/json')),
  altered('no-type', 'names no media type', [1, /Content-Type/i], (answer) => ({
    ...answer,
    headers: answer.headers.filter(([name]) => name.toLowerCase() !== 'content-type'),
  })),
  altered('utf-16-label', 'labels its UTF-8 as UTF-16', PASSED, typed('application/json; charset=utf-16')),
  altered('browser-headers', 'sets HSTS, Alt-Svc, CORS, cookies, ETag, Vary and Age', PASSED, (answer) =>
    withHeaders(answer, {
      'Strict-Transport-Security': 'max-age=63072000',
      'Alt-Svc': 'h3=":443"; ma=86400',
      'Access-Control-Allow-Origin': '*',
      'Set-Cookie': 'lb=a1; Path=/; HttpOnly',
      ETag: '"x"',
      Vary: 'Origin, Accept-Encoding',
      Age: '0',
      Via: '1.1 edge',
    }),
  ),
  altered('key-in-headers', 'shows the key in Location and a header of its own', PASSED, (answer) =>
    withHeaders(answer, { Location: `/login?key=${BATTERY_KEY}`, 'X-Debug': `Bearer ${BATTERY_KEY}` }),
  ),
  altered('further-infinite', 'has a further member 1e999', PASSED, withMember('"further":1e999')),
  altered(
    'further-huge',
    'has a further integer of 400 digits',
    PASSED,
    withMember(`"further":1${'0'.repeat(400)}`),
  ),
  altered(
    'further-surrogate',
    'has a further member with half a surrogate pair',
    PASSED,
    withMember('"further":"\\ud83d"'),
  ),
  altered(
    'further-deep',
    'has a further member of 300 levels',
    PASSED,
    withMember(`"further":${'['.repeat(300)}${']'.repeat(300)}`),
  ),
  altered(
    'further-proto',
    'has further members __proto__ and constructor',
    PASSED,
    withMember('"__proto__":{"data":1},"constructor":null'),
  ),
  altered('further-nan', 'has a further member NaN', [1, /JSON-02/], withMember('"further":NaN')),
  altered(
    'duplicates',
    'gives each first member twice',
    PASSED,
    inBodies((text) => text.replace(/^\{("\w+":)/, '{$1null,$1')),
  ),
  altered(
    'bom',
    'begins each body with a byte order mark',
    [1, /byte order mark|BOM/],
    inBodies((text) => `\uFEFF${text}`),
  ),
  altered(
    'pretty',
    'indents its JSON and ends it with a newline',
    PASSED,
    inBodies((text) => (text === '' ? '' : `${JSON.stringify(JSON.parse(text), undefined, '\t')}\r\n`)),
  ),
  altered('always-200', 'answers errors with 200 and success: false', [1, /AUTH-01/], (answer) =>
    isError(answer) ? jsonAnswer(`{"success":false,"error":"no"}`) : answer,
  ),
  instead(
    'other-types',
    'answers each request with another type of JSON',
    [2, /does not answer as this API/],
    (count) => jsonAnswer(VALUES[count % VALUES.length] ?? '[]'),
  ),
  instead(
    'goes-away',
    'answers 503 to everything after thirty requests',
    [2, /lost in the middle .*every request with 503 text\/html/],
    (count) => (count > 30 ? page(503, 'Maintenance') : undefined),
  ),
  instead('all-304', 'answers 304 to everything', [2, /304 Not Modified, which only/], () => ({
    status: 304,
    headers: [],
    body: Buffer.alloc(0),
  })),
  instead('all-204', 'answers 204 to everything', [2, /an empty body \(status 204 No Content\)/], () => ({
    status: 204,
    headers: [],
    body: Buffer.alloc(0),
  })),
  instead('all-511', 'is a captive portal', [2, /wants a login first \(511\)/], () =>
    page(511, 'Log in to the network'),
  ),
  instead('all-521', 'is a proxy whose origin is down', [2, /521.*Web server is down/], () =>
    page(521, 'Web server is down'),
  ),
  instead('all-426', 'wants another protocol', [2, /426 Upgrade Required, saying "use HTTP\/2"/], () =>
    jsonAnswer(envelope('use HTTP/2', 'upgrade'), 426),
  ),
  instead('all-421', 'does not serve this host', [2, /421 Misdirected Request: .* host name/], () => ({
    status: 421,
    headers: [],
    body: Buffer.alloc(0),
  })),
  instead('all-451', 'is blocked', [2, /451 Unavailable For Legal/], () => page(451, 'Unavailable')),
  instead('to-slash', 'redirects to the path with a slash', [2, /its router adds a slash/], (_, { url }) => ({
    status: 301,
    headers: [['Location', `${new URL(url).pathname}/`]],
    body: Buffer.alloc(0),
  })),
  instead(
    'portal-then',
    'a firewall answers the bookings with its page',
    [1, /answered by its framework, or something in front/],
    (_, { url }) => (BOOKINGS.test(url) ? page(403, 'Request blocked') : undefined),
  ),
  through('partial-206', 'answers lists with 206', [1, /206/], async (request, reference) => {
    const answer = await reference(request)
    return BOOKINGS.test(request.url) && answer.status === 200 ? { ...answer, status: 206 } : answer
  }),
  altered(
    'has-more-always',
    'says of every page that there is more',
    [1, /has_more/],
    inBodies((text) => text.replace('"has_more":false', '"has_more":true')),
  ),
  altered('growing-total', 'counts one row more with each response', [1, /total/], growing()),
  through(
    'same-page',
    'answers each page of a list with the first',
    [1, /offset/],
    (request, reference) => reference({ ...request, url: request.url.replace(/\boffset=\d+/, 'offset=0') }),
    ['--timeout', '20', '--profile', 'standard'],
  ),
  through('by-order', 'gives every fifth request the answer before it', [1, /FAILED/], everyFifthLate()),
  instead('same-429', 'answers the bookings 429 without Retry-After', [1, /RATE-10/], (_, { url }) =>
    BOOKINGS.test(url) ? jsonAnswer(envelope('slow down', 'rate_limited'), 429) : undefined,
  ),
  altered(
    'odd-ids',
    'has ids with slashes, dots and line breaks',
    [1, /FAILED/],
    inBodies((text) => text.replaceAll(/"id":"(\w{3})/g, String.raw`"id":"../$1\n?#`)),
  ),
  described('description-cyclic', 'describes schemas that refer to each other', {
    A: { $ref: '#/components/schemas/B' },
    B: { $ref: '#/components/schemas/A' },
  }),
  described('description-remote', 'describes a schema by a link to a private address', {
    A: { $ref: 'http://169.254.169.254/latest#/A' },
  }),
  described('description-pattern', 'describes a pattern that takes exponential time', {
    A: { type: 'string', pattern: '^(a+)+$' },
  }),
  described(
    'description-path-names',
    'names schemas like files',
    { '../../etc/passwd': { type: 'string' } },
    [1, /VERSION-02/],
  ),
  altered(
    'description-huge',
    'describes itself in 20 MB',
    [2, /openapi.*larger than 8 MiB.*1 requirement could not/],
    (answer) => (isDescription(answer) ? { ...answer, body: Buffer.concat([answer.body, LARGE]) } : answer),
  ),
  described('description-doubling', 'describes forty schemas, each with twice the one before', DOUBLING),
]

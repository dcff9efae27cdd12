import type { WireResponse } from '../../http/transport.ts'
import { jsonAnswer } from '../../run/testing/tamper.ts'
import { altered, inBodies, instead, page, PASSED, sent, withHeaders } from './alterations.ts'
import { type Encounter, envelope } from './faulty-services.ts'

const inJson = (change: (text: string) => string): ((answer: WireResponse) => WireResponse) =>
  inBodies((text) => (text === '' || text.startsWith('{"openapi"') ? text : change(text)))

/** Writes each object with its members in another order, and leaves out those that are null. */
function asGo(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asGo)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(members.toReversed().map(([name, member]) => [name, asGo(member)]))
}

const isAbout = (word: string, { method, url }: { method: string; url: string }): boolean =>
  `${method} ${url}`.includes(word)

/** Services as frameworks, gateways and load balancers make them. */
export const FRAMEWORK_SERVICES: readonly Encounter[] = [
  altered(
    'php-slashes',
    'escapes each slash in its JSON',
    PASSED,
    inJson((text) => text.replaceAll('/', String.raw`\/`)),
  ),
  altered(
    'ascii-json',
    'escapes each character beyond ASCII, and some within',
    PASSED,
    inJson((text) =>
      text.replaceAll(
        /[^\0-\x7f]|(?<=")d(?=ata":)/g,
        (one) => String.raw`\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    ),
  ),
  altered(
    'go-json',
    'turns its members round, and omits those that are null',
    PASSED,
    inJson((text) => JSON.stringify(asGo(JSON.parse(text)))),
  ),
  altered(
    'float-totals',
    'writes whole numbers with a fraction of zero',
    PASSED,
    inJson((text) => text.replaceAll(/("(?:total|limit|offset|message_count)":)(\d+)/g, '$1$2.0')),
  ),
  altered('identity-coding', 'names the coding identity', PASSED, (answer) =>
    withHeaders(answer, { 'Content-Encoding': 'identity' }),
  ),
  altered('wrong-clock', 'gives a Date header that is some hours behind', PASSED, (answer) =>
    withHeaders(answer, { Date: new Date(Date.now() - 5 * 3_600_000).toUTCString() }),
  ),
  sent(
    'closes-each',
    'closes the connection after each response, as it says',
    PASSED,
    (response, status, body) => {
      response.setHeader('Connection', 'close')
      response.writeHead(status).end(body)
    },
  ),
  sent(
    'few-per-connection',
    'closes a connection after each fifth response',
    PASSED,
    (response, status, body, count) => {
      if (count % 5 === 0) response.setHeader('Connection', 'close')
      response.writeHead(status).end(body)
    },
  ),
  sent('out-of-order', 'takes longer for every third request', PASSED, (response, status, body, count) => {
    setTimeout(() => response.writeHead(status).end(body), count % 3 === 0 ? 60 : 1)
  }),
  sent('late-body', 'sends its head before it has the body', PASSED, (response, status, body) => {
    response.writeHead(status)
    response.flushHeaders()
    setTimeout(() => response.end(body), 10)
  }),
  sent(
    'continues',
    'sends 100 before each response',
    [2, /interim response that was not asked for/],
    (response, status, body) => {
      response.writeContinue()
      response.writeHead(status).end(body)
    },
  ),
  instead(
    'all-400',
    'is a framework that does not know the host',
    [2, /HTML page titled "Bad Request" \(status 400/],
    () => page(400, 'Bad Request'),
  ),
  instead('all-402', 'wants to be paid', [2, /402 Payment Required, saying "upgrade"/], () =>
    jsonAnswer(envelope('upgrade', 'payment_required'), 402),
  ),
  instead('all-405', 'is a static file server', [2, /405 Method Not Allowed|HTML page titled "405"/], () =>
    page(405, '405'),
  ),
  instead(
    'description-page',
    'shows a page of documentation as its description',
    [1, /VERSION-01/],
    (_, request) => (isAbout('openapi', request) ? page(200, 'API reference') : undefined),
  ),
  instead('description-missing', 'has no description', [1, /VERSION-01/], (_, request) =>
    isAbout('openapi', request) ? jsonAnswer(envelope('no route', 'not_found'), 404) : undefined,
  ),
  instead(
    'one-moved',
    'redirects one endpoint to the path with a slash',
    [1, /STATUS-03|LIST-LEADS-01/],
    (_, request) =>
      isAbout('/leads?', request) || request.url.endsWith('/leads')
        ? { status: 301, headers: [['Location', '/v1/leads/']], body: Buffer.alloc(0) }
        : undefined,
  ),
  instead('one-204', 'answers one endpoint with 204 where it holds nothing', [1, /204/], (_, request) =>
    isAbout('/reservations', request) ? { status: 204, headers: [], body: Buffer.alloc(0) } : undefined,
  ),
]

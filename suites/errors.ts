/** What holds for every answer: JSON, the statuses, and the one envelope of errors. Specification parts 1, 4 and 7. */
import { UNKNOWN_ID } from '../lib/engine/case/absent-ids.ts'
import type { Actor } from '../lib/engine/case/actor.ts'
import { RawBody } from '../lib/engine/case/bodies.ts'
import type { Answer } from '../lib/engine/case/answer.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { derived, excluded, must, open, section } from '../lib/engine/judge/rows.ts'
import { queryText } from '../lib/engine/util/text.ts'
import { quote } from '../lib/engine/util/values.ts'
import { errors, mediaType, status } from './errors/envelope.ts'

export const rows = [
  ...section(
    { part: 1, section: '', endpoint: '*' },
    derived(
      'JSON-01',
      'returns JSON responses',
      'Every response of the API, errors included, has a JSON media type in `Content-Type`.',
      'JSON is labelled as JSON: RFC 8259 registers `application/json`, and RFC 6839 the suffix `+json`.',
    ),
    must(
      'JSON-02',
      'returns JSON responses',
      'Every response body of the API, errors included, is one well-formed JSON text in UTF-8.',
    ),
    must('JSON-03', '1', 'A response with a single resource wraps it as an object in `data`.'),
    must(
      'JSON-04',
      '1',
      'A response of a paginated list has an array of objects in `data` and an object in `pagination`.',
    ),
    derived(
      'JSON-05',
      'returns JSON responses',
      'A JSON response body does not begin with a byte order mark.',
      'RFC 8259 forbids adding one to JSON that is sent over a network, and common parsers reject it.',
    ),
    derived(
      'STATUS-01',
      'standard HTTP methods and status codes',
      'A successful response has status 200.',
      'Part 4 gives 200 as the success status of each of the 13 operations, and no other.',
    ),
    derived(
      'STATUS-02',
      'standard HTTP methods and status codes',
      'No request to an endpoint gets a server error (5xx).',
      'A valid request gets the response of part 4, and an invalid one is a client error.',
    ),
    derived(
      'STATUS-03',
      '6',
      'An endpoint under the base URL does not redirect.',
      'The specification mentions a redirect only for the bare apex host.',
    ),
  ),
  ...section(
    { part: 7, section: '', endpoint: '*' },
    must(
      'ERROR-04',
      'Every error uses one JSON envelope',
      'Every error response is one JSON object with `error` and `code`.',
    ),
    derived(
      'ERROR-06',
      'stable machine-readable code',
      'The same refused request gets the same `code` each time.',
      'A `code` that changes from one response to the next is not stable.',
    ),
    excluded(
      'CLIENT-05',
      'clients must not match on it',
      'Clients do not match on the text of an error.',
      'Binds clients, not the service.',
    ),
    open('OPEN-24', 'resource not found', 'Which status and `code` an unknown path gets.'),
    open('OPEN-25', 'method_not_allowed', 'Which status and `code` an unsupported method gets.'),
    open('OPEN-26', 'The full mapping of each code to its HTTP status', 'Which `code` a 400 and a 404 have.'),
    open(
      'OPEN-32',
      'Status conditions given per endpoint',
      'What malformed query values return, apart from those that the specification names.',
    ),
  ),
  ...section(
    { part: 4, section: '', endpoint: '*' },
    open(
      'OPEN-27',
      'Request bodies are JSON with Content-Type: application/json',
      'What a body with another content type returns.',
    ),
  ),
]

/** The `Accept` header of a browser. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

/** Sent without `--writes` too: should a service have the method after all, there is nothing that it could change. */
const UNUSUAL = [
  ['OPEN-24', 'GET', '/no-such-resource', {}],
  ['OPEN-25', 'DELETE', '/analytics/summary', {}],
  ['OPEN-25', 'PUT', `/leads/${UNKNOWN_ID}`, {}],
  ['OPEN-32', 'GET', '/conversations', { since: 'not-a-date' }],
  ['OPEN-32', 'GET', '/conversations', { is_lead: 'maybe' }],
] as const

export default [
  suite('Errors', { phase: 'independent' }, ({ verify }) => {
    verify(
      ['ERROR-04', 'OPEN-24', 'OPEN-25', 'OPEN-32'],
      'returns the error envelope for unknown paths, methods and query values',
      { smoke: true },
      async ({ api, observe, each, inconclusive }) => {
        // The status is open. The oracle checks the envelope of every error.
        let errors = 0
        await each(UNUSUAL, async ([openPoint, method, path, query]) => {
          const answer = (await api.request({ method, path, query })).arrived()
          const asked = queryText(query)
          if ((answer.status ?? 0) >= 400) errors += 1
          observe(
            openPoint,
            `${method} ${path}${asked && `?${asked}`}: ${answer.status} ${quote(answer.body['code'] ?? '')}`,
            answer,
          )
        })
        if (errors === 0) inconclusive('none of these requests got an error')
      },
    )

    verify(
      ['ERROR-04', 'JSON-01', 'JSON-02'],
      'returns the error envelope to clients that prefer HTML',
      {},
      async ({ api, anonymous, expect }) => {
        // Frameworks render an HTML error page for clients that prefer HTML. The oracle checks the form of the
        // answers.
        const [missing, refused] = await Promise.all([
          api.sending('Accept', BROWSER).lead(UNKNOWN_ID),
          anonymous.sending('Accept', BROWSER).me(),
        ])

        // An id that no encoder makes may be malformed rather than absent.
        expect(missing).toRefuse([400, 404, 406], { requirement: 'GET-LEAD-02' })
        expect(refused).toRefuse([401, 406], { requirement: 'AUTH-01' })
      },
    )

    verify(
      ['ERROR-06', 'OPEN-26'],
      'returns the same `code` for the same invalid request',
      {},
      async ({ api, anonymous, expect, each, observe, inconclusive }) => {
        const refused: readonly (readonly [Actor, (actor: Actor) => Promise<Answer>])[] = [
          [api, (actor) => actor.lead(UNKNOWN_ID)],
          [api, (actor) => actor.sources()],
          [anonymous, (actor) => actor.me()],
        ]

        await each(refused, async ([actor, ask]) => {
          // The first may be an earlier answer.
          const answers = await Promise.all([actor, actor.afresh(), actor.afresh()].map(ask))
          const [first, ...others] = answers.filter(
            ({ isRefusal, body }) => isRefusal && typeof body['code'] === 'string',
          )
          if (first === undefined) return inconclusive('needs an error with a `code`')
          observe('OPEN-26', `${first.status} ${quote(first.body['code'])}`, first)
          const same = others.filter(({ status }) => status === first.status)
          const other = same.find(({ body }) => body['code'] !== first.body['code'])
          return expect(other ?? first).toSatisfy(
            other === undefined,
            `code ${quote(first.body['code'])}, as before`,
            () => quote(other?.body['code']),
            { also: [first], pointer: '/code' },
          )
        })
      },
    )
  }),

  suite('Errors · bodies', { phase: 'write' }, ({ verify }) => {
    verify('OPEN-27', 'records the response to another content type', {}, async ({ api, observe }) => {
      const answer = await api.createLead(new RawBody('{}', 'text/plain'))

      observe('OPEN-27', `text/plain: ${answer.status} ${quote(answer.body['code'] ?? '')}`, answer)
    })
  }),
]

export const oracles = [mediaType, status, errors]

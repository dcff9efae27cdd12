/**
 * Rules for every answer: JSON, the statuses, and the one envelope of errors. Specification parts 1, 4 and 7.
 */
import { UNKNOWN_ID } from '../lib/engine/case/absent-ids.ts'
import type { Actor } from '../lib/engine/case/actor.ts'
import { RawBody } from '../lib/engine/case/bodies.ts'
import type { Answer } from '../lib/engine/case/answer.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { major, statementsOf } from '../lib/engine/judge/rows.ts'
import { queryText } from '../lib/engine/util/text.ts'
import { quote } from '../lib/engine/util/values.ts'
import { errors, mediaType, rows as envelopeRows, status } from './errors/envelope.ts'

export const theme = 'answers'

const part4 = statementsOf({ part: 4, section: '', endpoint: '*' })
const part7 = statementsOf({ part: 7, section: '', endpoint: '*' })

export const rows = [
  ...envelopeRows,
  part7.excluded(
    'CLIENT-05',
    'clients must not match on it',
    'Clients do not match on the text of an error.',
    'Binds clients, not the service.',
  ),
]

/**
 * Also sent without `--writes`: even if a service has the method after all, there is nothing that it could
 * change.
 */
const UNUSUAL = [
  { openPoint: 'OPEN-24', method: 'GET', path: '/no-such-resource', query: {} },
  { openPoint: 'OPEN-24', method: 'GET', path: '/no/such/resource', query: {} },
  { openPoint: 'OPEN-24', method: 'GET', path: `/leads/${UNKNOWN_ID}/no-such-part`, query: {} },
  { openPoint: 'OPEN-25', method: 'DELETE', path: '/analytics/summary', query: {} },
  { openPoint: 'OPEN-25', method: 'PUT', path: `/leads/${UNKNOWN_ID}`, query: {} },
  { openPoint: 'OPEN-32', method: 'GET', path: '/conversations', query: { is_lead: 'maybe' } },
] as const

export default [
  suite('Errors', { phase: 'independent' }, (verify) => {
    verify(
      [
        'ERROR-04',
        part7.open('OPEN-24', 'resource not found', 'Which status and `code` an unknown path gets.'),
        part7.open('OPEN-25', 'method_not_allowed', 'Which status and `code` an unsupported method gets.'),
        part7.open(
          'OPEN-32',
          'Status conditions given per endpoint',
          'What malformed query values return, apart from those that the specification names.',
        ),
      ],
      'returns the error envelope for unknown paths, methods and query values',
      {},
      async ({ api, observe, each, inconclusive }) => {
        // The status is open. The oracle checks the envelope of every error.
        let errorAnswers = 0
        await each(UNUSUAL, async ({ openPoint, method, path, query }) => {
          const answer = (await api.request({ method, path, query })).mustArrive()
          const asked = queryText(query)
          if ((answer.status ?? 0) >= 400) errorAnswers += 1
          observe(
            openPoint,
            `${method} ${path}${asked && `?${asked}`}: ${answer.status} ${quote(answer.body['code'] ?? '')}`,
            answer,
          )
        })
        if (errorAnswers === 0) inconclusive('none of these requests got an error')
      },
    )

    verify(
      [
        part7.derived(
          'ERROR-06',
          'stable machine-readable code',
          'The same refused request gets the same `code` each time.',
          'A `code` that changes from one response to the next is not stable.',
          major('A client that branches on `code` does one thing today and another one tomorrow.'),
        ),
        part7.open(
          'OPEN-26',
          'The full mapping of each code to its HTTP status',
          'Which `code` a 400 and a 404 have.',
        ),
      ],
      'returns the same `code` for the same invalid request',
      {},
      async ({ api, anonymous, expect, each, observe, inconclusive }) => {
        const refused: readonly (readonly [Actor, (actor: Actor) => Promise<Answer>])[] = [
          [api, (actor) => actor.lead(UNKNOWN_ID)],
          [api, (actor) => actor.sources()],
          [anonymous, (actor) => actor.me()],
        ]

        await each(refused, async ([actor, ask]) => {
          // The first may be an earlier, shared answer.
          const [first, again] = await Promise.all([ask(actor), ask(actor.afresh())])
          const { code } = first.mustArrive().body
          if (first.fate !== 'refused' || typeof code !== 'string')
            inconclusive(`${first.exchange.operation} gave no error with a \`code\` (status ${first.status})`)
          observe('OPEN-26', `${first.status} ${quote(code)}`, first)
          expect(again).toSatisfy(
            again.status !== first.status || again.body['code'] === code,
            `code ${quote(code)}, as before`,
            () => quote(again.body['code']),
            { also: [first], pointer: '/code' },
          )
        })
      },
    )
  }),

  suite('Errors · bodies', { phase: 'write' }, (verify) => {
    verify(
      part4.open(
        'OPEN-27',
        'Request bodies are JSON with Content-Type: application/json',
        'What a body with another content type returns.',
      ),
      'records the response to another content type',
      {},
      async ({ api, observe }) => {
        const answer = await api.createLead(new RawBody('{}', 'text/plain'))

        observe('OPEN-27', `text/plain: ${answer.status} ${quote(answer.body['code'] ?? '')}`, answer)
      },
    )
  }),
]

export const oracles = [mediaType, status, errors]

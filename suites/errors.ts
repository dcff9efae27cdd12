/** Unknown paths and unsupported methods: errors keep their envelope. Specification part 7. */
import { UNKNOWN_ID } from '../lib/harness/chosen-items.ts'
import { RawBody } from '../lib/harness/actor.ts'
import { suite } from '../lib/harness/context.ts'
import { queryText } from '../lib/util/text.ts'
import { quote } from '../lib/util/values.ts'
import { expectNoServerError } from './odd-input/inputs.ts'
import { errors, mediaType, status } from './errors/envelope.ts'

/** The `Accept` header of a browser. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

/** Sent without `--writes` too: should a service have the method after all, there is nothing that it could change. */
const UNUSUAL = [
  ['OPEN-24', 'GET', '/no-such-resource'],
  ['OPEN-25', 'DELETE', '/analytics/summary'],
  ['OPEN-25', 'PUT', `/leads/${UNKNOWN_ID}`],
  ['OPEN-25', 'DELETE', `/conversations/${UNKNOWN_ID}`],
] as const

export default [
  suite('Errors', {}, (verify) => {
    verify(
      ['ERROR-04', 'OPEN-24', 'OPEN-25'],
      'keeps the envelope for unknown paths and methods',
      { cost: 0, costAlone: 4, smoke: true },
      async ({ bystander, observe, each, inconclusive }) => {
        // The status is open. The oracle checks the envelope of every error.
        let errors = 0
        await each(UNUSUAL, async ([openPoint, method, path]) => {
          const answer = (await bystander.request({ method, path })).arrived()
          if ((answer.status ?? 0) >= 400) errors += 1
          observe(
            openPoint,
            `${method} ${path}: ${answer.status} ${quote(answer.body['code'] ?? '')}`,
            answer,
          )
        })
        if (errors === 0) inconclusive('none of them got an error')
      },
    )

    verify(
      ['ERROR-04', 'JSON-01', 'JSON-02'],
      'answers a browser with the same envelope',
      { cost: 0, costAlone: 2 },
      async ({ bystander, anonymous, expect }) => {
        // Frameworks render an HTML error page for clients that prefer HTML. The oracle checks the form of the
        // answers.
        const [missing, refused] = await Promise.all([
          bystander.sending('Accept', BROWSER).lead(UNKNOWN_ID),
          anonymous.sending('Accept', BROWSER).me(),
        ])

        // An id that no encoder makes may be malformed rather than absent.
        expect(missing).toRefuse([400, 404, 406], { requirement: 'GET-LEAD-02' })
        expect(refused).toRefuse([401, 406], { requirement: 'AUTH-01' })
      },
    )

    verify(
      'ERROR-06',
      'gives the same refusal the same code each time',
      { cost: 0, costAlone: 8 },
      async ({ bystander, anonymous, expect, each, inconclusive }) => {
        const refused = [
          () => bystander.afresh().lead(UNKNOWN_ID),
          () => bystander.afresh().sources(),
          () => anonymous.afresh().me(),
        ]

        await each(refused, async (ask) => {
          const answers = await Promise.all(Array.from({ length: 4 }, () => ask()))
          const [first, ...others] = answers.filter(
            ({ isRefusal, body }) => isRefusal && typeof body['code'] === 'string',
          )
          if (first === undefined) return inconclusive('needs a refusal with a code')
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

    verify(
      'OPEN-26',
      'is asked for an id of nothing and for a refusal',
      { cost: 0, costAlone: 1, weight: 0.25 },
      async ({ bystander, observe }) => {
        const [bad, missing] = await Promise.all([bystander.sources(), bystander.lead(UNKNOWN_ID)])

        observe('OPEN-26', `400 ${quote(bad.body['code'])}, 404 ${quote(missing.body['code'])}`, bad, missing)
      },
    )

    verify(
      ['OPEN-32'],
      'is asked with malformed values',
      { cost: 0, costAlone: 6, weight: 0.25 },
      async ({ bystander, expect, observe, each }) => {
        const malformed = [
          ['GET /conversations', { since: 'not-a-date' }],
          ['GET /conversations', { is_lead: 'maybe' }],
          ['GET /conversations', { is_resolved: 'maybe' }],
          ['GET /leads', { since: 'not-a-date' }],
          ['GET /bookings', { since: 'not-a-date' }],
          ['GET /reservations', { since: 'not-a-date' }],
        ] as const

        await each(malformed, async ([list, query]) => {
          const answer = await bystander.list(list, query)
          expectNoServerError(expect, answer, {
            requirement: 'INPUT-02',
          })
          observe('OPEN-32', `${list}?${queryText(query)}: ${answer.status}`, answer)
        })
      },
    )
  }),

  suite('Errors · bodies', { phase: 'write' }, (verify) => {
    verify(
      'OPEN-27',
      'is sent a body of another content type',
      { cost: 1, weight: 0.25 },
      async ({ api, observe }) => {
        const answer = await api.createLead(new RawBody('{}', 'text/plain'))

        observe('OPEN-27', `text/plain: ${answer.status} ${quote(answer.body['code'] ?? '')}`, answer)
      },
    )
  }),
]

export const oracles = [mediaType, status, errors]

/** What is no endpoint, or not asked as one: errors keep their envelope. Specification part 7. */
import { absentId } from '../lib/api/absent.ts'
import { RawBody } from '../lib/api/actor.ts'
import { suite } from '../lib/api/case.ts'
import { quote } from '../lib/util/values.ts'

const UNUSUAL = [
  ['OPEN-24', 'GET', '/no-such-resource'],
  ['OPEN-25', 'DELETE', '/me'],
  ['OPEN-25', 'PUT', '/chatbots'],
  ['OPEN-25', 'DELETE', `/conversations/${absentId('Uk4x9Qw2Lz')}`],
] as const

export default [
  suite('Errors', {}, (verify) => {
    verify(
      ['ERROR-04', 'OPEN-24', 'OPEN-25'],
      'keeps the envelope for unknown paths and methods',
      { cost: 0, costAlone: 4, smoke: true },
      async ({ bystander, observe, each, inconclusive }) => {
        // Which status they get is open; that an error is an error envelope is judged by the oracle on every answer.
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
        if (errors === 0) inconclusive('none of them was answered with an error')
      },
    )

    verify(
      'OPEN-26',
      'is asked for an id of nothing and for a refusal',
      { cost: 0, costAlone: 1, weight: 0.25 },
      async ({ bystander, observe }) => {
        const [bad, missing] = await Promise.all([
          bystander.sources(),
          bystander.lead(absentId('Uk4x9Qw2Lz')),
        ])

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
          expect(answer).toRefuse([200, 400], {
            requirement: 'INPUT-02',
            explainedBy: [
              'LIST-CONVERSATIONS-21',
              'LIST-CONVERSATIONS-22',
              'LIST-CONVERSATIONS-25',
              'LIST-LEADS-22',
              'LIST-RESERVATIONS-30',
              'LIST-RESERVATIONS-32',
            ],
          })
          observe('OPEN-32', `${list} with ${JSON.stringify(query)}: ${answer.status}`, answer)
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

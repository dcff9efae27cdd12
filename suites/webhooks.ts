/** What the service emits. Specification part 6. Runs with the writing phase, or after it: only writes cause events. */
import { FIELDS } from '../lib/catalogue/index.ts'
import { suite } from '../lib/harness/case.ts'
import { carriesReservation, isEvent, leadTraces, tellsOf } from '../lib/harness/events.ts'
import { race } from '../lib/harness/dedup.ts'
import { plainLead } from '../lib/harness/plain-lead.ts'
import { updateEcho } from '../lib/harness/update-echo.ts'
import { isObject } from '../lib/oracles/values.ts'

/** Where the lists show malformed reservations already, events do so too. */
const FIELD_RULES = [
  'TIME-01',
  ...FIELDS.filter(({ resource }) => resource === 'Reservation').map(({ id }) => id),
]

/** The names of an object's members, in an order of their own: what they hold is another in every run. */
const names = (value: unknown): string[] => (isObject(value) ? Object.keys(value).sort() : [])

export default [
  suite('Webhooks · leads', { phase: 'write', lane: 'lead' }, (verify) => {
    verify(
      ['EVENT-01', 'OPEN-23'],
      'emits lead.created for a lead of the API',
      { needs: ['webhooks', 'chatbot'], cost: 0 },
      async (ctx) => {
        const { world, deliveries, expect, observe } = ctx
        const { body, created } = await plainLead(ctx)
        const text = body.status
        created.control()
        // Where payloads name nothing that we wrote, any event of a lead has to do.
        const traces = leadTraces(world.discovery, [text, String(created.data['id'])], text)
        const delivery = await deliveries.first((one) => tellsOf(one, deliveries.all(), traces))

        expect(created).toSatisfy(
          delivery !== undefined,
          'a delivery of lead.created',
          'none in the time given to wait (--webhook-wait)',
        )
        observe(
          'OPEN-23',
          `headers ${names(delivery?.headers)
            .filter((name) => name.startsWith('x-') || name.includes('sign'))
            .join(' ')}; body with ${names(delivery?.json).join(', ') || 'no members'}`,
          created,
        )
      },
    )

    verify(
      'EVENT-01',
      'emits lead.created for a lead with a conversation',
      { needs: ['webhooks', 'bareConversations'], cost: 0 },
      async (ctx) => {
        const { answers, body } = await race(ctx)
        for (const answer of answers) answer.control()
        const own = answers.map(({ data }) => String(data['id']))
        const traces = leadTraces(ctx.world.discovery, own, String(body['status']))
        const delivery = await ctx.deliveries.first((one) => tellsOf(one, ctx.deliveries.all(), traces))

        ctx
          .expect(answers[0])
          .toSatisfy(
            delivery !== undefined,
            'a delivery of lead.created',
            'none in the time given to wait (--webhook-wait)',
            { also: [answers[1]] },
          )
      },
    )
  }),

  // At the end, when every kind of update has been sent.
  suite('Webhooks · updates', { phase: 'spend' }, (verify) => {
    verify(
      'EVENT-02',
      'emits nothing for an update',
      { needs: ['writes', 'webhooks', 'patient', 'chatbot'], cost: 3 },
      async (ctx) => {
        const { answer, delivery } = await updateEcho(ctx)

        ctx
          .expect(answer)
          .toSatisfy(delivery === undefined, 'no webhook', `a delivery: ${delivery?.body.slice(0, 200)}`)
      },
    )
  }),

  suite('Webhooks · reservations', { phase: 'spend' }, (verify) => {
    verify(
      'EVENT-03',
      'carries the reservation in its events',
      { needs: ['webhooks'], cost: 1 },
      async ({ api, deliveries, expect, inconclusive }) => {
        const events = deliveries.all().filter((delivery) => isEvent(delivery, 'reservation.'))
        if (events.length === 0) inconclusive('needs a reservation that changes while the run is listening')
        const anchor = await api.me()
        const bare = events.find((delivery) => !carriesReservation(delivery))

        expect(anchor).toSatisfy(
          bare === undefined,
          'the reservation somewhere in the payload',
          `a delivery: ${bare?.body.slice(0, 200)}`,
          { explainedBy: FIELD_RULES },
        )
      },
    )
  }),
]

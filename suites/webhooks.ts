/** Webhooks. Specification part 6. Runs with the writing phase or right after it: only writes cause events. */
import { suite } from '../lib/harness/context.ts'
import { isObject } from '../lib/util/values.ts'
import { simultaneousLeads } from './support/leads.ts'
import {
  announcedCount,
  announcedLeadOf,
  announcedPlainLead,
  announcedRefusal,
  announcementOf,
  insteadOf,
  isReservationEvent,
  reservationsIn,
  unannouncedLead,
  unlikeListed,
} from './webhooks/events.ts'
import { updateEcho } from './webhooks/update-echo.ts'
import { openPoints } from './webhooks/open-points.ts'

/** How long a reservation event is waited for. Nothing that a run sends has to cause one. */
const MAY_COME_MS = 2000

/** Registration is not specified, so an absence of all deliveries is not a violation. */
const NO_DELIVERY = 'no delivery of any kind arrived: is the webhook registered?'

/** How deliveries are encoded, signed or encrypted is not shown. */
const UNREADABLE = 'no delivery is JSON: deliveries may be signed or encrypted'

/** The names of an object's members, sorted: values differ from run to run. */
const names = (value: unknown): string[] => (isObject(value) ? Object.keys(value).sort() : [])

export default [
  suite('Webhooks · leads', { phase: 'write', lane: 'lead' }, (verify) => {
    verify(
      ['EVENT-01', 'OPEN-23'],
      'emits lead.created for a lead of the API',
      { needs: ['webhooks', 'chatbot'], cost: 0 },
      async (ctx) => {
        const { deliveries, expect, inconclusive, observe } = ctx
        // If payloads contain nothing that we sent, any event of a lead must do.
        const { created, delivery } = await announcedPlainLead(ctx)
        created.control()

        if (deliveries.all().length === 0) inconclusive(NO_DELIVERY)
        if (deliveries.all().every(({ json }) => json === undefined)) inconclusive(UNREADABLE)
        expect(created).toSatisfy(
          delivery !== undefined,
          'a delivery of lead.created',
          'none in the time given to wait (--webhook-wait)',
        )
        observe(
          'OPEN-23',
          `headers: ${
            names(delivery?.headers)
              .filter((name) => name.startsWith('x-') || name.includes('sign'))
              .join(', ') || 'none of its own'
          }; body: ${names(delivery?.json).join(', ') || 'no members'}`,
          created,
        )
      },
    )

    verify(
      'EVENT-01',
      'emits lead.created for a lead with a conversation',
      { needs: ['webhooks', 'bareConversations'], cost: 0 },
      async (ctx) => {
        const { inconclusive } = ctx
        const { conversation, answers, body } = await simultaneousLeads(ctx)
        for (const answer of answers) answer.control()
        const isNew = answers.some(
          ({ body: { existing }, data }) =>
            existing !== true || data['conversation_id'] === conversation['id'],
        )
        if (!isNew)
          inconclusive('needs a new lead: both answers show an existing one of another conversation')
        const own = answers.map(({ data }) => String(data['id']))
        const delivery = await announcementOf(ctx, own, String(body['status']))
        const chatbot = String(conversation['chatbot_id'])
        const other = delivery === undefined ? [await announcedLeadOf(ctx, chatbot)] : []

        ctx
          .expect(answers[0])
          .toSatisfy(
            delivery !== undefined,
            'a delivery of lead.created',
            'none in the time given to wait (--webhook-wait), as for a lead of this chatbot without a conversation',
            { also: [answers[1], ...other] },
          )
      },
    )
  }),

  // At the end, after every kind of update.
  suite('Webhooks · updates', { phase: 'review' }, (verify) => {
    verify(
      'EVENT-02',
      'emits nothing for an update',
      {
        needs: ['writes', 'webhooks', 'updateTarget', 'chatbot'],
        cost: 3,
        reviews: ['PATCH /conversations/{id}'],
      },
      async (ctx) => {
        const { answer, delivery } = await updateEcho(ctx)

        ctx
          .expect(answer)
          .toSatisfy(delivery === undefined, 'no webhook', `a delivery: ${delivery?.body.slice(0, 200)}`)
      },
    )
  }),

  // At the end, after every lead.
  suite('Webhooks · every lead', { phase: 'review' }, (verify) => {
    verify(
      'EVENT-01',
      'emits lead.created for every lead, and for none that was refused',
      { needs: ['writes', 'webhooks', 'chatbot'], cost: 0, reviews: ['POST /leads'] },
      async (ctx) => {
        const { created } = await announcedPlainLead(ctx)
        const unannounced = await unannouncedLead(ctx)
        const announcedRefused = announcedRefusal(ctx)

        ctx
          .expect(unannounced ?? created)
          .toSatisfy(
            unannounced === undefined,
            'a delivery of lead.created',
            'none in the time given to wait (--webhook-wait), as for other leads of this chatbot',
          )
        ctx.expect(announcedRefused?.refusal ?? created).toSatisfy(
          announcedRefused === undefined,
          'no lead.created for a lead that was refused',
          () => `a delivery: ${announcedRefused?.delivery.body.slice(0, 200)}`,
          // A refused valid lead may have been created nevertheless.
          {},
        )
        if (announcedCount(ctx) === 0) ctx.inconclusive('needs webhooks that name the leads by their ids')
      },
    )
  }),

  suite('Webhooks · reservations', { phase: 'review' }, (verify) => {
    verify(
      'EVENT-03',
      'carries the reservation in its events',
      { needs: ['webhooks'], cost: 1 },
      async ({ api, deliveries, expect, inconclusive }) => {
        if ((await deliveries.first(isReservationEvent, MAY_COME_MS)) === undefined)
          inconclusive('needs a reservation that changes while the run is listening')
        const list = await api.fullPage('GET /reservations')
        const events = deliveries.all().filter(isReservationEvent)
        const bare = events.find((delivery) => reservationsIn(delivery).length === 0)

        expect(list).toSatisfy(
          bare === undefined,
          'the reservation somewhere in the payload',
          () => (bare === undefined ? '' : insteadOf(bare)),
          {},
        )
        const unlike = events
          .flatMap(reservationsIn)
          .map((carried) => unlikeListed(carried, list.items))
          .find((difference) => difference !== undefined)
        expect(list).toSatisfy(unlike === undefined, 'the reservation as the list shows it', unlike ?? '')
      },
    )
  }),

  openPoints,
]

/** What the service emits. Specification part 6. Runs in the writing phase: only writes cause events. */
import { FIELDS } from '../lib/catalogue/index.ts'
import { suite } from '../lib/harness/case.ts'
import { type Discovery, idsOf } from '../lib/harness/discovery.ts'
import { carriesReservation, isEvent, mentions, runOf, tellsOf } from '../lib/harness/events.ts'
import { race } from '../lib/harness/dedup.ts'
import { fullLead } from '../lib/harness/lead-bodies.ts'
import { recordLead } from '../lib/harness/leads.ts'
import { patient } from '../lib/harness/patient.ts'

/** Ids of leads that were there before the run. */
const knownLeads = (discovery: Discovery): string[] => idsOf(discovery.main.lists['GET /leads'].rows)

/** Where the lists show malformed reservations already, events do so too. */
const FIELD_RULES = [
  'TIME-01',
  ...FIELDS.filter(({ resource }) => resource === 'Reservation').map(({ id }) => id),
]

export default [
  suite('Webhooks · leads', { phase: 'write', lane: 'lead' }, (verify) => {
    verify(
      ['EVENT-01', 'OPEN-23'],
      'emits lead.created for a lead of the API',
      { needs: ['webhooks', 'chatbot'], cost: 1 },
      async (ctx) => {
        const { api, world, mark, deliveries, expect, observe } = ctx
        const text = mark()
        const created = recordLead(ctx, await api.createLead(fullLead(world.chatbot, text)))
        created.control()
        // Where payloads name nothing that we wrote, any event of a lead has to do.
        const traces = {
          own: [text, String(created.data['id'])],
          others: [runOf(text), ...knownLeads(world.discovery)],
        }
        const delivery = await deliveries.first((one) => tellsOf(one, deliveries.all(), traces))

        expect(created).toSatisfy(
          delivery !== undefined,
          'a delivery of lead.created',
          'none in the time given to wait (--webhook-wait)',
        )
        observe(
          'OPEN-23',
          `headers ${Object.keys(delivery?.headers ?? {})
            .filter((name) => name.startsWith('x-') || name.includes('sign'))
            .join(' ')}; body ${delivery?.body.slice(0, 160)}`,
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
        const traces = {
          own: answers.map(({ data }) => String(data['id'])),
          others: [runOf(String(body['status'])), ...knownLeads(ctx.world.discovery)],
        }
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

  suite('Webhooks · updates', { phase: 'write', lane: 'conversation' }, (verify) => {
    verify(
      'EVENT-02',
      'emits nothing for an update',
      { needs: ['webhooks', 'patient', 'chatbot'], cost: 2 },
      async (ctx) => {
        const { deliveries, world } = ctx
        const { id, api, expect, mark } = await patient(ctx)
        const tag = mark()
        const answer = (await api.patchConversation(id, { tags: [tag], is_resolved: true })).control()
        // A lead that is created afterwards is the fence: once its event has come, that of the update would have come too.
        const text = mark()
        const later = recordLead(ctx, await api.createLead(fullLead(world.chatbot, text)))
        const traces = {
          own: [text, String(later.data['id'])],
          others: [runOf(text), ...knownLeads(world.discovery)],
        }
        const fence = await deliveries.first((one) => tellsOf(one, deliveries.all(), traces))
        if (fence === undefined)
          ctx.inconclusive('needs webhooks that are delivered: not even lead.created came')
        const echo = deliveries
          .all()
          .find(
            (one) =>
              mentions(one, tag) ||
              (mentions(one, id) && !isEvent(one, 'lead.created') && !isEvent(one, 'reservation.')),
          )

        expect(answer).toSatisfy(echo === undefined, 'no webhook', `a delivery: ${echo?.body.slice(0, 200)}`)
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

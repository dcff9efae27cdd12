/** Webhooks. Specification part 6. Only writes cause events, so most of these cases run after all writes. */
import { UNKNOWN_ID } from '../lib/engine/case/absent-ids.ts'
import { linkedLeads } from '../lib/engine/case/chosen.ts'
import type { WebhookDelivery } from '../lib/engine/case/context.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { idsOf } from '../lib/engine/case/items.ts'
import { askedId, sentBody } from '../lib/engine/judge/reading.ts'
import { contrastOf } from '../lib/engine/judge/contrast.ts'
import { major, statementsOf } from '../lib/engine/judge/rows.ts'
import { count } from '../lib/engine/util/text.ts'
import { quote } from '../lib/engine/util/values.ts'
import { fullLead, sentConversation } from './support/leads.ts'
import { marksOf } from './support/marks.ts'
import {
  announcedLeads,
  announcedRefusal,
  areUnreadable,
  isLeadCreated,
  isReservationEvent,
  deliveryKind,
  namesOf,
  causedByUpdates,
  reservationsIn,
  tellsOf,
} from './webhooks/deliveries.ts'
import { ofLength } from './writes/texts.ts'

export const theme = 'events'

const part6 = statementsOf({ part: 6, section: '', endpoint: 'webhooks' })
const ofUpdates = statementsOf({ part: 6, section: '', endpoint: 'PATCH /conversations/{id}' })

export const rows = [
  part6.excluded(
    'EVENT-90',
    '3',
    'Not testable: registration, delivery, retries and signing of webhooks, and other kinds of events.',
    'The specification does not show them.',
  ),
]

const NO_DELIVERY = 'no delivery of any kind arrived: is the webhook registered?'
const UNREADABLE = 'needs readable deliveries: none that arrived was recognised (are they encrypted?)'
const NO_LEAD_CREATED =
  'needs a delivery of lead.created that names its lead: is the webhook registered for it?'

export default suite('Webhooks', { phase: 'review' }, (verify) => {
  verify(
    [
      part6.must(
        'EVENT-01',
        '`POST /leads` when a lead is created',
        '`lead.created` is emitted for each lead created through the API, and never for a refused one.',
        major('The automation that greets new leads never starts, or greets somebody who was refused.'),
      ),
      part6.open('OPEN-22', '4', 'Whether `lead.created` is emitted when an existing lead is returned.'),
      part6.open(
        'OPEN-23',
        '2',
        'The format of a delivery: its headers, its signature and where the payload is.',
      ),
    ],
    'emits `lead.created` for each new lead and no refused one',
    { needs: ['writes', 'webhooks', 'chatbot'] },
    async (ctx) => {
      const { api, world, deliveries, mark, expect, inconclusive, observe } = ctx
      const { chatbot } = world
      const created = (await api.createLead(fullLead(chatbot, mark()))).mustBeUsable()
      await api.createLead({ chatbot_id: chatbot, name: mark() })
      await api.createLead({ ...fullLead(chatbot, mark()), notes: ofLength('notes', 5000, mark()) })
      await api.createLead({ ...fullLead(chatbot, mark()), email: 'none' })
      let { heard, silent } = await announcedLeads(ctx)
      const [lost] = silent
      if (lost !== undefined && silent.length === 1) {
        // A delivery may get lost on its way: a single lead without a delivery is sent once more, with a text
        // of its own.
        const body = JSON.stringify({ ...sentBody(lost.exchange), conversation_id: null })
        await api.createLead(
          JSON.parse(marksOf(body).reduce((text, old) => text.replaceAll(old, mark()), body)),
        )
        ;({ heard, silent } = await announcedLeads(ctx))
      }
      const unheard = silent.length > 1 ? silent.at(-1) : undefined
      const refused = announcedRefusal(ctx)

      expect(unheard ?? created).toSatisfy(
        unheard === undefined,
        'a delivery of lead.created',
        () => {
          const told = [heard, silent].map((some) => some.map(({ exchange }) => exchange))
          const contrast = contrastOf(told[1] ?? [], told[0] ?? [])
          const others = count(heard.length, 'other lead')
          return `none within the time that the run waits, but one for ${others}${contrast === undefined ? '' : `, ${contrast}`}`
        },
        { also: heard.slice(0, 1), pointer: '/data/id' },
      )
      expect(refused?.refusal ?? created).toSatisfy(
        refused === undefined,
        'no lead.created for a lead that was refused',
        () => shown(refused?.delivery),
      )
      const all = deliveries.all()
      observe('OPEN-23', envelopeOf(all.find(isLeadCreated)), created)
      const existing = idsOf(linkedLeads(world.discovery))
      const isTold = all.some((one) => isLeadCreated(one) && tellsOf(one, existing))
      observe('OPEN-22', `lead.created is ${isTold ? '' : 'not '}emitted for an existing lead`, created)
      if (all.length === 0) inconclusive(NO_DELIVERY)
      if (areUnreadable(all)) inconclusive(UNREADABLE)
      if (heard.length === 0) inconclusive(NO_LEAD_CREATED)
    },
  )
  // At the end, after every kind of update.
  verify(
    ofUpdates.must(
      'EVENT-02',
      '1',
      'An update of a conversation emits no webhook.',
      major('An automation that updates a conversation on each event triggers itself without end.'),
    ),
    'emits no webhook for an update',
    { needs: ['writes', 'webhooks', 'updateTarget', 'chatbot'] },
    async (ctx) => {
      const { answersTo, deliveries, world, inconclusive, api, expect, mark, settle } = ctx
      // Tags of null cannot be restored: such a conversation is the last choice.
      const conversations = idsOf(
        world.discovery.main.lists['GET /conversations'].items.toSorted(
          (one, other) => Number(Array.isArray(one['tags'])) - Number(Array.isArray(other['tags'])),
        ),
      )
      const askedBy = (operation: string): string[] =>
        answersTo(operation).flatMap(({ exchange }) =>
          exchange.key === 'main' ? (askedId(exchange) ?? []) : [],
        )
      // Events of a lead or a note may name its conversation.
      const told = new Set([
        ...answersTo('POST /leads').flatMap((lead) => [sentConversation(lead), lead.data['conversation_id']]),
        ...askedBy('POST /conversations/{id}/messages'),
      ])
      const id =
        conversations.findLast((one) => one !== world.updateTarget['id'] && !told.has(one)) ??
        inconclusive('needs a conversation for which the run has sent no lead and no note')
      const updated = [...new Set([...askedBy('PATCH /conversations/{id}'), id, UNKNOWN_ID])]
      const other =
        conversations.findLast((one) => !updated.includes(one)) ??
        inconclusive('needs a conversation that the run has not updated')
      const earlier = new Set(deliveries.all())
      // The deliveries that may follow a read or a note.
      await api.conversation(other)
      await api.addNote(other, { content: mark() })
      await api.conversation(id)
      // The first tag of a conversation without tags, a flag, and both removed again; then a refused update.
      await api.patchConversation(id, { tags: [] })
      const update = (await api.patchConversation(id, { tags: [mark()], is_resolved: true })).mustBeUsable()
      await api.patchConversation(id, { tags: [], is_resolved: false })
      await api.patchConversation(id, { tags: mark() })
      await api.patchConversation(UNKNOWN_ID, { tags: [mark()] })
      // A lead created afterwards: once its event arrives, the event of the update would have arrived, too.
      await api.createLead(fullLead(world.chatbot, mark()))
      const later = await deliveries.first(
        (one) => (!earlier.has(one) && isLeadCreated(one)) || areUnreadable(deliveries.all()),
      )
      await settle()
      const isNew = (one: WebhookDelivery): boolean => !earlier.has(one) && tellsOf(one, [id, UNKNOWN_ID])
      // A queue may deliver the event of an update some seconds later: if other updates caused a kind of
      // event, the run waits for it.
      const kinds = new Set(causedByUpdates(deliveries.all(), updated).map(deliveryKind))
      if (kinds.size > 0) await deliveries.first((one) => isNew(one) && kinds.has(deliveryKind(one)))
      const found = causedByUpdates(deliveries.all(), updated).find(isNew)

      expect(update).toSatisfy(found === undefined, 'no webhook for an update', () => shown(found))
      const arrived = deliveries.all()
      if (arrived.length === 0) inconclusive(NO_DELIVERY)
      if (areUnreadable(arrived)) inconclusive(UNREADABLE)
      if (later === undefined)
        inconclusive(
          `needs a lead.created after the update, to know that its event would be here: none of ${count(arrived.length, 'delivery', 'deliveries')} is one`,
        )
    },
  )

  verify(
    part6.must(
      'EVENT-03',
      'each carries the Reservation object',
      'Every `reservation.*` event carries the Reservation object.',
      major('A calendar that follows the events has no time, no guest or no status to show.'),
    ),
    'sends the reservation in every `reservation.*` event',
    { needs: ['webhooks'] },
    async ({ api, deliveries, expect, inconclusive, settle }) => {
      await settle()
      const events = deliveries.all().filter(isReservationEvent)
      if (events.length === 0) inconclusive('needs a reservation that changes during the run')
      const list = (await api.fullPage('GET /reservations')).mustBeUsable()
      const bare = events.find((event) => reservationsIn(event).length === 0)
      const createdAt = new Map(list.items.map((item) => [item['id'], item['created_at']]))
      // Whatever changed a reservation, its creation is the same.
      const unlike = events
        .flatMap(reservationsIn)
        .find((one) => (createdAt.get(one['id']) ?? one['created_at']) !== one['created_at'])

      expect(list).toSatisfy(bare === undefined, 'the reservation in the payload', () => shown(bare))
      expect(list).toSatisfy(
        unlike === undefined,
        `created_at ${quote(createdAt.get(unlike?.['id']))}, as in the list`,
        `${quote(unlike?.['created_at'])} in an event`,
      )
    },
  )
})

function shown(delivery: WebhookDelivery | undefined): string {
  return `a delivery: ${delivery?.body.slice(0, 200)}`
}

function envelopeOf(delivery: WebhookDelivery | undefined): string {
  const own = namesOf(delivery?.headers).filter((name) => name.startsWith('x-') || name.includes('sign'))
  return `headers: ${own.join(', ') || 'none beyond HTTP'}; body: ${namesOf(delivery?.json).join(', ') || 'no members'}`
}

/** Webhooks. Specification part 6. Only writes cause events, so most of it runs after all of them. */
import { linkedLeads } from '../lib/engine/case/chosen.ts'
import type { Delivery } from '../lib/engine/case/context.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { idsOf } from '../lib/engine/case/items.ts'
import { excluded, must, open, section } from '../lib/engine/judge/rows.ts'
import { given, isObject, quote } from '../lib/engine/util/values.ts'
import { createdLeads, fullLead, sentConversation } from './support/leads.ts'
import { announcedRefusal, announcements } from './webhooks/announcements.ts'
import { areUnreadable, isLeadCreated, isReservationEvent, resourcesIn } from './webhooks/recognition.ts'

export const rows = [
  ...section(
    { part: 6, section: '', endpoint: 'webhooks' },
    must(
      'EVENT-01',
      '`POST /leads` when a lead is created',
      '`lead.created` is emitted for each lead created through the API, and never for a refused one.',
    ),
    must(
      'EVENT-03',
      'each carries the Reservation object',
      'Every `reservation.*` event carries the Reservation object.',
    ),
    open('OPEN-22', '4', 'Whether `lead.created` is emitted when an existing lead is returned.'),
    open('OPEN-23', '2', 'The format of a delivery: its headers, its signature and where the payload is.'),
    excluded(
      'EVENT-90',
      '3',
      'Not testable: registration, delivery, retries and signing of webhooks, and other kinds of events.',
      'The specification does not show them.',
    ),
  ),
  ...section(
    { part: 6, section: '', endpoint: 'PATCH /conversations/{id}' },
    must('EVENT-02', '1', 'An update of a conversation emits no webhook.'),
  ),
]

const NO_DELIVERY = 'no delivery of any kind arrived: is the webhook registered?'
const UNREADABLE = 'needs readable deliveries: none that arrived was recognised (are they encrypted?)'
const NO_LEAD_CREATED =
  'needs a delivery of lead.created that names its lead: is the webhook registered for it?'

export default suite('Webhooks', { phase: 'review' }, ({ verify }) => {
  verify(
    ['EVENT-01', 'OPEN-22', 'OPEN-23'],
    'emits `lead.created` for every new lead and no refused one',
    { needs: ['writes', 'webhooks', 'chatbot'] },
    async (ctx) => {
      const { api, world, deliveries, mark, expect, inconclusive, observe } = ctx
      // The chatbot of a lead with a conversation: if others of it are announced, that lead has to be, too.
      const linked = createdLeads(ctx).find(({ data }) => given(data['conversation_id']))
      const theirs = linked?.data['chatbot_id']
      const chatbot = typeof theirs === 'string' ? theirs : world.chatbot
      const created = (await api.createLead(fullLead(chatbot, mark()))).control()
      ;(await api.createLead({ chatbot_id: chatbot, name: mark() })).control()
      await api.createLead({ ...fullLead(chatbot, mark()), email: 'none' })
      const { named, missing } = await announcements(ctx)
      // A listener may be registered for one chatbot, or for other events.
      const heard = new Set(named.map(({ data }) => data['chatbot_id']))
      const unheard = missing.find(({ data }) => heard.has(data['chatbot_id']))
      const refused = announcedRefusal(ctx)

      expect(unheard ?? created).toSatisfy(
        unheard === undefined,
        'a delivery of lead.created',
        `none within --webhook-wait, although ${named.length} other leads were announced`,
        { also: named.slice(0, 1) },
      )
      expect(refused?.refusal ?? created).toSatisfy(
        refused === undefined,
        'no lead.created for a lead that was refused',
        () => shown(refused?.delivery),
      )
      const all = deliveries.all()
      observe('OPEN-23', envelopeOf(all.find(isLeadCreated)), created)
      const existing = idsOf(linkedLeads(world.discovery)).map((id) => JSON.stringify(id))
      const isTold = all.some((one) => isLeadCreated(one) && existing.some((id) => one.body.includes(id)))
      observe('OPEN-22', `lead.created is ${isTold ? '' : 'not '}emitted for an existing lead`, created)
      if (all.length === 0) inconclusive(NO_DELIVERY)
      if (areUnreadable(all)) inconclusive(UNREADABLE)
      if (named.length === 0) inconclusive(NO_LEAD_CREATED)
    },
  )

  // At the end, after every kind of update.
  verify(
    'EVENT-02',
    'emits no webhook for an update',
    {
      needs: ['writes', 'webhooks', 'updateTarget', 'chatbot'],
    },
    async ({ answersTo, deliveries, world, inconclusive, api, expect, mark, settle }) => {
      // An event about a new lead may show its conversation.
      const linked = new Set(
        answersTo('POST /leads').flatMap((lead) => [sentConversation(lead), lead.data['conversation_id']]),
      )
      // Other cases look at what became of the conversation that they have updated.
      const others = world.discovery.main.lists['GET /conversations'].items.filter(
        (one) => one !== world.updateTarget && Array.isArray(one['tags']) && !linked.has(one['id']),
      )
      const [id = inconclusive('needs a conversation for which the run has recorded no lead')] = idsOf(others)
      const tag = mark()
      const earlier = new Set(deliveries.all())
      const update = (await api.patchConversation(id, { tags: [tag], is_resolved: true })).control()
      await api.patchConversation(id, { tags: [] })
      // A refused update must emit nothing either.
      await api.patchConversation(id, { tags: 'none' })
      // A lead created afterwards: once its event is here, that of the update would be, too.
      await api.createLead(fullLead(world.chatbot, mark()))
      const later = await deliveries.first(
        (one) => (!earlier.has(one) && isLeadCreated(one)) || areUnreadable(deliveries.all()),
      )
      await settle()
      const echo = deliveries
        .all()
        .find(
          (one) =>
            !earlier.has(one) &&
            (one.body.includes(tag) || resourcesIn(one, 'Conversation').some((chat) => chat['id'] === id)),
        )

      expect(update).toSatisfy(echo === undefined, 'no webhook', () => shown(echo))
      if (later === undefined) inconclusive('needs a working webhook: not even lead.created arrived')
      if (areUnreadable(deliveries.all())) inconclusive(UNREADABLE)
    },
  )

  verify(
    'EVENT-03',
    'sends the reservation in every `reservation.*` event',
    { needs: ['webhooks'] },
    async ({ api, deliveries, expect, inconclusive, settle }) => {
      await settle()
      const events = deliveries.all().filter(isReservationEvent)
      if (events.length === 0) inconclusive('needs a reservation that changes during the run')
      const list = (await api.fullPage('GET /reservations')).control()
      const bare = events.find((event) => resourcesIn(event, 'Reservation').length === 0)
      const createdAt = new Map(list.items.map((item) => [item['id'], item['created_at']]))
      // Whatever changed a reservation, its creation is the same.
      const unlike = events
        .flatMap((event) => resourcesIn(event, 'Reservation'))
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

/** The beginning of a delivery, for reports. */
function shown(delivery: Delivery | undefined): string {
  return `a delivery: ${delivery?.body.slice(0, 200)}`
}

/** The names of an object's members, sorted: values differ from run to run. */
const names = (value: unknown): string[] => (isObject(value) ? Object.keys(value).sort() : [])

function envelopeOf(delivery: Delivery | undefined): string {
  const own = names(delivery?.headers).filter((name) => name.startsWith('x-') || name.includes('sign'))
  return `headers: ${own.join(', ') || 'none beyond HTTP'}; body: ${names(delivery?.json).join(', ') || 'no members'}`
}

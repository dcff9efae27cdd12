/** Webhooks. Specification part 6. Only writes cause events, so most of it runs after all of them. */
import { UNKNOWN_ID } from '../lib/engine/case/absent-ids.ts'
import { linkedLeads } from '../lib/engine/case/chosen.ts'
import type { WebhookDelivery } from '../lib/engine/case/context.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { idsOf } from '../lib/engine/case/items.ts'
import { major, statementsOf } from '../lib/engine/judge/rows.ts'
import { count } from '../lib/engine/util/text.ts'
import { isObject, quote } from '../lib/engine/util/values.ts'
import { fullLead } from './support/leads.ts'
import { conversationsWithoutLead } from './support/linked-leads.ts'
import {
  announcedRefusal,
  announcements,
  echoing,
  isOfVisitors,
  toldOtherwise,
} from './webhooks/announcements.ts'
import { areUnreadable, isLeadCreated, isReservationEvent, resourcesIn } from './webhooks/recognition.ts'

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
        major('The automation that greets a new lead never starts, or greets somebody who is none.'),
      ),
      part6.open('OPEN-22', '4', 'Whether `lead.created` is emitted when an existing lead is returned.'),
      part6.open(
        'OPEN-23',
        '2',
        'The format of a delivery: its headers, its signature and where the payload is.',
      ),
    ],
    'emits `lead.created` for each kind of new lead and no refused one',
    { needs: ['writes', 'webhooks', 'chatbot'] },
    async (ctx) => {
      const { api, world, deliveries, mark, expect, inconclusive, observe } = ctx
      // With and without a conversation, all of one chatbot: a listener may be registered for it alone.
      const [bare] = conversationsWithoutLead(ctx)
      const chatbot = typeof bare?.['chatbot_id'] === 'string' ? bare['chatbot_id'] : world.chatbot
      const created = (await api.createLead(fullLead(chatbot, mark()))).mustBeUsable()
      const own = [created, await api.createLead({ chatbot_id: chatbot, name: mark() })]
      if (bare !== undefined)
        own.push(await api.createLead({ ...fullLead(chatbot, mark()), conversation_id: String(bare['id']) }))
      await api.createLead({ ...fullLead(chatbot, mark()), email: 'none' })
      const { named, missing } = await announcements(ctx)
      // A listener may be registered for one chatbot, or for other events.
      const heard = new Set(named.map(({ data }) => data['chatbot_id']))
      const silent = missing.filter(({ data }) => heard.has(data['chatbot_id']))
      // One delivery may be lost on its way: a single silent lead has to be one of this case, whose second run sends others.
      const ownIds = new Set(own.map(({ data }) => data['id']))
      const unheard = silent.length > 1 ? silent[0] : silent.find(({ data }) => ownIds.has(data['id']))
      const refused = announcedRefusal(ctx)

      expect(unheard ?? created).toSatisfy(
        unheard === undefined,
        'a delivery of lead.created',
        `none within the time that the run waits, but one for ${count(named.length, 'other lead')}`,
        { also: named.slice(0, 1), pointer: '/data/id' },
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
    ofUpdates.must(
      'EVENT-02',
      '1',
      'An update of a conversation emits no webhook.',
      major('An automation that updates what it is told of starts itself again, without end.'),
    ),
    'emits no webhook for an update',
    { needs: ['writes', 'webhooks', 'updateTarget', 'chatbot'] },
    async (ctx) => {
      const { deliveries, world, inconclusive, api, expect, mark, settle } = ctx
      // Tags of null cannot be put back: such a conversation is the last choice.
      const conversations = world.discovery.main.lists['GET /conversations'].items.toSorted(
        (one, other) => Number(Array.isArray(one['tags'])) - Number(Array.isArray(other['tags'])),
      )
      // Other cases look at what became of the conversation that they have updated, and write to the first ones.
      const told = toldOtherwise(ctx)
      const id =
        idsOf(conversations)
          .filter((one) => one !== world.updateTarget['id'] && !told.has(one))
          .at(-1) ?? inconclusive('needs a conversation for which the run has sent no lead and no note')
      const earlier = new Set(deliveries.all())
      // The first tag of a conversation without tags, a flag, neither of them again; then what is refused.
      await api.patchConversation(id, { tags: [] })
      const update = (await api.patchConversation(id, { tags: [mark()], is_resolved: true })).mustBeUsable()
      await api.patchConversation(id, { tags: [], is_resolved: false })
      await api.patchConversation(id, { tags: mark() })
      await api.patchConversation(UNKNOWN_ID, { tags: [mark()] })
      // A lead created afterwards: once its event is here, that of the update would be, too.
      await api.createLead(fullLead(world.chatbot, mark()))
      const later = await deliveries.first(
        (one) => (!earlier.has(one) && isLeadCreated(one)) || areUnreadable(deliveries.all()),
      )
      await settle()
      // A queue may send some seconds later what an update has caused: where one may have been announced, this one is waited for.
      const isEcho = echoing(ctx, toldOtherwise(ctx))
      if (deliveries.all().some(echoing(ctx))) await deliveries.first(isEcho)
      const found = deliveries.all().find(isEcho)
      if (found !== undefined && deliveries.all().some(isOfVisitors(ctx)))
        inconclusive(
          'deliveries show conversations that this run has not written to, too: others cause events',
        )

      expect(update).toSatisfy(found === undefined, 'no webhook for any update of this run', () =>
        shown(found),
      )
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
function shown(delivery: WebhookDelivery | undefined): string {
  return `a delivery: ${delivery?.body.slice(0, 200)}`
}

/** The names of an object's members, sorted: values differ from run to run. */
const names = (value: unknown): string[] => (isObject(value) ? Object.keys(value).sort() : [])

function envelopeOf(delivery: WebhookDelivery | undefined): string {
  const own = names(delivery?.headers).filter((name) => name.startsWith('x-') || name.includes('sign'))
  return `headers: ${own.join(', ') || 'none beyond HTTP'}; body: ${names(delivery?.json).join(', ') || 'no members'}`
}

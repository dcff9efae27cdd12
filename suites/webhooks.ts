/** Webhooks. Specification part 6. Only writes cause events, so most of these cases run after all writes. */
import { UNKNOWN_ID } from '../lib/engine/case/absent-ids.ts'
import type { Answer } from '../lib/engine/case/answer.ts'
import { linkedLeads } from '../lib/engine/case/chosen.ts'
import type { Context, WebhookDelivery } from '../lib/engine/case/context.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { idsOf } from '../lib/engine/case/items.ts'
import { askedId, sentBody } from '../lib/engine/judge/reading.ts'
import { major, statementsOf } from '../lib/engine/judge/rows.ts'
import { few } from '../lib/engine/util/bounds.ts'
import { count } from '../lib/engine/util/text.ts'
import { given, isObject } from '../lib/engine/util/values.ts'
import { createdLeads, fullLead, sentConversation } from './support/leads.ts'
import { marksOf } from './support/marks.ts'
import {
  carriesReservation,
  isLeadCreated,
  isReservationEvent,
  deliveryKind,
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
      const { api, mark } = ctx
      const { chatbot } = ctx.world
      // First what must be refused: once later leads are announced, these would have been, too.
      const refused = [
        await api.createLead({ ...fullLead(chatbot, mark()), email: 'none' }),
        await api.createLead({ ...fullLead(chatbot, mark()), conversation_id: UNKNOWN_ID }),
      ].filter(({ fate }) => fate === 'refused')
      const created = (await api.createLead(fullLead(chatbot, mark()))).mustBeUsable()
      await api.createLead({ chatbot_id: chatbot, name: mark() })
      await api.createLead({ ...fullLead(chatbot, mark()), notes: ofLength('notes', 5000, mark()) })
      const { heard, silent } = await announcedLeads(ctx)
      expectEachAnnounced(ctx, created, { heard, silent })
      expectNotAnnounced(ctx, refused)
      observeDeliveries(ctx, created)
      requireReadable(ctx)
      if (heard.length === 0)
        ctx.inconclusive(
          'needs a delivery of lead.created that has the id of its lead: is the webhook registered for it?',
        )
    },
  )

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
      const { deliveries, inconclusive, expect, settle } = ctx
      const { id, other, updated } = updateAndControl(ctx)
      const earlier = new Set(deliveries.all())
      const update = await updateBetweenOthers(ctx, id, other)
      // Once the event of the later lead arrives, that of the update would have arrived, too.
      const later = await deliveries.first(
        (one) => (!earlier.has(one) && isLeadCreated(one)) || areUnreadable(deliveries.all()),
      )
      await settle()
      const all = deliveries.all()
      // A kind of delivery that other conversations get as well follows a read, a note or a visitor. If ids are
      // short, other ones in a delivery may be equal to those of updated conversations.
      const ofOthers = all.filter((one) => tellsOf(one, [other]) || !tellsOf(one, updated))
      const harmless = new Set(ofOthers.map(deliveryKind))
      const found = all.find(
        (one) =>
          !earlier.has(one) &&
          tellsOf(one, [id, UNKNOWN_ID]) &&
          !isReservationEvent(one) &&
          !harmless.has(deliveryKind(one)),
      )

      expect(update).toSatisfy(found === undefined, 'no webhook for an update', () => inWords(found))
      requireReadable(ctx)
      if (later === undefined)
        inconclusive(
          `needs a lead.created after the update, to know that its event would be here: none of ${count(all.length, 'delivery', 'deliveries')} is one`,
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
      const bare = events.find((event) => !carriesReservation(event))

      expect(list).toSatisfy(bare === undefined, 'the reservation in the payload', () => inWords(bare))
    },
  )
})

/** The leads of the run that were announced, and those that were not. */
interface Announced {
  readonly heard: readonly Answer[]
  readonly silent: readonly Answer[]
}

/**
 * The leads of the run whose id a `lead.created` has, and those for which none came within ten seconds. A
 * listener may be registered for one chatbot: a lead of another one cannot be missed.
 */
async function announcedLeads(
  ctx: Pick<Context<never>, 'answersTo' | 'deliveries' | 'world'>,
): Promise<Announced> {
  const { deliveries } = ctx
  const leads = createdLeads(ctx)
  const heard = new Set<Answer>()
  // Each delivery is examined once, in order.
  await deliveries.first((delivery) => {
    for (const lead of isLeadCreated(delivery) ? leads : [])
      if (tellsOf(delivery, [String(lead.data['id'])])) heard.add(lead)
    return heard.size === leads.length || areUnreadable(deliveries.all())
  })
  const chatbots = new Set([...heard].map(({ data }) => data['chatbot_id']))
  const silent = leads.filter((lead) => !heard.has(lead) && chatbots.has(lead.data['chatbot_id']))
  return { heard: [...heard], silent }
}

/**
 * Expects a delivery for each lead of the run.
 * @param created - a lead of the case, which is judged if none is silent
 */
function expectEachAnnounced(
  { expect }: Pick<Context, 'expect'>,
  created: Answer,
  { heard, silent }: Announced,
): void {
  // One delivery may get lost on its way: in a second run of the case, another lead has to lack one.
  const isSilent = silent.length > (created.exchange.pass === 2 ? 1 : 0)
  expect((isSilent ? silent.at(-1) : undefined) ?? created).toSatisfy(
    !isSilent,
    'a delivery of lead.created',
    () =>
      `no delivery within ten seconds; ${count(heard.length, 'other lead')} announced${sharedBy(heard, silent)}`,
    { also: heard.slice(0, 1), pointer: '/data/id' },
  )
}

function expectNotAnnounced(
  { deliveries, expect }: Pick<Context, 'deliveries' | 'expect'>,
  refused: readonly Answer[],
): void {
  for (const refusal of refused) {
    const marks = marksOf(refusal.exchange.request.body)
    const announced = deliveries.all().find((one) => isLeadCreated(one) && tellsOf(one, marks))
    expect(refusal).toSatisfy(announced === undefined, 'no lead.created for a lead that was refused', () =>
      inWords(announced),
    )
  }
}

/** Observes the form of deliveries, and whether one is about a lead that was there before the run. */
function observeDeliveries(
  { deliveries, observe, world }: Pick<Context<never>, 'deliveries' | 'observe' | 'world'>,
  created: Answer,
): void {
  const all = deliveries.all()
  observe('OPEN-23', envelopeInWords(all.find(isLeadCreated)), created)
  const existing = idsOf(linkedLeads(world.discovery))
  const isTold = all.some((one) => isLeadCreated(one) && tellsOf(one, existing))
  observe('OPEN-22', `lead.created is ${isTold ? '' : 'not '}emitted for an existing lead`, created)
}

/** The fields that every announced lead names, and no silent one, in words. */
function sharedBy(heard: readonly Answer[], silent: readonly Answer[]): string {
  const names = ({ exchange }: Answer, field: string): boolean => given(sentBody(exchange)[field])
  const [first, second] = heard
  if (first === undefined || second === undefined) return ''
  const shared = Object.keys(sentBody(first.exchange)).filter(
    (field) => heard.every((lead) => names(lead, field)) && !silent.some((lead) => names(lead, field)),
  )
  return shared.length === 0 ? '' : `, all of them with ${few(shared)}`
}

/**
 * A conversation to update, one that stays as it is, and all that the run has updated. Events of a lead or a
 * note may name its conversation: the run has sent none for the conversation to update.
 */
function updateAndControl({
  answersTo,
  world,
  inconclusive,
}: Pick<Context<'updateTarget'>, 'answersTo' | 'world' | 'inconclusive'>): {
  readonly id: string
  readonly other: string
  readonly updated: readonly string[]
} {
  // Tags of null cannot be restored: such a conversation is the last choice.
  const conversations = idsOf(
    world.discovery.main.lists['GET /conversations'].items.toSorted(
      (one, another) => Number(Array.isArray(one['tags'])) - Number(Array.isArray(another['tags'])),
    ),
  )
  const askedBy = (operation: string): string[] =>
    answersTo(operation).flatMap(({ exchange }) => (exchange.key === 'main' ? (askedId(exchange) ?? []) : []))
  const told = new Set<unknown>([
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
  return { id, other, updated }
}

/**
 * Updates a conversation, after other requests that a delivery may follow, and before a lead that one must
 * follow.
 * @param other - a conversation that is never updated
 */
async function updateBetweenOthers(
  { api, mark, world }: Context<'updateTarget' | 'chatbot'>,
  id: string,
  other: string,
): Promise<Answer> {
  await api.conversation(other)
  await api.addNote(other, { content: mark() })
  await api.conversation(id)
  // The first tag of a conversation without tags, a flag, and both removed again; then a refused update.
  await api.patchConversation(id, { tags: [] })
  const update = (await api.patchConversation(id, { tags: [mark()], is_resolved: true })).mustBeUsable()
  await api.patchConversation(id, { tags: [], is_resolved: false })
  await api.patchConversation(id, { tags: mark() })
  await api.patchConversation(UNKNOWN_ID, { tags: [mark()] })
  await api.createLead(fullLead(world.chatbot, mark()))
  return update
}

/** Whether none of some deliveries is of a kind that part 6 shows: they may be encrypted. */
function areUnreadable(deliveries: readonly WebhookDelivery[]): boolean {
  return deliveries.length > 0 && !deliveries.some((one) => isLeadCreated(one) || isReservationEvent(one))
}

function requireReadable({ deliveries, inconclusive }: Pick<Context, 'deliveries' | 'inconclusive'>): void {
  const all = deliveries.all()
  if (all.length === 0) inconclusive('no delivery of any kind arrived: is the webhook registered?')
  if (areUnreadable(all))
    inconclusive('needs readable deliveries: none that arrived was recognised (are they encrypted?)')
}

function inWords(delivery: WebhookDelivery | undefined): string {
  return `a delivery: ${delivery?.body.slice(0, 200)}`
}

function envelopeInWords(delivery: WebhookDelivery | undefined): string {
  const own = Object.keys(delivery?.headers ?? {}).filter(
    (name) => name.startsWith('x-') || name.includes('sign'),
  )
  const members = isObject(delivery?.json) ? Object.keys(delivery.json) : []
  return `headers: ${own.toSorted().join(', ') || 'none beyond HTTP'}; body: ${members.toSorted().join(', ') || 'no members'}`
}

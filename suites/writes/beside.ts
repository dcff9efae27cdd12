/**
 * A write changes nothing beyond the item that it names: chatbots, leads and conversations are compared before
 * and after two updates, a note and a new lead.
 */
import type { Answer } from '../../lib/engine/case/answer.ts'
import { chosenNoteTarget, chosenUpdateTarget, linkedLeads } from '../../lib/engine/case/chosen.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { idsOf, isId } from '../../lib/engine/case/items.ts'
import { CONTRACT } from '../../lib/engine/contract/api.ts'
import type { ListKey } from '../../lib/engine/contract/operations.ts'
import { once } from '../../lib/engine/util/memo.ts'
import { contradict, given, type JsonObject, quote } from '../../lib/engine/util/values.ts'
import { fullLead, plainLead } from '../support/leads.ts'
import { writtenConversations } from '../support/written-conversations.ts'
import { mustBeAccepted } from './accepted.ts'
import { TEXTS_OF_FIELDS } from './fragments.ts'
import { reaches, steadyBefore } from './looks.ts'
import { restlessSoFar } from '../support/restless.ts'
import { inWords } from './same.ts'

type Neighbour = 'conversation' | 'lead' | 'chatbot'

/** The lists of the items that are compared. */
const LISTS = {
  conversation: 'GET /conversations',
  lead: 'GET /leads',
  chatbot: 'GET /chatbots',
} as const satisfies Readonly<Record<Neighbour, ListKey>>

const NEIGHBOURS = ['conversation', 'lead', 'chatbot'] as const

/** The compared fields; of a conversation, those that visitors and colleagues do not change while they talk. */
const FIELDS: Readonly<Record<Neighbour, readonly string[]>> = {
  conversation: ['chatbot_id', 'visitor_id', 'is_lead', 'is_resolved', 'tags', 'language_code', 'created_at'],
  lead: CONTRACT.fieldsOf('Lead').map(({ name }) => name),
  chatbot: CONTRACT.fieldsOf('Chatbot').map(({ name }) => name),
}

/** A kind of write, and the rule that it changes none of its neighbours. */
const RULES = {
  update: {
    conversation: 'PATCH-CONVERSATION-14',
    lead: 'PATCH-CONVERSATION-14',
    chatbot: 'PATCH-CONVERSATION-18',
  },
  note: { conversation: 'ADD-NOTE-16', lead: 'ADD-NOTE-16', chatbot: 'ADD-NOTE-16' },
  lead: { conversation: 'CREATE-LEAD-40', lead: 'CREATE-LEAD-40', chatbot: 'CREATE-LEAD-39' },
} as const satisfies Readonly<Record<string, Readonly<Record<Neighbour, string>>>>

/** A write, and what it concerns: its conversation or, for a lead without one, the person. */
interface SentWrite {
  readonly kind: keyof typeof RULES
  readonly concerns: JsonObject
  readonly answer: Answer
}

/**
 * Updates two conversations, one with a lead and one of an unknown visitor; adds a note to a third one, also
 * with a lead; and records a lead of a person who has one already, for a paused chatbot. Expects everything
 * else to be unchanged: other users had only a moment for a change. What changed is blamed on the write to
 * which it is closest.
 */
export async function expectNothingBeside(ctx: Context<'updateTarget' | 'chatbot'>): Promise<void> {
  const { api, mark } = ctx
  const [updated, annotated] = chosenConversations(ctx)
  if (updated.length === 0) ctx.inconclusive('needs a conversation that this run has not written to')
  const person = await plainLead(ctx)
  const readAll = (): Promise<readonly Answer[]> =>
    Promise.all(NEIGHBOURS.map((one) => api.fullPage(LISTS[one])))
  const before = await readAll()
  const update = async (item: JsonObject): Promise<SentWrite> => {
    // Its present value: a service that also updates other conversations may have changed it.
    const { is_resolved: flag } = before[0]?.items.find(({ id }) => id === item['id']) ?? item
    const body = { tags: [mark()], is_resolved: flag !== true }
    return { kind: 'update', concerns: item, answer: await api.patchConversation(String(item['id']), body) }
  }
  const note = async (item: JsonObject): Promise<SentWrite> => {
    const answer = await api.addNote(String(item['id']), { content: mark() })
    return { kind: 'note', concerns: item, answer }
  }
  const lead = async (): Promise<SentWrite> => {
    const { email, phone } = person.body
    const [chatbot = person.body['chatbot_id']] = pausedChatbots(ctx)
    const status = TEXTS_OF_FIELDS.status.at(-2)
    const concerns = { ...fullLead(String(chatbot), mark()), email, phone, status }
    return { kind: 'lead', concerns, answer: await api.createLead(concerns) }
  }
  const writes = await Promise.all([...updated.map(update), ...annotated.map(note), lead()])
  mustBeAccepted(ctx, writes.at(-1)!.answer, 'CREATE-LEAD-01')
  const after = await readAll()
  const [own, leads] = [writtenConversations(ctx), ownLeads(ctx, person.created)]
  // Fields that others change all the time tell nothing.
  const restless = {
    conversation: once(() => restlessSoFar(ctx, 'Conversation')),
    lead: once(() => restlessSoFar(ctx, 'Lead')),
    chatbot: once(() => restlessSoFar(ctx, 'Chatbot')),
  }
  for (const [index, kind] of NEIGHBOURS.entries())
    for (const item of lostFrom(before[index], after[index])) {
      const isWritten = writes.find(
        ({ concerns }) => concerns['id'] === item[kind === 'lead' ? 'conversation_id' : 'id'],
      )
      // Somebody may delete any other item at the same moment.
      if (isWritten === undefined || kind === 'chatbot') continue
      ctx
        .expect(after[index]!)
        .toSatisfy(false, `${kind} ${quote(item['id'])}, as before the write`, 'an answer without it', {
          // A conversation that was written to is listed as every other one.
          requirement: kind === 'conversation' ? 'LIST-CONVERSATIONS-29' : RULES[isWritten.kind][kind],
          also: [before[index]!, isWritten.answer],
          pointer: '/data',
        })
    }
  const isSteady = steadyBefore(ctx, writes[0].answer)
  for (const [index, kind] of NEIGHBOURS.entries())
    for (const change of changesIn(before[index], after[index], FIELDS[kind], isSteady)) {
      const { item, field, was, is, page, pointer } = change
      if (kind === 'conversation' && own.has(item['id'])) continue
      if (kind === 'lead' && leads.has(item['id'])) continue
      if (restless[kind]().has(field)) continue
      // The lead of that person is of this run: an automation may edit it, but not to what was sent just now.
      const isOfPerson = kind === 'lead' && item['id'] === person.created.data['id']
      if (isOfPerson && contradict(is, writes.at(-1)?.concerns[field])) continue
      const blamed = closest(kind, item, writes)
      ctx
        .expect(page)
        .toSatisfy(
          false,
          `\`${field}\` of ${kind} ${quote(item['id'])} ${inWords(was)}, as before the write`,
          inWords(is),
          {
            requirement: RULES[blamed.kind][kind],
            also: [before[index]!, blamed.answer],
            pointer,
            // A chatbot that was switched on or off stays so: this effect happens only once.
            proof: kind === 'chatbot' ? true : undefined,
          },
        )
    }
}

function pausedChatbots({ world }: Pick<Context<never>, 'world'>): readonly string[] {
  const chatbots = world.discovery.main.lists['GET /chatbots'].items
  return idsOf(chatbots.filter((item) => item['is_active'] === false))
}

/** The leads of this run but one: lists may show new ones late. */
function ownLeads({ answersTo }: Pick<Context, 'answersTo'>, but: Answer): ReadonlySet<unknown> {
  const own = new Set(answersTo('POST /leads').map(({ data }) => data['id']))
  own.delete(but.data['id'])
  return own
}

/**
 * Two conversations for updates, and one for a note: that one has a lead, and another visitor and chatbot than
 * the first one, so that their effects can be told apart.
 */
function chosenConversations(
  ctx: Context<'updateTarget' | 'chatbot'>,
): readonly [updated: readonly JsonObject[], annotated: readonly JsonObject[]] {
  const { discovery } = ctx.world
  const written = writtenConversations(ctx)
  const all = discovery.main.lists['GET /conversations'].items
  const ofOthers = [chosenUpdateTarget(discovery)?.['id'], chosenNoteTarget(discovery)]
  const free = all.filter(
    (item) =>
      isId(item['id']) &&
      !ofOthers.includes(item['id']) &&
      !written.has(item['id']) &&
      CONTRACT.validate('ConversationPatch', { tags: item['tags'] ?? null }).length === 0,
  )
  const leads = new Map(linkedLeads(discovery).map((lead) => [lead['conversation_id'], lead]))
  const withLead = free.find(({ id }) => leads.has(id))
  const ofNobody = free.find((item) => item !== withLead && !given(item['visitor_id']))
  const targets = [withLead, ofNobody].filter((item) => item !== undefined)
  const updated = targets.length > 0 ? targets : free.slice(0, 1)
  const paused = pausedChatbots(ctx)
  const traits = (item: JsonObject): readonly boolean[] => [
    leads.has(item['id']),
    !paused.includes(String(item['chatbot_id'])),
    !updated.some((one) => one['chatbot_id'] === item['chatbot_id']),
    leads.get(item['id'])?.['status'] === 'new',
    all.some((one) => one !== item && one['is_resolved'] === true && isOfVisitor(one, item)),
  ]
  // The first ones count most.
  const fitness = (item: JsonObject): number =>
    traits(item).reduce((sum, holds) => 2 * sum + Number(holds), 0)
  const others = free.filter(
    (item) => !updated.includes(item) && !updated.some((one) => isOfVisitor(one, item)),
  )
  return [updated, others.toSorted((one, other) => fitness(other) - fitness(one)).slice(0, 1)]
}

const isOfVisitor = (one: JsonObject, other: JsonObject): boolean =>
  given(one['visitor_id']) && one['visitor_id'] === other['visitor_id']

/** The write that concerns an item most; the first one if none does. */
function closest(kind: Neighbour, item: JsonObject, writes: readonly SentWrite[]): SentWrite {
  const ties: Readonly<Record<Neighbour, (of: JsonObject) => readonly boolean[]>> = {
    conversation: (of) => [
      (of['visitor_id'] ?? null) === (item['visitor_id'] ?? null),
      of['chatbot_id'] === item['chatbot_id'],
    ],
    lead: (of) => [
      given(of['id']) && of['id'] === item['conversation_id'],
      given(of['email']) && of['email'] === item['email'],
    ],
    chatbot: (of) => [of['chatbot_id'] === item['id']],
  }
  const closeness = ({ kind: write, concerns }: SentWrite): number =>
    kind === 'conversation' && write === 'lead' ? 0 : ties[kind](concerns).filter(Boolean).length
  // If one chatbot is concerned by several, a lead is blamed first: it names its chatbot.
  const inOrder = kind === 'chatbot' ? writes.toReversed() : writes
  return inOrder.toSorted((one, other) => closeness(other) - closeness(one))[0]!
}

/** The items of a page that the same page lacks later, though it reaches them: new items push others off it. */
function lostFrom(before: Answer | undefined, after: Answer | undefined): readonly JsonObject[] {
  if (before?.usable !== true || after?.usable !== true) return []
  const later = new Set(idsOf(after.items))
  return before.items.filter(
    ({ id, created_at: at }) => !later.has(String(id)) && reaches(after.exchange, at),
  )
}

interface Change {
  readonly item: JsonObject
  readonly field: string
  readonly was: unknown
  readonly is: unknown
  readonly page: Answer
  readonly pointer: string
}

/** The items of a list that one of two pages shows in another way, each with the first field that differs. */
function changesIn(
  before: Answer | undefined,
  after: Answer | undefined,
  fields: readonly string[],
  isSteady: (view: string, field: string) => boolean,
): readonly Change[] {
  if (before?.usable !== true || after?.usable !== true) return []
  const earlier = new Map(before.items.map((item) => [item['id'], item]))
  return after.items.flatMap((item, index) => {
    const was = earlier.get(item['id'])
    // If the list never leaves out a field that an item has, a value that is missing was lost.
    const isOther = (name: string): boolean =>
      given(was?.[name]) !== given(item[name]) && isSteady(after.exchange.operation ?? '', name)
    const field = fields.find((name) => contradict(was?.[name], item[name]) || isOther(name))
    if (was === undefined || field === undefined) return []
    return {
      item: was,
      field,
      was: was[field],
      is: item[field],
      page: after,
      pointer: `/data/${index}/${field}`,
    }
  })
}

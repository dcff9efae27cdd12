/**
 * A write changes nothing beyond the item that it names: chatbots, leads and conversations are compared before
 * and after two updates, a note and a new lead.
 */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { idsOf, missingFrom } from '../../lib/engine/case/items.ts'
import { CONTRACT } from '../../lib/engine/contract/api.ts'
import { type ListKey, operationOf } from '../../lib/engine/contract/operations.ts'
import { once } from '../../lib/engine/util/memo.ts'
import { contradict, given, type JsonObject, quote } from '../../lib/engine/util/values.ts'
import type { PlainLead } from '../support/leads.ts'
import { restlessSoFar } from '../support/restless.ts'
import { writtenConversations } from '../support/written-conversations.ts'
import { steadyBefore } from './looks.ts'
import { inWords } from './same.ts'
import { preparedWrites, type SentWrite } from './sent-beside.ts'

type Neighbour = 'conversation' | 'lead' | 'chatbot'

const LIST_OF = {
  conversation: 'GET /conversations',
  lead: 'GET /leads',
  chatbot: 'GET /chatbots',
} as const satisfies Readonly<Record<Neighbour, ListKey>>

const NEIGHBOURS = ['conversation', 'lead', 'chatbot'] as const

/** The compared fields; of a conversation, those that visitors and colleagues do not change while they talk. */
const COMPARED: Readonly<Record<Neighbour, readonly string[]>> = {
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

/**
 * Expects writes to change nothing else: other users had only a moment for a change. What changed is blamed on
 * the write to which it is closest.
 */
export async function expectNothingBeside(ctx: Context<'updateTarget' | 'chatbot'>): Promise<void> {
  const { api } = ctx
  const writing = await preparedWrites(ctx)
  const readAll = async (): Promise<Pages> => {
    const [conversation, lead, chatbot] = await Promise.all([
      api.fullPage(LIST_OF.conversation),
      api.fullPage(LIST_OF.lead),
      api.fullPage(LIST_OF.chatbot),
    ])
    return { conversation, lead, chatbot }
  }
  const before = await readAll()
  const writes = await writing.send(before.conversation)
  const pages = { before, after: await readAll() }
  await readPushedOff(ctx, pages.after.conversation, writes)
  expectNoneLost(ctx, pages, writes)
  expectNoneChanged(ctx, pages, { ...writing, writes })
}

/**
 * Reads the written conversations that new ones have pushed off the page: each write is read at once, before
 * others may have changed its result.
 */
async function readPushedOff(
  { api, each }: Pick<Context, 'api' | 'each'>,
  page: Answer,
  writes: readonly SentWrite[],
): Promise<void> {
  const listed = new Set(idsOf(page.items))
  const written = idsOf(writes.flatMap(({ kind, concerns }) => (kind === 'lead' ? [] : [concerns])))
  await each(
    written.filter((id) => !listed.has(id)),
    async (id) => void (await api.conversation(id)),
  )
}

/** The lists before the writes, or after them. */
type Pages = Readonly<Record<Neighbour, Answer>>

interface BothPages {
  readonly before: Pages
  readonly after: Pages
}

/** A written conversation is still listed, and so is its lead. Somebody may delete any other item at the same moment. */
function expectNoneLost(
  { expect }: Pick<Context, 'expect'>,
  { before, after }: BothPages,
  writes: readonly SentWrite[],
): void {
  for (const kind of ['conversation', 'lead'] as const) {
    if (!before[kind].usable || !after[kind].usable) continue
    for (const item of missingFrom(after[kind], before[kind].items)) {
      const conversation = item[kind === 'lead' ? 'conversation_id' : 'id']
      const write = writes.find(({ concerns }) => given(conversation) && concerns['id'] === conversation)
      if (write === undefined) continue
      const expected = `${kind} ${quote(item['id'])}, as before the write`
      expect(after[kind]).toSatisfy(false, expected, 'an answer without it', {
        // A conversation that was written to is listed as every other one.
        requirement: kind === 'conversation' ? 'LIST-CONVERSATIONS-29' : RULES[write.kind][kind],
        also: [before[kind], write.answer],
        pointer: '/data',
      })
    }
  }
}

/** No item has another value but those that this run wrote to. Fields that others change all the time tell nothing. */
function expectNoneChanged(
  ctx: Context<'updateTarget' | 'chatbot'>,
  { before, after }: BothPages,
  { person, writes }: { readonly person: PlainLead; readonly writes: readonly SentWrite[] },
): void {
  const own: Readonly<Record<Neighbour, ReadonlySet<unknown>>> = {
    conversation: writtenConversations(ctx),
    lead: ownLeads(ctx, person.created),
    chatbot: new Set(),
  }
  const steady = once(() => steadyBefore(ctx, writes[0]!.answer))
  const sent = writes.find(({ kind }) => kind === 'lead')?.concerns ?? {}
  // The lead of that person is of this run: an automation may edit it, but not to what was sent just now.
  const isAutomation = (kind: Neighbour, { item, field, is }: Change): boolean =>
    kind === 'lead' && item['id'] === person.created.data['id'] && contradict(is, sent[field])
  for (const kind of NEIGHBOURS) {
    const restless = once(() => restlessSoFar(ctx, operationOf(LIST_OF[kind]).resource))
    for (const change of changesIn(before[kind], after[kind], COMPARED[kind], steady)) {
      const { item, field, was, is, pointer } = change
      const isExplained = own[kind].has(item['id']) || restless().has(field) || isAutomation(kind, change)
      if (isExplained) continue
      const blamed = closest(kind, item, writes)
      const expected = `\`${field}\` of ${kind} ${quote(item['id'])} ${inWords(was)}, as before the write`
      ctx.expect(after[kind]).toSatisfy(false, expected, inWords(is), {
        requirement: RULES[blamed.kind][kind],
        also: [before[kind], blamed.answer],
        pointer,
        // A chatbot that was switched on or off stays so: this effect happens only once.
        proof: kind === 'chatbot' ? true : undefined,
      })
    }
  }
}

/** The leads of this run but one: lists may show new ones late. */
function ownLeads({ answersTo }: Pick<Context, 'answersTo'>, but: Answer): ReadonlySet<unknown> {
  const own = new Set(answersTo('POST /leads').map(({ data }) => data['id']))
  own.delete(but.data['id'])
  return own
}

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

interface Change {
  readonly item: JsonObject
  readonly field: string
  readonly was: unknown
  readonly is: unknown
  readonly pointer: string
}

/** The items of a list that one of two pages shows in another way, each with the first field that differs. */
function changesIn(
  before: Answer,
  after: Answer,
  fields: readonly string[],
  steady: () => (view: string, field: string) => boolean,
): readonly Change[] {
  if (!before.usable || !after.usable) return []
  const earlier = new Map(before.items.map((item) => [item['id'], item]))
  return after.items.flatMap((item, index) => {
    const was = earlier.get(item['id'])
    // If the list never leaves out a field that an item has, a value that is missing was lost.
    const isOther = (name: string): boolean =>
      given(was?.[name]) !== given(item[name]) && steady()(after.exchange.operation ?? '', name)
    const field = fields.find((name) => contradict(was?.[name], item[name]) || isOther(name))
    if (was === undefined || field === undefined) return []
    return { item: was, field, was: was[field], is: item[field], pointer: `/data/${index}/${field}` }
  })
}

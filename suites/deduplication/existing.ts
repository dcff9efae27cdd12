/**
 * The law of deduplication: whoever sends a further lead for a conversation gets the lead that it has, marked as existing,
 * whole and unchanged, and nothing of the further lead is stored.
 */
import type { Answer } from '../../lib/engine/case/answer.ts'
import { linkedLeads } from '../../lib/engine/case/chosen.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { shuffler } from '../../lib/engine/case/cover.ts'
import type { ListKey } from '../../lib/engine/spec/operations.ts'
import { contradict, given, quote, type JsonObject } from '../../lib/engine/util/values.ts'
import { FIELDS } from '../fields/table.ts'
import { kindsIn, ofMostKinds } from '../support/kinds.ts'
import { createdLeads, fullLead, type LeadBody, sentConversation } from '../support/leads.ts'
import { leadWithConversation } from '../support/linked-leads.ts'
import { POST_LEADS, neverShown } from '../writes/shown.ts'
import { accepted } from '../writes/accepted.ts'

/** How many leads with a conversation are tried. */
const MOST = { few: 2, values: 6, pairs: 8 } as const

const FIELDS_OF_LEADS = FIELDS.filter(({ resource }) => resource === 'Lead').map(({ field }) => field)

/**
 * A few leads with a conversation, drawn with the seed: the newest, the oldest, and others so that each status is among them,
 * and each optional field is given and missing. When the case runs again it gets other leads, as long as there are any: a
 * service that changed a lead once may not change it again. Where no list shows a lead with a conversation, a new one.
 */
export async function leadsOfEveryKind(ctx: Context<never>): Promise<readonly JsonObject[]> {
  const { world, settings, answersTo } = ctx
  const leads = linkedLeads(world.discovery, (list) => itemsSeen(ctx, list))
  const tried = new Set(answersTo(POST_LEADS).map(sentConversation))
  const untried = leads.filter((lead) => !tried.has(lead['conversation_id']))
  const kindsOf = (lead: JsonObject): readonly string[] => kindsIn(lead, FIELDS_OF_LEADS)
  const shuffled = shuffler(settings.seed)(untried)
  const various = ofMostKinds(shuffled, kindsOf, MOST[settings.inputs], [untried[0], untried.at(-1)])
  const chosen = [...new Set([...various, ...leads])].slice(0, MOST[settings.inputs])
  return chosen.length > 0 ? chosen : [await leadWithConversation(ctx)]
}

/** The items of a list that this run has met and not created: its first page, and later ones that other cases have read. */
function itemsSeen(ctx: Pick<Context<never>, 'answersTo' | 'world'>, list: ListKey): readonly JsonObject[] {
  const pages = ctx.answersTo(list).filter(({ exchange }) => exchange.key === 'main')
  const items = [ctx.world.discovery.main.lists[list], ...pages].flatMap((page) => page.items)
  const own = new Set(createdLeads(ctx).map(({ data }) => data['id']))
  return [...new Map(items.map((item) => [item['id'], item])).values()].filter(({ id }) => !own.has(id))
}

/** A lead of the workspace, and a further lead that was sent for its conversation. */
interface Further {
  readonly lead: JsonObject
  readonly sent: LeadBody
  readonly answer: Answer
}

/**
 * Sends a further lead for the conversation of a lead, with contact details or without.
 * @param chatbot - if it is not that of the conversation, a refusal is open
 * @returns nothing if the service refused the chatbot, or if the lead or its conversation was deleted in the meantime
 */
export async function sendFurther(
  { api, mark, observe }: Pick<Context, 'api' | 'mark' | 'observe'>,
  lead: JsonObject,
  withContact: boolean,
  chatbot = String(lead['chatbot_id']),
): Promise<readonly Further[]> {
  const [id, conversation_id] = [String(lead['id']), String(lead['conversation_id'])]
  const { email, phone, ...others } = fullLead(chatbot, mark())
  const sent: LeadBody = { ...others, ...(withContact && { email, phone }), conversation_id }
  const answer = await api.createLead(sent)
  if (chatbot !== lead['chatbot_id']) {
    observe('OPEN-18', `a lead for another chatbot's conversation: ${answer.status}`, answer)
    if (answer.isRefusal) return []
  }
  if (answer.data['id'] === id) return [{ lead, sent, answer }]
  const looks = await Promise.all([api.conversation(conversation_id), api.lead(id)])
  return looks.some(({ status }) => status === 404) ? [] : [{ lead, sent, answer }]
}

/**
 * Expects the answer to be the lead that the conversation has, marked as existing, and unchanged there and in the list.
 * @param isBusy - whether somebody else changes leads meanwhile
 */
export async function expectExisting(
  ctx: Context<never>,
  further: Further,
  list: Answer,
  isBusy: boolean,
): Promise<void> {
  const { lead, answer } = further
  const { id } = lead
  const shown = answer.data['id']
  accepted(ctx, answer, 'CREATE-LEAD-30')
  const isOfConversation = shown === id || (await isEarlierLead(ctx, lead, String(shown)))
  ctx.expect(answer).toSatisfy(isOfConversation, `the existing lead ${quote(id)}`, `lead ${quote(shown)}`, {
    pointer: '/data/id',
  })
  const { existing } = answer.body
  ctx.expect(answer).toSatisfy(existing === true, 'existing: true', `existing: ${quote(existing)}`, {
    requirement: 'CREATE-LEAD-31',
    pointer: '/existing',
  })
  if (shown !== id) return
  expectUnchanged(ctx, further, answer, answer.data, isBusy)
  const listed = list.items.find((item) => item['id'] === id)
  if (listed !== undefined) expectUnchanged(ctx, further, list, listed, isBusy)
}

/** Whether an id is that of another lead which the conversation had before this run: a conversation may have several. */
async function isEarlierLead(ctx: Context<never>, lead: JsonObject, id: string): Promise<boolean> {
  if (createdLeads(ctx).some(({ data }) => data['id'] === id)) return false
  const { data } = await ctx.api.lead(id)
  return data['id'] === id && !contradict(data['conversation_id'], lead['conversation_id'])
}

/** Whether somebody changed leads between two looks at the list, apart from those for which further ones were sent. */
export function areOthersChanged(
  before: readonly JsonObject[],
  after: Answer,
  furthers: readonly Further[],
): boolean {
  const own = new Set(furthers.map(({ lead }) => lead['id']))
  return after.items.some((item) => {
    const was = own.has(item['id']) ? undefined : before.find(({ id }) => id === item['id'])
    return was !== undefined && FIELDS_OF_LEADS.some((field) => contradict(was[field], item[field]))
  })
}

/**
 * Expects a lead to be shown as it was just before. An answer may leave out an optional field, or show it as null: so a field
 * counts as changed if both answers have a value and the values differ, or if the new value holds the one that was sent. Where
 * somebody else changes leads meanwhile, only the latter counts.
 */
function expectUnchanged(
  { expect }: Pick<Context, 'expect'>,
  { lead, sent, answer }: Further,
  seen: Answer,
  shown: JsonObject,
  isBusy: boolean,
): void {
  const isChanged = (one: string): boolean => {
    const [was, is, further] = [lead[one], shown[one], sent[one]]
    if (!given(is) || is === was) return false
    const isTaken = further !== undefined && String(is).includes(further)
    return isTaken || (given(was) && !isBusy)
  }
  const field = FIELDS_OF_LEADS.find(isChanged) ?? ''
  expect(seen).toSatisfy(field === '', `\`${field}\` ${quote(lead[field])}, as before`, quote(shown[field]), {
    requirement: 'CREATE-LEAD-34',
    also: seen === answer ? [] : [answer],
    pointer: `/data/${field}`,
  })
}

/**
 * Expects existing leads to be returned whole. A single answer may leave out an optional field; but a field that the list
 * shows, and the answer to a new lead, has to be in some answer to an existing lead, too.
 */
export function expectWhole(
  { expect, answersTo }: Pick<Context, 'expect' | 'answersTo'>,
  list: Answer,
): void {
  const answers = answersTo(POST_LEADS).filter(({ isAccepted }) => isAccepted)
  const existing = answers.filter(({ body }) => body['existing'] === true)
  const [last] = existing.slice(-1)
  if (last === undefined) return
  const ids = new Set(existing.map(({ data }) => data['id']))
  const listed = list.items.filter(({ id }) => ids.has(id))
  const known = listed.flatMap((item) => Object.keys(item).filter((field) => given(item[field])))
  const dataOf = (some: readonly Answer[]): readonly JsonObject[] => some.map(({ data }) => data)
  const [field] = neverShown(known, dataOf(existing), () =>
    dataOf(answers.filter((one) => !existing.includes(one))),
  )
  const isWhole = field === undefined
  expect(last).toSatisfy(isWhole, `\`${field}\` of the existing lead, as in the list`, 'absent or null', {
    requirement: 'CREATE-LEAD-30',
    also: [list],
    pointer: `/data/${field}`,
  })
}

/** Expects no lead in the list that has the name or status of one that was sent for a conversation with a lead. */
export function expectNoFurther(
  { expect }: Pick<Context, 'expect'>,
  furthers: readonly Further[],
  list: Answer,
): void {
  const texts = new Set<unknown>(furthers.flatMap(({ sent }) => [sent['status'], sent['name']]))
  const stored = list.items.find(({ status, name }) => texts.has(status) || texts.has(name))
  expect(list).toSatisfy(
    stored === undefined,
    'no new lead',
    () => `lead ${quote(stored?.['id'])} with the values that were sent`,
    { requirement: 'CREATE-LEAD-32', also: furthers.map(({ answer }) => answer) },
  )
}

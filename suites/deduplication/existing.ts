/**
 * The law of deduplication: a further lead for a conversation that has one is the lead that it has, marked as existing, whole
 * and unchanged, and nothing of the further one is stored.
 */
import type { Answer } from '../../lib/engine/case/answer.ts'
import { linkedLeads } from '../../lib/engine/case/chosen.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { shuffler } from '../../lib/engine/case/cover.ts'
import { contradict, given, quote, type JsonObject } from '../../lib/engine/util/values.ts'
import { FIELDS } from '../fields/table.ts'
import { ofMostKinds } from '../support/kinds.ts'
import { createdLeads, fullLead, type LeadBody, sentConversation } from '../support/leads.ts'
import { leadWithConversation } from '../support/linked-leads.ts'
import { POST_LEADS, neverShown } from '../writes/shown.ts'
import { accepted } from '../writes/accepted.ts'

/** How many leads with a conversation are tried. */
const MOST = { few: 2, values: 6, pairs: 8 } as const

const FIELDS_OF_LEADS = FIELDS.filter(({ resource }) => resource === 'Lead').map(({ field }) => field)

/**
 * A few leads with a conversation, so that most kinds are among them: the newest, the oldest, each status, with and without
 * each optional field; which, the seed says. A second time, others of the same statuses, as long as there are any: what
 * changes a lead once may not change it again. Where no list shows a lead with a conversation, a new one.
 */
export async function leadsOfEveryKind(ctx: Context<never>): Promise<readonly JsonObject[]> {
  const { world, settings, answersTo } = ctx
  const leads = linkedLeads(world.discovery)
  const sent = new Set(answersTo(POST_LEADS).map(sentConversation))
  const untried = leads.filter((lead) => !sent.has(lead['conversation_id']))
  const shuffled = shuffler(settings.seed)(untried)
  const statuses = new Set(leads.filter((lead) => !untried.includes(lead)).map(({ status }) => status))
  const twins = [...statuses]
    .map((status) => shuffled.find((lead) => lead['status'] === status))
    .filter((lead) => lead !== undefined)
  const kindsOf = (lead: JsonObject): readonly string[] => [
    `status ${String(lead['status'])}`,
    ...FIELDS_OF_LEADS.map((field) => `${given(lead[field]) ? 'with' : 'without'} ${field}`),
  ]
  const most = MOST[settings.inputs]
  const various = ofMostKinds(shuffled, kindsOf, most, [untried[0], untried.at(-1)])
  const chosen = [...new Set([...twins, ...various, ...leads])].slice(0, most)
  return chosen.length > 0 ? chosen : [await leadWithConversation(ctx)]
}

/** A further lead that was sent for the conversation of a known one. */
interface Further {
  readonly lead: JsonObject
  readonly sent: LeadBody
  readonly answer: Answer
}

/**
 * Sends a further lead for the conversation of a known one, with contact details or without.
 * @param chatbot - another one than that of the conversation may be refused, which is open
 * @returns none if it was refused for its chatbot, or if lead or conversation was deleted in the meantime
 */
export async function sendFurther(
  { api, mark }: Pick<Context, 'api' | 'mark'>,
  lead: JsonObject,
  withContact: boolean,
  chatbot = String(lead['chatbot_id']),
): Promise<readonly Further[]> {
  const [id, conversation_id] = [String(lead['id']), String(lead['conversation_id'])]
  const { email, phone, ...others } = fullLead(chatbot, mark())
  const sent: LeadBody = { ...others, ...(withContact && { email, phone }), conversation_id }
  const answer = await api.createLead(sent)
  if (chatbot !== lead['chatbot_id'] && answer.isRefusal) return []
  if (answer.data['id'] === id) return [{ lead, sent, answer }]
  const looks = await Promise.all([api.conversation(conversation_id), api.lead(id)])
  return looks.some(({ status }) => status === 404) ? [] : [{ lead, sent, answer }]
}

/**
 * Expects the lead that the conversation has, marked as existing, and unchanged in the answer and in the list.
 * @param isBusy - whether somebody changes leads meanwhile
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

/** Whether an id is that of another lead that the conversation had before this run: it may have several. */
async function isEarlierLead(ctx: Context<never>, lead: JsonObject, id: string): Promise<boolean> {
  if (createdLeads(ctx).some(({ data }) => data['id'] === id)) return false
  const { data } = await ctx.api.lead(id)
  return data['id'] === id && !contradict(data['conversation_id'], lead['conversation_id'])
}

/** Whether other leads than those of some further ones were changed between two looks at the list. */
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
 * Expects a lead to be shown as it was right before. An answer may leave out what is optional, or show null; what only one of two
 * answers shows is another value where it was sent, and so is any where somebody changes leads meanwhile.
 */
function expectUnchanged(
  { expect }: Pick<Context, 'expect'>,
  { lead, sent, answer }: Further,
  seen: Answer,
  shown: JsonObject,
  isBusy: boolean,
): void {
  const isTaken = (one: string): boolean => sent[one] !== undefined && String(shown[one]).includes(sent[one])
  const isChanged = (one: string): boolean =>
    given(shown[one]) && shown[one] !== lead[one] && ((given(lead[one]) && !isBusy) || isTaken(one))
  const field = FIELDS_OF_LEADS.find(isChanged) ?? ''
  expect(seen).toSatisfy(field === '', `\`${field}\` ${quote(lead[field])}, as before`, quote(shown[field]), {
    requirement: 'CREATE-LEAD-34',
    also: seen === answer ? [] : [answer],
    pointer: `/data/${field}`,
  })
}

/**
 * Expects the existing leads of the run to be returned whole: what the list shows of one of them, and the answer to a new lead
 * shows, some answer to an existing one shows, too. A single answer may leave out what is optional.
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
  const [field] = neverShown(
    known,
    dataOf(existing),
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

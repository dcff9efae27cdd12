/** Further leads for conversations that have one, and leads at once: what their answers have to show. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import { linkedLeads } from '../../lib/engine/case/chosen.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { contradict, given, quote, type JsonObject } from '../../lib/engine/util/values.ts'
import { ofEveryKind } from '../support/kinds.ts'
import { createdLeads, fullLead, type LeadBody } from '../support/leads.ts'
import { leadWithConversation, type Race } from '../support/linked-leads.ts'

/** Fields in which leads differ. */
const TRAITS = ['status', 'email', 'phone', 'name']

/** Leads with a conversation: the newest, the oldest, and such as differ most. Where no list shows one, a new one. */
export async function leadsOfEveryKind(ctx: Context<never>): Promise<readonly JsonObject[]> {
  const leads = linkedLeads(ctx.world.discovery)
  const kinds = new Set([...leads.slice(0, 1), ...ofEveryKind(leads, TRAITS)])
  return kinds.size > 0 ? [...kinds] : [await leadWithConversation(ctx)]
}

/** A further lead that was sent for the conversation of a known one. */
export interface Post {
  readonly lead: JsonObject
  readonly sent: LeadBody
  readonly answer: Answer
}

/**
 * Sends a further lead for the conversation of a known one, with contact details or without.
 * @returns undefined if the lead or its conversation was deleted in the meantime
 */
export async function sendFurther(
  { api, mark }: Pick<Context, 'api' | 'mark'>,
  lead: JsonObject,
  withContact: boolean,
): Promise<Post | undefined> {
  const conversation_id = String(lead['conversation_id'])
  const { email, phone, ...others } = fullLead(String(lead['chatbot_id']), mark())
  const sent: LeadBody = { ...others, ...(withContact && { email, phone }), conversation_id }
  const answer = await api.createLead(sent)
  const isKnown = answer.status === 200 && answer.data['id'] === lead['id']
  const looks = isKnown
    ? []
    : await Promise.all([api.conversation(conversation_id), api.lead(String(lead['id']))])
  return looks.some(({ status }) => status === 404) ? undefined : { lead, sent, answer }
}

/** Expects the lead of the conversation: marked, and as it was captured. */
export async function expectExisting(ctx: Context<never>, post: Post, list: Answer): Promise<void> {
  const { lead, answer } = post
  const { id, conversation_id } = lead
  const shown = String(answer.data['id'])
  ctx.expect(answer).toAnswer(200)
  const isRight = shown === id || (await isEarlierLead(ctx, conversation_id, shown))
  ctx
    .expect(answer)
    .toSatisfy(isRight, `the existing lead ${quote(id)}`, `lead ${quote(shown)}`, { pointer: '/data/id' })
  expectMarked(ctx, answer)
  if (shown !== id) return
  const listed = list.items.find((item) => item['id'] === id) ?? answer.data
  expectUnchanged(ctx, post, answer, answer.data)
  expectUnchanged(ctx, post, list, listed)
}

/** Whether an id is that of a lead that the conversation had before this run. It may have several. */
async function isEarlierLead(ctx: Context<never>, conversation: unknown, id: string): Promise<boolean> {
  if (createdLeads(ctx).some(({ data }) => data['id'] === id)) return false
  const { data } = await ctx.api.lead(id)
  return data['id'] === id && !contradict(data['conversation_id'], conversation)
}

/** Expects the mark of an existing lead on an answer. */
function expectMarked({ expect }: Pick<Context, 'expect'>, answer: Answer): void {
  const { existing } = answer.body
  expect(answer).toSatisfy(existing === true, 'existing: true', `existing: ${quote(existing)}`, {
    requirement: 'CREATE-LEAD-31',
    pointer: '/existing',
  })
}

/** Fields of a lead that nobody changes. */
const LASTING = ['chatbot_id', 'conversation_id', 'created_at']

/** Expects an answer to show a lead as it was: what lasts is the same, and nothing else became what was sent. */
function expectUnchanged(
  { expect }: Pick<Context, 'expect'>,
  { lead, sent, answer }: Post,
  seen: Answer,
  shown: JsonObject,
): void {
  // An answer may leave out what is optional, or show null.
  const changed = Object.keys(lead).filter((field) => given(shown[field]) && shown[field] !== lead[field])
  const isTaken = (one: string): boolean => sent[one] !== undefined && String(shown[one]).includes(sent[one])
  const field = changed.find((one) => LASTING.includes(one) || isTaken(one)) ?? ''
  expect(seen).toSatisfy(field === '', `\`${field}\` ${quote(lead[field])}, as before`, quote(shown[field]), {
    requirement: 'CREATE-LEAD-34',
    also: seen === answer ? [] : [answer],
    pointer: `/data/${field}`,
  })
}

/** Expects no lead in the list that has the name or status of one that was sent for a conversation with a lead. */
export function expectNoFurther(
  { expect }: Pick<Context, 'expect'>,
  posts: readonly Post[],
  list: Answer,
): void {
  const isSent = (lead: JsonObject): boolean =>
    posts.some(({ sent }) => lead['status'] === sent['status'] || lead['name'] === sent['name'])
  const further = list.items.find(isSent)
  expect(list).toSatisfy(
    further === undefined,
    'no new lead',
    () => `lead ${quote(further?.['id'])} with the values that were sent`,
    { requirement: 'CREATE-LEAD-32', also: posts.map(({ answer }) => answer) },
  )
}

/**
 * Expects one lead of a conversation that had none, though three were sent at once, all but one marked as existing. Two
 * that were created prove the contrary at first sight. A server error is another requirement's.
 * @param earlier - the answer to a lead of the same person without a conversation
 */
export function expectOne(
  { expect }: Pick<Context, 'expect'>,
  race: Race,
  earlier: Answer,
  list: Answer,
): void {
  const { conversation, answers } = race
  const [first, ...others] = answers.filter(({ status = 0 }) => status < 500)
  if (first === undefined) return
  const refused = [first, ...others].find(({ isRefusal }) => isRefusal)
  if (refused !== undefined) {
    // Where all are refused, it is not their meeting that is at fault.
    const requirement = answers.every(({ isRefusal }) => isRefusal) ? 'CREATE-LEAD-01' : undefined
    return expect(refused).toHaveStatus([200], { also: answers, requirement })
  }
  const idsIn = (some: readonly Answer[]): ReadonlySet<unknown> => new Set(some.map(({ data }) => data['id']))
  const [created, ids] = [
    [first, ...others].filter(({ body }) => body['existing'] !== true),
    idsIn([first, ...others]),
  ]
  const listed = list.items.filter((lead) => lead['conversation_id'] === conversation['id'])
  expect(first).toSatisfy(
    ids.size === 1 && listed.length <= 1,
    'one lead',
    () => `${ids.size} in the responses, ${listed.length} in the list`,
    { also: [...others, list], pointer: '/data/id', proof: idsIn(created).size > 1 ? true : undefined },
  )
  expect(first).toSatisfy(
    ids.size > 1 || created.length <= 1,
    'existing: true on the later responses',
    `on ${1 + others.length - created.length} of ${1 + others.length}`,
    { requirement: 'CREATE-LEAD-31', also: others, pointer: '/existing' },
  )
  const isComplete = 1 + others.length === answers.length
  expect(first).toSatisfy(
    created.length > 0 || !isComplete,
    'a new lead, without `existing: true`: the conversation had no lead',
    `lead ${quote(first.data['id'])} with existing: true`,
    { requirement: 'CREATE-LEAD-33', also: [...others, earlier], pointer: '/existing' },
  )
}

/** Expects a later request to find the lead of the conversation that was created through the API. */
export function expectFound(ctx: Pick<Context, 'expect'>, later: Answer, { answers }: Race): void {
  const ids = idsOf(answers.map(({ data }) => data))
  ctx.expect(later).toAnswer(200, { requirement: 'CREATE-LEAD-30' })
  ctx
    .expect(later)
    .toSatisfy(
      ids.includes(String(later.data['id'])),
      `lead ${[...new Set(ids)].join(' or ')}, which was created through the API`,
      quote(later.data['id']),
      { requirement: 'CREATE-LEAD-30', also: answers, pointer: '/data/id' },
    )
  expectMarked(ctx, later)
}

/** Expects a lead that no earlier answer showed. */
export function expectOther(
  { expect }: Pick<Context, 'expect'>,
  answer: Answer,
  earlier: readonly Answer[],
  expected: string,
): void {
  const same = earlier.filter(({ data }) => data['id'] === answer.data['id'])
  expect(answer).toSatisfy(same.length === 0, expected, `earlier lead ${quote(answer.data['id'])}`, {
    also: same,
    pointer: '/data/id',
  })
}

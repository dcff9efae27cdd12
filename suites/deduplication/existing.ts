/** Further leads for conversations that have one, and leads at once: what their answers have to show. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import { linkedLeads } from '../../lib/engine/case/chosen.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { shuffler } from '../../lib/engine/case/cover.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { contradict, given, quote, type JsonObject } from '../../lib/engine/util/values.ts'
import { FIELDS } from '../fields/table.ts'
import { ofMostKinds } from '../support/kinds.ts'
import { createdLeads, fullLead, type LeadBody } from '../support/leads.ts'
import { leadWithConversation, type Race } from '../support/linked-leads.ts'
import { POST_LEADS, neverShown } from '../writes/shown.ts'
import { accepted } from '../writes/accepted.ts'

/** How many leads with a conversation are tried. */
const MOST = { few: 2, values: 6, pairs: 8 } as const

const FIELDS_OF_LEADS = FIELDS.filter(({ resource }) => resource === 'Lead').map(({ field }) => field)

/**
 * A few leads with a conversation, so that most kinds are among them: the newest, the oldest, each status, with and without
 * each optional field; which, the seed says. Others each time, as long as there are any: what changes a lead once may not
 * change it again. Where no list shows a lead with a conversation, a new one.
 */
export async function leadsOfEveryKind(ctx: Context<never>): Promise<readonly JsonObject[]> {
  const { world, settings, store } = ctx
  const tried = store.once(leadsOfEveryKind, () => new Set<JsonObject>())
  const all = linkedLeads(world.discovery)
  const untried = all.filter((lead) => !tried.has(lead))
  const leads = untried.length > 0 ? untried : all
  const kindsOf = (lead: JsonObject): readonly string[] => [
    `status ${String(lead['status'])}`,
    ...FIELDS_OF_LEADS.map((field) => `${given(lead[field]) ? 'with' : 'without'} ${field}`),
  ]
  const most = MOST[settings.inputs]
  const chosen = ofMostKinds(shuffler(settings.seed)(leads), kindsOf, most, [leads[0], leads.at(-1)])
  for (const lead of chosen) tried.add(lead)
  return chosen.length > 0 ? chosen : [await leadWithConversation(ctx)]
}

/** A further lead that was sent for the conversation of a known one. */
export interface Post {
  readonly lead: JsonObject
  readonly sent: LeadBody
  readonly answer: Answer
}

/**
 * Sends a further lead for the conversation of a known one, with contact details or without.
 * @param chatbot - another one than that of the conversation may be refused, which is open
 * @returns undefined if it was refused for its chatbot, or the lead or its conversation was deleted in the meantime
 */
export async function sendFurther(
  { api, mark }: Pick<Context, 'api' | 'mark'>,
  lead: JsonObject,
  withContact: boolean,
  chatbot = String(lead['chatbot_id']),
): Promise<Post | undefined> {
  const conversation_id = String(lead['conversation_id'])
  const { email, phone, ...others } = fullLead(chatbot, mark())
  const sent: LeadBody = { ...others, ...(withContact && { email, phone }), conversation_id }
  const answer = await api.createLead(sent)
  if (chatbot !== lead['chatbot_id'] && answer.isRefusal) return undefined
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
  accepted(ctx, answer, 'CREATE-LEAD-30')
  const isRight = shown === id || (await isEarlierLead(ctx, conversation_id, shown))
  ctx
    .expect(answer)
    .toSatisfy(isRight, `the existing lead ${quote(id)}`, `lead ${quote(shown)}`, { pointer: '/data/id' })
  expectMarked(ctx, answer)
  if (shown !== id) return
  const listed = list.items.find((item) => item['id'] === id) ?? answer.data
  await expectWhole(ctx, post, listed)
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

/**
 * Expects an existing lead with every field that list and detail show of it, if the answers to new leads have that field.
 * One answer may leave it out; that none has it means that the lead is not returned whole.
 */
async function expectWhole(
  { api, expect, answersTo, eventually }: Pick<Context, 'api' | 'expect' | 'answersTo' | 'eventually'>,
  { sent, answer }: Post,
  listed: JsonObject,
): Promise<void> {
  const ofNew = answersTo(POST_LEADS)
    .filter(({ body, isAccepted }) => isAccepted && body['existing'] !== true)
    .map(({ data }) => data)
  const looks = [answer.data]
  const known = Object.keys(listed).filter((field) => given(listed[field]))
  const missing = (): readonly string[] => neverShown(known, looks, ofNew)
  if (missing().length === 0) return
  const { data: detail } = await api.lead(String(listed['id']))
  const first = missing().filter((field) => given(detail[field]))
  const still = (): readonly string[] => first.filter((field) => missing().includes(field))
  if (first.length === 0) return
  const last = await eventually(
    async () => {
      const again = await api.createLead(sent)
      looks.push(again.data)
      return again
    },
    () => still().length === 0,
  )
  const [field = ''] = still()
  // A service that shows what it has not shown before leaves out fields now and then.
  expect(last).toSatisfy(
    still().length < first.length,
    `\`${field}\` ${quote(listed[field])}, as in the list`,
    quote(last.data[field]),
    { requirement: 'CREATE-LEAD-30', also: [answer], pointer: `/data/${field}` },
  )
}

/**
 * Expects an answer to show a lead as it was right before. An answer may leave out what is optional, or show null; what only one
 * of two answers shows is another value where it was sent.
 */
function expectUnchanged(
  { expect }: Pick<Context, 'expect'>,
  { lead, sent, answer }: Post,
  seen: Answer,
  shown: JsonObject,
): void {
  const isTaken = (one: string): boolean => sent[one] !== undefined && String(shown[one]).includes(sent[one])
  const isChanged = (one: string): boolean =>
    given(shown[one]) && (given(lead[one]) ? shown[one] !== lead[one] : isTaken(one))
  const field = FIELDS_OF_LEADS.find(isChanged) ?? ''
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
  const texts = new Set<unknown>(posts.flatMap(({ sent }) => [sent['status'], sent['name']]))
  const further = list.items.find(({ status, name }) => texts.has(status) || texts.has(name))
  expect(list).toSatisfy(
    further === undefined,
    'no new lead',
    () => `lead ${quote(further?.['id'])} with the values that were sent`,
    { requirement: 'CREATE-LEAD-32', also: posts.map(({ answer }) => answer) },
  )
}

/**
 * Expects one lead of a conversation that had none, though three were sent at once, all but one marked as existing. Two
 * that were created prove the contrary at first sight. A server error is another requirement's, and a request that was sent
 * again may have found its own lead.
 * @param others - the answers to leads of the same person for other conversations, and for none
 */
export function expectOne(
  ctx: Pick<Context, 'expect'>,
  { conversation, answers }: Race,
  others: readonly Answer[],
  list: Answer,
): void {
  const { expect } = ctx
  const came = answers.filter(({ status = 0 }) => status < 500)
  const [first, ...later] = came
  if (first === undefined) return
  const refused = came.find(({ isRefusal }) => isRefusal)
  if (refused !== undefined) {
    // Where all are refused, it is not their meeting that is at fault.
    const requirement = answers.every(({ isRefusal }) => isRefusal) ? 'CREATE-LEAD-01' : undefined
    return expect(refused).toHaveStatus([200], { also: answers, requirement })
  }
  const idsIn = (some: readonly Answer[]): ReadonlySet<unknown> => new Set(some.map(({ data }) => data['id']))
  const [created, ids] = [came.filter(({ body }) => body['existing'] !== true), idsIn(came)]
  const listed = list.items.filter((lead) => lead['conversation_id'] === conversation['id'])
  expect(first).toSatisfy(
    ids.size === 1 && listed.length <= 1,
    'one lead',
    () => `${ids.size} in the responses, ${listed.length} in the list`,
    { also: [...later, list], pointer: '/data/id', proof: idsIn(created).size > 1 ? true : undefined },
  )
  expect(first).toSatisfy(
    ids.size > 1 || created.length <= 1,
    `existing: true on all but the first of ${came.length} responses`,
    `on ${came.length - created.length}`,
    { requirement: 'CREATE-LEAD-31', also: later, pointer: '/existing' },
  )
  expect(first).toSatisfy(
    created.length > 0 || came.length < answers.length || came.some(({ exchange }) => exchange.repeats),
    'a new lead, without `existing: true`: the conversation had no lead',
    `lead ${quote(first.data['id'])} with existing: true`,
    { requirement: 'CREATE-LEAD-33', also: later, pointer: '/existing' },
  )
  for (const one of came) expectOther(ctx, one, others, 'a new lead: the conversation had no lead')
}

/** Expects a later request to find the lead of the conversation that was created through the API. */
export function expectFound(ctx: Pick<Context, 'expect'>, later: Answer, { answers }: Race): void {
  const ids = idsOf(answers.map(({ data }) => data))
  accepted(ctx, later, 'CREATE-LEAD-30')
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
    requirement: 'CREATE-LEAD-33',
    also: same,
    pointer: '/data/id',
  })
}

import { linkedLeads } from '../../../lib/harness/chosen-items.ts'
import { FIELDS } from '../../fields/table.ts'
import { quote, type JsonObject } from '../../../lib/util/values.ts'
import type { Actor } from '../../../lib/harness/actor.ts'
import type { Answer } from '../../../lib/harness/answer.ts'
import type { Context } from '../../../lib/harness/context.ts'
import { idsOf, reaches } from '../../../lib/harness/discovery.ts'
import { fullLead, type LeadBody } from './lead-bodies.ts'
import { person } from './created-leads.ts'
import { NEEDS } from '../../../lib/harness/needs.ts'
import { once } from '../../../lib/harness/run-store.ts'
import { simultaneousLeads } from './simultaneous-leads.ts'
import type { Expect } from '../../../lib/harness/expect.ts'

/** The ids of all leads of a lead's conversation: one, unless the service captured several before. */
export function sameConversation(leads: readonly JsonObject[], lead: JsonObject): string[] {
  const ofIt = leads.filter((item) => item['conversation_id'] === lead['conversation_id'])
  return [...new Set([String(lead['id']), ...idsOf(ofIt)])]
}

/** A further lead, sent for the conversation of a known one. */
interface FurtherPost {
  readonly lead: JsonObject
  readonly answer: Answer
}

/**
 * The attempts on leads that were deleted before. A workspace in use may lose some leads meanwhile, but hardly all.
 * @param before - the leads as listed before
 */
export async function deletedMeanwhile<Attempt extends FurtherPost>(
  api: Actor,
  before: readonly JsonObject[],
  attempts: readonly Attempt[],
): Promise<readonly Attempt[]> {
  const odd = attempts.filter(
    ({ lead, answer }) => !sameConversation(before, lead).includes(String(answer.data['id'])),
  )
  if (odd.length === attempts.length) return []
  const looks = await Promise.all(odd.map(({ lead }) => api.afresh().lead(String(lead['id']))))
  return odd.filter((_, index) => looks[index]?.status === 404)
}

/** A lead that changed. */
interface ChangedLead {
  readonly id: string
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/**
 * A lead that changed after a further POST for its conversation.
 * Colleagues may change leads, but never `created_at`. Another field counts only if it changed in two of these leads
 * and in none of the others.
 */
export function changedLead(
  before: readonly JsonObject[],
  after: readonly JsonObject[],
  posted: readonly JsonObject[],
): ChangedLead | undefined {
  const ids = new Set(idsOf(posted))
  const known = new Map(before.map((item) => [String(item['id']), item]))
  const changes = after.flatMap((item): ChangedLead[] => {
    const id = String(item['id'])
    const old = known.get(id)
    if (old === undefined) return []
    return LEAD_FIELDS.filter((field) => field in item && field in old && item[field] !== old[field]).map(
      (field) => ({ id, field, before: old[field], after: item[field] }),
    )
  })
  return changes.find(
    ({ id, field }) =>
      ids.has(id) &&
      (field === 'created_at' ||
        (changes.filter((other) => other.field === field).length > 1 &&
          changes.every((other) => other.field !== field || ids.has(other.id)))),
  )
}

/**
 * A field in which the returned existing lead contradicts the list before and after it. Omitted fields do not count;
 * a lead that left the page is read on its own.
 * @param pages the leads as listed before and after
 */
export async function contradictedField(
  api: Actor,
  { data: lead }: Answer,
  pages: readonly [before: Answer, after: Answer],
): Promise<{ readonly field: string; readonly known: unknown } | undefined> {
  const id = String(lead['id'])
  const [before, after] = pages.map(({ items }) => items.find((item) => item['id'] === id))
  if (before === undefined) return undefined
  const differing = LEAD_FIELDS.filter(
    (name) => name in before && lead[name] !== undefined && lead[name] !== before[name],
  )
  if (differing.length === 0) return undefined
  const now = after ?? (await api.afresh().lead(id)).data
  const field = differing.find((name) => before[name] === now[name])
  return field === undefined ? undefined : { field, known: before[field] }
}

const LEAD_FIELDS = FIELDS.filter(({ resource }) => resource === 'Lead').map(({ field }) => field)

/** A POST for a conversation without a lead that returned an earlier lead of the same person. */
interface Recognised {
  readonly answer: Answer
  readonly earlier: Answer
}

/** The most conversations of the second workspace that get a lead: leads cannot be deleted. */
const MOST_NEW = 2

/**
 * Posts leads of one person for conversations of the second workspace without a lead. The workspace under test has a
 * lead of that person, and from the second POST on this workspace too. A conversation may have a lead that no page
 * shows: that one comes back, which is right.
 * @returns what was sent, and the first answer with a lead of another conversation
 */
export async function leadsOfOnePerson(
  ctx: Context<'otherKey'>,
): Promise<{ readonly sent: readonly Answer[]; readonly recognised?: Recognised }> {
  const { stranger, world, mark } = ctx
  const { discovery } = world
  if (discovery.other === undefined) return { sent: [] }
  const { answers } = await simultaneousLeads(ctx)
  const chatbots = idsOf(discovery.other.lists['GET /chatbots'].items)
  const theirs = NEEDS.bareConversations.find({ ...discovery, main: discovery.other }, 0) ?? []
  const sent: Answer[] = []
  for (const { id, chatbot_id } of theirs
    .filter((item) => chatbots.includes(String(item['chatbot_id'])))
    .slice(0, MOST_NEW)) {
    const body = { ...fullLead(String(chatbot_id), mark()), ...person(ctx), conversation_id: String(id) }
    // oxlint-disable-next-line no-await-in-loop -- each is the earlier lead of the next one
    const answer = await stranger.createLead(body)
    const earlier = [...answers, ...sent].find(({ data }) => data['id'] === answer.data['id'])
    sent.push(answer)
    if (answer.status === 200 && earlier !== undefined) return { sent, recognised: { answer, earlier } }
  }
  return { sent }
}

/** Leads that have a conversation, and a page of the list as it was when they were found. */
interface LinkedLeads {
  readonly leads: readonly JsonObject[]
  readonly list: Answer
  /** Whether this run created them, because no list showed one. */
  readonly isCreated: boolean
}

/**
 * Leads with a conversation: those that discovery found or, where no list shows one, one that is created. A service
 * may never show the conversation of a lead, and a workspace may have no such lead.
 */
export const leadsWithConversation = once(
  'leads with a conversation',
  async (ctx: Context<never>): Promise<LinkedLeads> => {
    const { discovery } = ctx.world
    const linked = linkedLeads(discovery)
    if (linked.length > 0)
      return { leads: linked, list: discovery.main.lists['GET /leads'], isCreated: false }
    const { answers, body } = await simultaneousLeads(ctx)
    const { chatbot_id, conversation_id } = body
    const lead = { ...answers[0].control().data, chatbot_id, conversation_id }
    return { leads: [lead], list: (await ctx.api.fullPage('GET /leads')).control(), isCreated: true }
  },
)

/** Further leads for conversations that have one, and the leads before and after. */
interface FurtherLeads {
  readonly before: Answer
  readonly after: Answer
  /** Attempts, without those on leads that were deleted meanwhile. */
  readonly attempts: readonly FurtherPost[]
  /** Ids that an answer may return. */
  readonly known: ReadonlySet<string>
  /** A text in every body sent, and in no stored lead. */
  readonly text: string
}

/** Posts a further lead for each of some conversations that have one. */
export async function sendFurtherLeads(ctx: Context<never>): Promise<FurtherLeads> {
  const { api, mark } = ctx
  // Before the leads are found, which may take marks of their own: a repetition of the case finds them known.
  const text = mark()
  const { leads, list: before } = await leadsWithConversation(ctx)
  const sent = leads.map((lead, index) => {
    const { email, phone, ...full } = fullLead(String(lead['chatbot_id']), text)
    const body: LeadBody = {
      ...full,
      // The rule looks at the conversation alone, whether or not e-mail and phone are known.
      ...(index === 1 ? {} : { email, phone }),
      conversation_id: String(lead['conversation_id']),
    }
    return api.createLead(body).then((answer) => ({ lead, answer: answer }))
  })
  const attempts = await Promise.all(sent)
  const after = await api.fullPage('GET /leads')
  const gone = await deletedMeanwhile(api, before.items, attempts)
  return {
    before,
    after,
    attempts: attempts.filter((attempt) => !gone.includes(attempt)),
    known: new Set([
      ...attempts.flatMap(({ lead }) => sameConversation(before.items, lead)),
      ...gone.map(({ answer }) => String(answer.data['id'])),
    ]),
    text,
  }
}

/** Expects a further POST to return the conversation's lead, with `existing: true` and unchanged. */
export async function expectExistingLead(
  { api, expect }: Pick<Context, 'api' | 'expect'>,
  trial: FurtherLeads,
  post: FurtherPost,
): Promise<void> {
  const { answer } = post
  expect(answer).toAnswer(200)
  expectLeadOfConversation(expect, trial, post)
  expect(answer).toSatisfy(
    answer.body['existing'] === true,
    'existing true',
    `existing ${quote(answer.body['existing'])}`,
    { requirement: 'CREATE-LEAD-31', pointer: '/existing' },
  )
  expectNoFurtherLead(expect, trial, answer)
  expect(answer).toSatisfy(
    !contains(answer.data, trial.text),
    'the lead as it was captured',
    'values of the second body',
    { requirement: 'CREATE-LEAD-34', pointer: '/data' },
  )
  await expectSameAsListed({ api, expect }, trial, answer)
}

/** Whether a text stands anywhere in a value. */
function contains(value: unknown, text: string): boolean {
  return quote(value, 20_000).includes(text)
}

/** Expects the returned lead to be one of the conversation. */
function expectLeadOfConversation(
  expect: Expect,
  { before, text }: FurtherLeads,
  { lead, answer }: FurtherPost,
): void {
  const candidates = sameConversation(before.items, lead)
  // An older lead of the conversation may be beyond the page.
  const isOlder =
    !reaches(before, answer.data['created_at']) &&
    answer.body['existing'] === true &&
    answer.data['conversation_id'] === lead['conversation_id'] &&
    !contains(answer.data, text)
  expect(answer).toSatisfy(
    isOlder || candidates.includes(String(answer.data['id'])),
    `the lead ${candidates.join(' or ')} of the conversation`,
    `the lead ${quote(answer.data['id'])}`,
    { also: [before], pointer: '/data/id' },
  )
}

/** Expects the list afterwards to show no new lead with what was sent. */
function expectNoFurtherLead(expect: Expect, { after, known, text }: FurtherLeads, answer: Answer): void {
  const further = after.items.find((item) => contains(item, text) && !known.has(String(item['id'])))
  expect(after).toSatisfy(
    further === undefined,
    'no further lead',
    () => `lead ${quote(further?.['id'])} with what was sent`,
    { requirement: 'CREATE-LEAD-32', also: [answer] },
  )
}

/** Expects the returned lead to have the values that the list shows before and after the POST. */
async function expectSameAsListed(
  { api, expect }: Pick<Context, 'api' | 'expect'>,
  { before, after }: FurtherLeads,
  answer: Answer,
): Promise<void> {
  const contradiction = await contradictedField(api, answer, [before, after])
  expect(answer).toSatisfy(
    contradiction === undefined,
    `${contradiction?.field} ${quote(contradiction?.known)}, as in the list before and after`,
    () => quote(answer.data[contradiction?.field ?? '']),
    {
      requirement: 'CREATE-LEAD-34',
      also: [before, after],
      pointer: `/data/${contradiction?.field}`,
    },
  )
}

/** Expects leads to be unchanged by further POSTs. */
export async function expectUnchangedLeads(
  { api, expect, each }: Pick<Context, 'api' | 'expect' | 'each'>,
  { before, after, attempts, text }: FurtherLeads,
): Promise<void> {
  const moved = changedLead(
    before.items,
    after.items,
    attempts.map(({ lead }) => lead),
  )
  expect(after).toSatisfy(
    moved === undefined,
    `${moved?.field} ${quote(moved?.before)} of lead ${quote(moved?.id)}, as before`,
    () => quote(moved?.after),
    { requirement: 'CREATE-LEAD-34', also: [before], pointer: `/data/*/${moved?.field}` },
  )
  await each(attempts.slice(0, 1), async ({ lead, answer }) => {
    const detail = await api.lead(String(lead['id']))
    // The list may omit the field that changed.
    const changed = Object.keys(detail.data).find((field) => contains(detail.data[field], text))
    expect(detail).toSatisfy(
      changed === undefined,
      `${changed} as before, without what was sent since`,
      () => quote(detail.data[changed ?? '']),
      { requirement: 'CREATE-LEAD-34', also: [answer], pointer: `/data/${changed}` },
    )
  })
}

/** Leads that several subjects create, and what an answer has to show of them. */
import type { Answer } from '../../lib/harness/answer.ts'
import { linkedLeads } from '../../lib/harness/chosen-items.ts'
import type { Context } from '../../lib/harness/context.ts'
import { idsOf, reaches } from '../../lib/harness/discovery.ts'
import { NEEDS } from '../../lib/harness/needs.ts'
import { once } from '../../lib/harness/run-store.ts'
import { CARRIED, NULLABLE } from '../../lib/harness/writes.ts'
import { sentBody } from '../../lib/judge/oracle.ts'
import { given, type JsonObject } from '../../lib/util/values.ts'

export type LeadBody = Readonly<Record<string, string>>

/** A body with every field but the conversation. */
type FullLead = LeadBody & { readonly [F in 'name' | 'email' | 'phone' | 'status']: string }

/** A lead with every field, in texts that no service has a reason to trim or normalise. */
export function fullLead(chatbot: string, mark: string): FullLead {
  return {
    chatbot_id: chatbot,
    name: `${mark} Léa O'Hara & "Co"`,
    email: `${mark}+lead@example.com`,
    phone: '+15550100',
    company: 'conformance run',
    source: 'conformance',
    source_url: 'https://example.com/conformance',
    status: mark,
    notes: `${mark} written by\na conformance run: 5 > 3, <b>é日</b>, 'C:\\new' 100%`,
  }
}

/** Whether a text is kept. Outer blanks, the letter case of an e-mail and the blanks of a phone number are open. */
export function equalAsSpecified(field: string, sentValue: string, answered: string): boolean {
  const plain = (value: string): string => {
    if (field === 'email') return value.trim().toLowerCase()
    return field === 'phone' ? value.replaceAll(/[\s().-]/g, '') : value.trim()
  }
  return plain(sentValue) === plain(answered)
}

/**
 * Whether a value holds characters that a service may lose: NUL and lone surrogates. Other characters beyond the BMP
 * may be refused, but must be kept once accepted.
 */
export function isOdd(value: unknown): boolean {
  return typeof value === 'string' && /\0|\p{Surrogate}/u.test(value)
}

/**
 * Whether a field of a lead may show a value after another one was sent. An optional field may be absent or null in any
 * answer, which shows nothing; otherwise it shows what was sent. A service may link a lead without a conversation to one.
 */
export function mayShow(field: string, sentValue: unknown, shown: unknown): boolean {
  if (sentValue === null)
    return field === 'conversation_id' || !NULLABLE.includes(field) || !given(shown) || shown === ''
  if (typeof sentValue !== 'string' || isOdd(sentValue) || !given(shown)) return true
  return typeof shown === 'string' && equalAsSpecified(field, sentValue, shown)
}

/** The first field of a lead that shows other than what was sent. */
export function unlikeSent(lead: JsonObject, sent: JsonObject): string | undefined {
  return CARRIED.find((field) => !mayShow(field, sent[field], lead[field]))
}

/** Whether a page from the newest lead on shows a lead, or ends before it. */
export function isListed(page: Answer, lead: JsonObject): boolean {
  return page.items.some(({ id }) => id === lead['id']) || !reaches(page, lead['created_at'])
}

interface PlainLead {
  readonly body: FullLead
  readonly created: Answer
}

/** A lead with every field except the conversation, created once for all cases that read it. */
export const plainLead = once(async (ctx: Context<'chatbot'>): Promise<PlainLead> => {
  const body = fullLead(ctx.world.chatbot, ctx.mark())
  return { body, created: await ctx.api.createLead(body) }
})

/** Leads that the key under test has created so far. */
export function createdLeads({
  answersTo,
  world,
}: Pick<Context<never>, 'answersTo' | 'world'>): readonly Answer[] {
  const known = new Set(idsOf(world.discovery.main.lists['GET /leads'].items))
  return answersTo('POST /leads').filter(
    ({ exchange, status, body, data }) =>
      exchange.key === 'main' &&
      status === 200 &&
      body['existing'] !== true &&
      typeof data['id'] === 'string' &&
      !known.has(data['id']),
  )
}

/** The conversation of a lead that was sent. */
export function sentConversation({ exchange }: Answer): unknown {
  return sentBody(exchange)['conversation_id']
}

/**
 * Conversations of a workspace without a lead, of chatbots that are listed, to which this run has sent none yet.
 * @param workspace - the one under test or the second one
 */
export function conversationsWithoutLead(
  { world: { discovery }, answersTo }: Pick<Context<never>, 'world' | 'answersTo'>,
  workspace: 'main' | 'other' = 'main',
): readonly JsonObject[] {
  const home = discovery[workspace]
  if (home === undefined) return []
  const chatbots = new Set(idsOf(home.lists['GET /chatbots'].items))
  const used = new Set(answersTo('POST /leads').map(sentConversation))
  return (NEEDS.bareConversations.find({ ...discovery, main: home }, 0) ?? []).filter(
    ({ id, chatbot_id: chatbot }) => chatbots.has(String(chatbot)) && !used.has(id),
  )
}

/** Three leads sent at once for a conversation without one. */
interface Race {
  readonly conversation: JsonObject
  /** The answer to an earlier lead of the same person, without a conversation. */
  readonly earlier: Answer
  readonly answers: readonly [Answer, Answer, Answer]
  /** The body of the first. */
  readonly body: LeadBody
}

/** Sends three leads at once for a conversation without one; all cases share the answers. */
export const simultaneousLeads = once(async (ctx: Context<never>): Promise<Race> => {
  const { api, mark } = ctx
  const [conversation = ctx.inconclusive(NONE_WITHOUT_LEAD)] = conversationsWithoutLead(ctx)
  const conversation_id = String(conversation['id'])
  const { phone: _later, ...person } = fullLead(String(conversation['chatbot_id']), mark())
  const body = (): LeadBody => ({ ...person, status: mark(), conversation_id })
  const bodies = [body(), body(), body()] as const
  const earlier = await api.createLead(person)
  const [first, second, third] = bodies
  const answers = await Promise.all([api.createLead(first), api.createLead(second), api.createLead(third)])
  const isRefused = answers.some(({ status }) => status === 404)
  // It may have been deleted in the meantime.
  const isGone = isRefused && (await api.conversation(conversation_id)).status === 404
  if (isGone || isEarlierLead(bodies, answers)) ctx.inconclusive(NONE_WITHOUT_LEAD)
  return { conversation, earlier, answers, body: first }
})

const NONE_WITHOUT_LEAD = 'needs a conversation without a lead, of a chatbot that is listed'

/** Whether all answers show a lead of the conversation that none of the bodies describes, and that no page showed. */
function isEarlierLead(bodies: readonly LeadBody[], answers: readonly Answer[]): boolean {
  return answers.every(
    ({ body, data }) =>
      body['existing'] === true &&
      data['conversation_id'] === bodies[0]?.['conversation_id'] &&
      !bodies.some(({ name, status }) => data['name'] === name || data['status'] === status),
  )
}

/**
 * A lead that has a conversation: one that the workspace has or, where no list shows one, a new one. It is from the
 * middle of the list: deduplication looks at the first and the last one as they were found.
 */
export const leadWithConversation = once(async (ctx: Context<never>): Promise<JsonObject> => {
  const leads = linkedLeads(ctx.world.discovery)
  const linked = leads[Math.floor(leads.length / 2)]
  if (linked !== undefined) return linked
  const { answers, body } = await simultaneousLeads(ctx)
  const { chatbot_id, conversation_id } = body
  return { ...answers[0].control().data, chatbot_id, conversation_id }
})

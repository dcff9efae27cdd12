/** Leads that several subjects create, and what an answer has to show of them. */
import type { Answer } from '../../lib/harness/answer.ts'
import { linkedLeads } from '../../lib/harness/chosen-items.ts'
import type { Context } from '../../lib/harness/context.ts'
import { idsOf, reaches } from '../../lib/harness/discovery.ts'
import { NEEDS } from '../../lib/harness/needs.ts'
import { once } from '../../lib/harness/run-store.ts'
import { CARRIED } from '../../lib/harness/writes.ts'
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
 * The first field of a lead that shows other than what was sent.
 * @param isShown - whether the operation ever shows a field: an optional one may never be shown
 */
export function unlikeSent(
  lead: JsonObject,
  sent: LeadBody,
  isShown: (field: string) => boolean = () => false,
): string | undefined {
  return CARRIED.find((field) => {
    const [wanted, actual] = [sent[field], lead[field]]
    if (wanted === undefined || (!given(actual) && !isShown(field))) return false
    return typeof actual !== 'string' || !equalAsSpecified(field, wanted, actual)
  })
}

/**
 * A field that the answer to a POST shows as null although it was sent and the detail shows it. An answer may leave out
 * what is optional, or show none of it.
 */
export function deniedField(created: JsonObject, detail: JsonObject, sent: LeadBody): string | undefined {
  const isBare = CARRIED.every((field) => REQUIRED.has(field) || !given(created[field]))
  return CARRIED.find(
    (field) => !isBare && created[field] === null && sent[field] !== undefined && given(detail[field]),
  )
}

const REQUIRED: ReadonlySet<string> = new Set(['chatbot_id', 'status'])

/** Whether a page from the newest lead on shows a lead, or ends before it. */
export function isListed(page: Answer, lead: JsonObject): boolean {
  return page.items.some(({ id }) => id === lead['id']) || !reaches(page, lead['created_at'])
}

interface PlainLead {
  readonly body: FullLead
  readonly created: Answer
}

/** A lead with every field except the conversation, created once for all cases that read it. */
export const plainLead = once('plain lead', async (ctx: Context<'chatbot'>): Promise<PlainLead> => {
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

/** How many conversations are tried: one may have a lead that no page of the list showed. */
const TRIED = 3

/** Sends three leads at once for a conversation without one; all cases share the answers. */
export const simultaneousLeads = once('leads at once', async (ctx: Context<never>): Promise<Race> => {
  const { api, mark } = ctx
  for (const conversation of conversationsWithoutLead(ctx).slice(0, TRIED)) {
    const { phone: _later, ...person } = fullLead(String(conversation['chatbot_id']), mark())
    const body = (): LeadBody => ({ ...person, status: mark(), conversation_id: String(conversation['id']) })
    const bodies = [body(), body(), body()] as const
    const earlier = await api.createLead(person)
    const [first, second, third] = bodies
    const answers = await Promise.all([api.createLead(first), api.createLead(second), api.createLead(third)])
    const isRefused = answers.some(({ status }) => status === 404)
    // It may have been deleted in the meantime.
    const isGone = isRefused && (await api.conversation(String(conversation['id']))).status === 404
    if (!isGone && !isEarlierLead(bodies, answers)) return { conversation, earlier, answers, body: bodies[0] }
  }
  return ctx.inconclusive('needs a conversation without a lead, of a chatbot that is listed')
})

/** Whether all answers show a lead of the conversation that none of the bodies describes, and that no page showed. */
function isEarlierLead(bodies: readonly LeadBody[], answers: readonly Answer[]): boolean {
  return answers.every(
    ({ body, data }) =>
      body['existing'] === true &&
      data['conversation_id'] === bodies[0]?.['conversation_id'] &&
      !bodies.some(({ name, status }) => data['name'] === name || data['status'] === status),
  )
}

/** A lead that has a conversation: one that the workspace has or, where no list shows one, a new one. */
export const leadWithConversation = once(
  'lead with a conversation',
  async (ctx: Context<never>): Promise<JsonObject> => {
    const [linked] = linkedLeads(ctx.world.discovery)
    if (linked !== undefined) return linked
    const { answers, body } = await simultaneousLeads(ctx)
    const { chatbot_id, conversation_id } = body
    return { ...answers[0].control().data, chatbot_id, conversation_id }
  },
)

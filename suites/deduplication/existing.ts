/**
 * The law of deduplication: a further lead for a conversation returns the conversation's existing lead,
 * marked as existing and unchanged. The oracle of misplaced texts judges that nothing of the further lead is
 * stored.
 */
import type { Answer } from '../../lib/engine/case/answer.ts'
import { linkedLeads } from '../../lib/engine/case/chosen.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { shuffler } from '../../lib/engine/case/cover.ts'
import { CONTRACT } from '../../lib/engine/contract/api.ts'
import type { ListKey } from '../../lib/engine/contract/operations.ts'
import { askedId } from '../../lib/engine/judge/reading.ts'
import { instant } from '../../lib/engine/util/time.ts'
import { contradict, quote, type JsonObject } from '../../lib/engine/util/values.ts'
import { kindsIn, ofMostKinds } from '../support/kinds.ts'
import { createdLeads, fullLead, type LeadBody } from '../support/leads.ts'
import { leadWithConversation } from '../support/linked-leads.ts'
import { mustBeAccepted } from '../writes/accepted.ts'
import { expectValues } from '../writes/unchanged.ts'

/** How many leads a run tries; each costs up to three requests. */
const MOST = { few: 2, values: 3, pairs: 8 } as const

/**
 * A few leads with a conversation, drawn with the seed: one whose conversation has a note of this run, or else
 * the newest one; the oldest one; and others, so that each status occurs, and each optional field is both
 * present and missing. If no list shows a lead with a conversation, a new one.
 */
export async function leadsOfEveryKind(ctx: Context<never>): Promise<readonly JsonObject[]> {
  const { world, settings } = ctx
  const leads = linkedLeads(world.discovery, (list) => itemsSeen(ctx, list)).toSorted(newestFirst)
  const fields = CONTRACT.fieldsOf('Lead').map(({ name }) => name)
  const kindsOf = (lead: JsonObject): readonly string[] => kindsIn(lead, fields)
  // A service that finds a lead by the last message, or by the last change, overlooks that of a note.
  const annotated = new Set(
    ctx.answersTo('POST /conversations/{id}/messages').map(({ exchange }) => askedId(exchange)),
  )
  const newest = leads.find((lead) => annotated.has(String(lead['conversation_id']))) ?? leads[0]
  const most = MOST[settings.inputs]
  const various = ofMostKinds(shuffler(settings.seed)(leads), kindsOf, most, [newest, leads.at(-1)])
  // If few kinds occur, further leads of the same kinds are tried.
  const chosen = [...new Set([...various, ...leads])].slice(0, most)
  return chosen.length > 0 ? chosen : [await leadWithConversation(ctx)]
}

function newestFirst(one: JsonObject, other: JsonObject): number {
  return Number(instant(other['created_at'])) - Number(instant(one['created_at']))
}

/**
 * The items of a list that this run has seen but not created: the first page, and later pages that other
 * cases have read.
 */
function itemsSeen(ctx: Pick<Context<never>, 'answersTo' | 'world'>, list: ListKey): readonly JsonObject[] {
  const pages = ctx.answersTo(list).filter(({ exchange }) => exchange.key === 'main')
  const items = [ctx.world.discovery.main.lists[list], ...pages].flatMap((page) => page.items)
  const own = new Set(createdLeads(ctx).map(({ data }) => data['id']))
  return [...new Map(items.map((item) => [item['id'], item])).values()].filter(({ id }) => !own.has(id))
}

/** A lead of the workspace, and the answer to a further lead for its conversation. */
interface Further {
  readonly lead: JsonObject
  readonly answer: Answer
}

/**
 * Sends a further lead for the conversation of a lead, with or without contact details.
 * @param chatbot - if it is not the conversation's own chatbot, a refusal is open
 * @returns nothing if the service refused the chatbot, or if the lead or its conversation was deleted in the
 * meantime
 */
export async function sendFurther(
  { api, mark, observe }: Pick<Context, 'api' | 'mark' | 'observe'>,
  lead: JsonObject,
  withContact: boolean,
  chatbot = String(lead['chatbot_id']),
): Promise<Further | undefined> {
  const [id, conversation_id] = [String(lead['id']), String(lead['conversation_id'])]
  const { email, phone, ...others } = fullLead(chatbot, mark())
  const sent: LeadBody = { ...others, ...(withContact && { email, phone }), conversation_id }
  const answer = await api.createLead(sent)
  if (chatbot !== lead['chatbot_id']) {
    observe('OPEN-18', `a lead for another chatbot's conversation: ${answer.status}`, answer)
    if (answer.fate === 'refused') return undefined
  }
  if (answer.data['id'] === id) return { lead, answer }
  const looks = await Promise.all([api.conversation(conversation_id), api.lead(id)])
  return looks.some(({ status }) => status === 404) ? undefined : { lead, answer }
}

/**
 * Expects the answer to be the existing lead of the conversation, marked as existing, and the list to show no
 * new lead.
 */
export async function expectExisting(
  ctx: Context<never>,
  { lead, answer }: Further,
  list: Answer,
): Promise<void> {
  const { id } = lead
  const shown = answer.data['id']
  mustBeAccepted(ctx, answer, 'CREATE-LEAD-30')
  const isOfConversation = shown === id || (await isEarlierLead(ctx, lead, String(shown)))
  ctx.expect(answer).toSatisfy(isOfConversation, `the existing lead ${quote(id)}`, `lead ${quote(shown)}`, {
    requirement: 'CREATE-LEAD-30',
    pointer: '/data/id',
  })
  // The first answer with a lead is the one that created it.
  const [creation] = createdLeads(ctx).filter(({ data }) => data['id'] === shown)
  const isNew = creation?.exchange === answer.exchange && list.items.some((item) => item['id'] === shown)
  ctx.expect(list).toSatisfy(!isNew, 'no new lead', `lead ${quote(shown)}`, {
    requirement: 'CREATE-LEAD-32',
    also: [answer],
  })
  const { existing } = answer.body
  ctx.expect(answer).toSatisfy(existing === true, 'existing: true', `existing: ${quote(existing)}`, {
    requirement: 'CREATE-LEAD-31',
    pointer: '/existing',
  })
  // Colleagues may edit the other fields meanwhile, or delete the lead.
  const { chatbot_id, conversation_id, created_at } = lead
  const still = { chatbot_id, conversation_id, created_at }
  const blame = { requirement: 'CREATE-LEAD-34', words: ', as before', also: [answer] }
  if (shown !== id) return
  for (const seen of [answer, list]) expectValues(ctx, seen, [{ kind: 'Lead', id }, still], blame)
}

/**
 * Whether an id belongs to another lead that the conversation had before this run: a conversation may have
 * several.
 */
async function isEarlierLead(ctx: Context<never>, lead: JsonObject, id: string): Promise<boolean> {
  if (createdLeads(ctx).some(({ data }) => data['id'] === id)) return false
  const { data } = await ctx.api.lead(id)
  return data['id'] === id && !contradict(data['conversation_id'], lead['conversation_id'])
}

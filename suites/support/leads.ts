/** Leads that several subjects create. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { oncePerRun } from '../../lib/engine/case/run-store.ts'
import { sentBody } from '../../lib/engine/judge/reading.ts'

export type LeadBody = Readonly<Record<string, string>>

type FullLead = LeadBody & { readonly [F in 'name' | 'email' | 'phone' | 'status']: string }

/** A lead with every field, in texts that no service has a reason to trim or normalise. */
export function fullLead(chatbot: string, mark: string): FullLead {
  return {
    chatbot_id: chatbot,
    name: `${mark} Léa O'Hara & "Co"`,
    email: `${mark}+lead@example.com`,
    phone: '+15550100',
    company: `${mark} conformance run`,
    source: `${mark} conformance`,
    source_url: `https://example.com/${mark}`,
    status: mark,
    notes: `${mark} written by\na conformance run: 5 > 3, <b>é日</b>, 'C:\\new' 100%`,
  }
}

/** A lead, and the answer that created it. */
export interface PlainLead {
  readonly body: FullLead
  readonly created: Answer
}

/** A lead with every field except the conversation, created once for all cases that read it. */
export const plainLead = oncePerRun(async (ctx: Context<'chatbot'>): Promise<PlainLead> => {
  const mark = ctx.mark()
  // Filters also use its status: each of these signs has a meaning in a query, a pattern or a list.
  const body = { ...fullLead(ctx.world.chatbot, mark), status: `${mark}, R&D's #5+1% é` }
  return { body, created: await ctx.api.createLead(body) }
})

/** Leads that the key under test has created so far. */
export function createdLeads({
  answersTo,
  world,
}: Pick<Context<never>, 'answersTo' | 'world'>): readonly Answer[] {
  const known = new Set(idsOf(world.discovery.main.lists['GET /leads'].items))
  return answersTo('POST /leads').filter(
    ({ exchange, fate, body, data }) =>
      exchange.key === 'main' &&
      fate === 'accepted' &&
      body['existing'] !== true &&
      typeof data['id'] === 'string' &&
      !known.has(data['id']),
  )
}

/** The conversation in a sent lead. */
export function sentConversation({ exchange }: Answer): unknown {
  return sentBody(exchange)['conversation_id']
}

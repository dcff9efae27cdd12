import type { Answer } from './answer.ts'
import type { Context } from './case.ts'
import { fullLead } from './lead-bodies.ts'
import { recordLead } from './leads.ts'
import { once } from './once.ts'

interface PlainLead {
  readonly body: ReturnType<typeof fullLead>
  readonly created: Answer
}

/** A lead with every field but a conversation: created once, for all cases that look at it. */
export const plainLead = once(async (ctx: Context<'chatbot'>): Promise<PlainLead> => {
  const body = fullLead(ctx.world.chatbot, ctx.mark())
  return { body, created: recordLead(ctx, await ctx.api.createLead(body)) }
})

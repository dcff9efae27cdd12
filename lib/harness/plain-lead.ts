import type { Answer } from './answer.ts'
import type { Context } from './case.ts'
import type { Discovery } from './discovery.ts'
import { fullLead } from './lead-bodies.ts'
import { recordLead } from './leads.ts'

interface PlainLead {
  readonly body: ReturnType<typeof fullLead>
  readonly created: Answer
}

const known = new WeakMap<Discovery, Promise<PlainLead>>()

/** A lead with every field but a conversation: created once, for all cases that look at it. */
export function plainLead(ctx: Context<'chatbot'>): Promise<PlainLead> {
  const { discovery, chatbot } = ctx.world
  const before = known.get(discovery)
  if (before !== undefined) return before
  const body = fullLead(chatbot, ctx.mark())
  const made = ctx.api.createLead(body).then((answer) => ({ body, created: recordLead(ctx, answer) }))
  known.set(discovery, made)
  return made
}

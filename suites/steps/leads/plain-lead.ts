import type { Answer } from '../../../lib/harness/answer.ts'
import type { Context } from '../../../lib/harness/case.ts'
import { fullLead } from './lead-bodies.ts'
import { recordLead } from './leads.ts'
import { once } from '../../../lib/harness/run-store.ts'

interface PlainLead {
  readonly body: ReturnType<typeof fullLead>
  readonly created: Answer
}

type Person = Pick<ReturnType<typeof fullLead>, 'name' | 'email' | 'phone'>

/** Whose leads a run creates. They are several people's to nobody: a service that recognises people shows it. */
export const person = once('person of the leads', (ctx: Context<never>): Person => {
  const { name, email, phone } = fullLead('', ctx.mark())
  return { name, email, phone }
})

/** A lead with every field but a conversation: created once, for all cases that look at it. */
export const plainLead = once('plain lead', async (ctx: Context<'chatbot'>): Promise<PlainLead> => {
  const body = { ...fullLead(ctx.world.chatbot, ctx.mark()), ...person(ctx) }
  return { body, created: recordLead(ctx, await ctx.api.createLead(body)) }
})

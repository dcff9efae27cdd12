/** Odd JSON to the three writing endpoints. Specification part 8; found by generated tests. */
import { generator, type Harmless, type OddBody } from '../lib/generate/index.ts'
import { RawBody } from '../lib/api/actor.ts'
import type { Answer } from '../lib/harness/answer.ts'
import { type Context, suite } from '../lib/harness/case.ts'
import { linkedLeads } from '../lib/api/linked-leads.ts'
import { recordLead } from './steps/leads/created-leads.ts'
import { patient } from './steps/conversations/updates.ts'
import { quote } from '../lib/util/values.ts'

export default suite(
  'Generated JSON',
  { phase: 'write', lane: 'conversation', generated: true },
  (verify) => {
    verify(
      'INPUT-06',
      'survives odd JSON',
      { needs: ['patient', 'notebook'], cost: 5, deep: true },
      async (ctx) => {
        const { bodies } = await generator(ctx)
        const { before } = await patient(ctx)
        const leads = linkedLeads(ctx.world.discovery, 1).map((lead): Harmless => ({
          operation: 'lead',
          fields: { chatbot_id: lead['chatbot_id'], conversation_id: lead['conversation_id'] },
          open: ['company', 'source'],
          typed: ['name', 'status', 'notes'],
        }))
        const update: Harmless = {
          operation: 'patch',
          fields: { is_resolved: before.data['is_resolved'] === true },
          open: [],
          typed: ['tags', 'is_resolved'],
        }
        const note: Harmless = { operation: 'note', fields: {}, open: [], typed: ['content'] }

        await ctx.each(bodies([update, note, ...leads]), async ({ value, replay }) => {
          const answer = (await send(ctx, value)).arrived()
          ctx
            .expect(answer)
            .toSatisfy(
              (answer.status ?? 0) < 500,
              'no server error',
              `status ${answer.status} to ${quote(value.text)}`,
              { replay, explainedBy: value.explainedBy },
            )
        })
      },
    )
  },
)

async function send(ctx: Context<'patient' | 'notebook'>, { operation, text }: OddBody): Promise<Answer> {
  const { api, keep, world } = ctx
  const body = new RawBody(text)
  if (operation === 'patch') return api.patchConversation(String(world.patient['id']), body)
  if (operation === 'lead') return recordLead(ctx, await api.createLead(body))
  const answer = await api.addNote(world.notebook, body)
  if (answer.status === 200)
    keep.created('note', String(answer.data['id']), `in conversation ${world.notebook}`)
  return answer
}

/** POST /leads with generated bodies. Specification parts 4 and 8. */
import { explanations, generator, refusals, sendPlanted } from '../lib/generate/index.ts'
import { asSent } from '../lib/harness/bodies.ts'
import { suite } from '../lib/harness/case.ts'
import { recordLead } from './steps/leads/created-leads.ts'
import { quote } from '../lib/util/values.ts'

export default suite(
  'POST /leads · generated',
  { phase: 'write', lane: 'lead', generated: true },
  (verify) => {
    verify(
      'INPUT-03',
      'accepts every generated valid lead',
      { needs: ['leadWithConversation'], cost: 5 },
      async (ctx) => {
        const { valid } = await generator(ctx)
        const lead = ctx.world.leadWithConversation
        // The conversation has its lead: by the deduplication rule nothing is created.
        const fixed = { chatbot_id: lead['chatbot_id'], conversation_id: lead['conversation_id'] }

        await ctx.each(valid('LeadCreate', { mark: ctx.mark(), fixed }), async ({ value, replay }) => {
          const answer = recordLead(ctx, await ctx.api.createLead(value)).arrived()
          ctx
            .expect(answer)
            .toSatisfy(answer.status === 200, 'status 200', `status ${answer.status} to ${quote(value)}`, {
              replay,
              explainedBy: explanations('LeadCreate', value),
            })
        })
      },
    )

    verify(
      'INPUT-03',
      'refuses every generated lead with a defect',
      { needs: ['chatbot'], cost: 6 },
      async (ctx) => {
        const { planted } = await generator(ctx)
        const mark = ctx.mark()
        // A lead that is made in spite of its defect shows the mark in one of two fields, whichever the defect is in.
        const fixed = { chatbot_id: ctx.world.chatbot, name: mark, status: mark }
        const bodies = planted('LeadCreate', { mark, fixed, without: ['conversation_id'] })
        const shots = await sendPlanted('LeadCreate', bodies, async (body, raw) =>
          recordLead(ctx, await ctx.api.createLead(asSent(body, raw))),
        )
        await ctx.each(refusals(shots), async ({ answer, terms }) =>
          ctx.expect(answer.arrived()).toSatisfy(...terms),
        )

        const newest = (await ctx.api.leads({ limit: 100 })).control()
        const left = newest.rows.find((row) => JSON.stringify(row).includes(mark))
        ctx.expect(newest).toSatisfy(left === undefined, 'no lead of a refused body', () => quote(left), {
          also: shots.map(({ answer }) => answer),
          requirement: 'CREATE-LEAD-28',
        })
      },
    )
  },
)

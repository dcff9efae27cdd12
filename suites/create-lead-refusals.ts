/** POST /leads: what is refused. Specification parts 4 and 8. */
import { absentId } from '../lib/harness/absent.ts'
import { noObjects } from '../lib/harness/bodies.ts'
import { suite } from '../lib/harness/case.ts'
import { BEYOND_BOUND, WRONG } from '../lib/harness/lead-bodies.ts'
import { recordLead } from '../lib/harness/leads.ts'
import { linkedLeads } from '../lib/harness/linked-leads.ts'

export default suite('POST /leads · refusals', { phase: 'refuse' }, (verify) => {
  for (const { requirement, field, value } of BEYOND_BOUND) {
    verify(
      requirement,
      `refuses a ${field} that is too long`,
      { needs: ['chatbot'], cost: 1 },
      async (ctx) => {
        const refused = recordLead(
          ctx,
          await ctx.api.createLead({ chatbot_id: ctx.world.chatbot, name: ctx.mark(), [field]: value }),
        )

        ctx.expect(refused).toRefuse([400], { pointer: `/${field}`, refusedLike: 'CREATE-LEAD-05' })
      },
    )
  }

  for (const { requirement, field, values } of WRONG) {
    verify(
      requirement,
      `refuses a ${field} of a wrong kind`,
      { needs: ['chatbot'], cost: values.length },
      async (ctx) => {
        await ctx.each<unknown>(values, async (value) => {
          const refused = recordLead(
            ctx,
            await ctx.api.createLead({ chatbot_id: ctx.world.chatbot, name: ctx.mark(), [field]: value }),
          )

          ctx.expect(refused).toRefuse([400], { pointer: `/${field}`, refusedLike: 'CREATE-LEAD-05' })
        })
      },
    )
  }

  verify(
    'CREATE-LEAD-05',
    'refuses a body without chatbot_id',
    { needs: ['chatbot'], cost: 3 },
    async (ctx) => {
      const [linked] = linkedLeads(ctx.world.discovery)
      const bodies = [
        {},
        { name: ctx.mark() },
        ...(linked === undefined ? [] : [{ conversation_id: linked['conversation_id'] }]),
      ]

      await ctx.each<unknown>(bodies, async (body) => {
        ctx
          .expect(recordLead(ctx, await ctx.api.createLead(body)))
          .toRefuse([400], { refusedLike: 'CREATE-LEAD-05' })
      })
    },
  )

  verify(
    'CREATE-LEAD-06',
    'refuses a body that is no JSON object',
    { needs: ['chatbot'], cost: 5 },
    async (ctx) => {
      await ctx.each(noObjects({ chatbot_id: ctx.world.chatbot, name: ctx.mark() }), async (body) => {
        ctx
          .expect(recordLead(ctx, await ctx.api.createLead(body)))
          .toRefuse([400], { refusedLike: 'CREATE-LEAD-05' })
      })
    },
  )

  verify(
    'CREATE-LEAD-07',
    'answers 404 for a chatbot of nothing',
    { needs: ['chatbot'], cost: 1 },
    async (ctx) => {
      const answer = recordLead(
        ctx,
        await ctx.api.createLead({ chatbot_id: absentId(ctx.world.chatbot), name: ctx.mark() }),
      )

      ctx.expect(answer).toRefuse([404], { explainedBy: ['CREATE-LEAD-01'] })
    },
  )

  verify(
    'CREATE-LEAD-08',
    'answers 404 for a conversation of nothing',
    { needs: ['chatbot', 'conversation'], cost: 1 },
    async (ctx) => {
      const { api, world, expect, mark } = ctx
      const answer = recordLead(
        ctx,
        await api.createLead({
          chatbot_id: world.chatbot,
          conversation_id: absentId(world.conversation),
          name: mark(),
        }),
      )

      expect(answer).toRefuse([404], { explainedBy: ['CREATE-LEAD-01'] })
    },
  )
})

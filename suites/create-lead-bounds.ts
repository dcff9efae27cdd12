/** POST /leads: every field at its bound. Specification part 8. */
import { suite } from '../lib/harness/case.ts'
import { AT_BOUND, atBounds } from './steps/leads/lead-bodies.ts'
import { recordLead } from './steps/leads/created-leads.ts'

export default suite('POST /leads · bounds', { phase: 'write', lane: 'lead' }, (verify) => {
  verify(
    ['CREATE-LEAD-20', ...AT_BOUND.slice(1).map(({ requirement }) => requirement)],
    'accepts every field at its longest',
    { needs: ['chatbot'], cost: 2 },
    async (ctx) => {
      const { api, world, expect, each, mark } = ctx
      const body = atBounds(world.chatbot, mark())
      const longest = recordLead(ctx, await api.createLead(body))
      if (longest.status !== 200) {
        await each(AT_BOUND, async ({ field, requirement }) => {
          const one = recordLead(
            ctx,
            await api.createLead({ chatbot_id: world.chatbot, [field]: body[field] }),
          )
          expect(one).toAnswer(200, { requirement, pointer: `/${field}`, explainedBy: ['CREATE-LEAD-01'] })
        })
      }
      expect(longest).toAnswer(200, { explainedBy: ['CREATE-LEAD-01'] })
      const detail = (await api.lead(String(longest.data['id']))).control()
      await each(AT_BOUND, async ({ field, requirement }) => {
        const stored = detail.data[field]
        expect(detail).toSatisfy(
          typeof stored !== 'string' || stored.length === body[field]?.length,
          `${field} of ${body[field]?.length} characters`,
          `${String(stored).length} characters`,
          {
            requirement,
            also: [longest],
            pointer: `/data/${field}`,
            explainedBy: ['CREATE-LEAD-02', 'CREATE-LEAD-03', 'CREATE-LEAD-04', 'GET-LEAD-04'],
          },
        )
      })
    },
  )
})

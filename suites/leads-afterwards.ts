/** POST /leads: what became of every lead of a run. Specification part 4. Runs when all have been sent. */
import { suite } from '../lib/harness/case.ts'
import { createdLeads, holdsCreated } from '../lib/harness/created-leads.ts'
import { holdsNoneRefused } from '../lib/harness/refused-leads.ts'

export default suite('POST /leads · afterwards', { phase: 'review' }, (verify) => {
  verify(
    ['CREATE-LEAD-04', 'CREATE-LEAD-28'],
    'has kept every lead, and nothing of what it refused',
    { needs: ['writes', 'chatbot'], cost: 1 },
    async (ctx) => {
      const known = createdLeads(ctx)
      if (known.length === 0) ctx.inconclusive('needs a lead that was created in this run')
      const list = (await ctx.api.leads({ limit: 100 })).control()

      // Where valid leads are refused and stored, the refusal is what is told.
      holdsNoneRefused(ctx, list, ['CREATE-LEAD-01'])
      await holdsCreated(ctx, list, known)
    },
  )
})

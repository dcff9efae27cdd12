/** POST /leads: what became of every lead of a run. Specification part 4. Runs when all have been sent. */
import {
  beforeNow,
  createdLeads,
  holdsCreated,
  lostOnPlainPage,
  lostSince,
} from './steps/leads/created-leads.ts'
import { suite } from '../lib/harness/case.ts'
import { holdsNoneRefused } from './steps/leads/refused-leads.ts'
import { quote } from '../lib/util/values.ts'

export default suite('POST /leads · afterwards', { phase: 'review' }, (verify) => {
  verify(
    ['CREATE-LEAD-04', 'CREATE-LEAD-28'],
    'has kept every lead, and nothing of what it refused',
    { needs: ['writes', 'chatbot'], cost: 1, reviews: ['POST /leads'] },
    async (ctx) => {
      const known = createdLeads(ctx)
      if (known.length === 0) ctx.inconclusive('needs a lead that was created in this run')
      const list = (await ctx.api.leads({ limit: 100 })).control()

      // Where valid leads are refused and stored, the refusal is what is told.
      holdsNoneRefused(ctx, list, ['CREATE-LEAD-01'])
      await holdsCreated(ctx, list, known)
    },
  )

  verify(
    ['CREATE-LEAD-04', 'LIST-LEADS-22'],
    'shows new leads to whoever asks for the newest',
    { needs: ['writes', 'chatbot'], cost: 2, reviews: ['POST /leads'] },
    async (ctx) => {
      const { api, world, expect, inconclusive } = ctx
      const known = createdLeads(ctx)
      if (known.length === 0) inconclusive('needs a lead that was created in this run')
      const plain = await lostOnPlainPage(api, known)
      expect(plain.page).toSatisfy(
        plain.ids.length === 0,
        `the leads ${quote(plain.ids)}, which were created before`,
        'they are not there',
        { explainedBy: ['LIST-LEADS-02', 'CREATE-LEAD-02'] },
      )

      const since = beforeNow(world.discovery, Date.now())
      if (since === undefined) return
      const recent = await lostSince(api, since, known)
      expect(recent.page).toSatisfy(
        recent.ids.length === 0,
        `the leads ${quote(recent.ids)}, which were captured now`,
        'they are not there',
        {
          requirement: 'LIST-LEADS-22',
          explainedBy: ['CREATE-LEAD-04', 'CREATE-LEAD-02', 'LIST-LEADS-02'],
        },
      )
    },
  )
})

import { suite } from '../../lib/harness/context.ts'
import { idsOf } from '../../lib/harness/discovery.ts'
import { isLeadCreated, mentions } from './events.ts'
import { linkedLeads } from '../../lib/harness/chosen-items.ts'

/** Whether an existing lead is announced: observed, never failed. */
export const openPoints = suite('Open points · webhooks', { phase: 'review' }, (verify) => {
  verify(
    'OPEN-22',
    'shows whether an existing lead is reported as created',
    { needs: ['webhooks', 'leadWithConversation'], cost: 1, weight: 0.25, reviews: ['POST /leads'] },
    async ({ api, deliveries, world, observe }) => {
      const known = idsOf(linkedLeads(world.discovery))
      const announced = deliveries
        .all()
        .some((delivery) => isLeadCreated(delivery) && known.some((id) => mentions(delivery, id)))

      observe(
        'OPEN-22',
        announced ? 'lead.created names an existing lead' : 'no lead.created names an existing lead',
        await api.me(),
      )
    },
  )
})

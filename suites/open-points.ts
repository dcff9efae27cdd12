/** Open points about writes: observed, never failed. Specification parts 4 and 6. */
import { suite } from '../lib/harness/context.ts'
import { idsOf } from '../lib/harness/discovery.ts'
import { isLeadCreated, mentions } from './webhooks/events.ts'
import { leadWithConversation } from './support/leads.ts'
import { linkedLeads } from '../lib/harness/chosen-items.ts'
import { updateTarget } from './steps/conversations/updates.ts'
import { quote } from '../lib/util/values.ts'

export default [
  suite('Open points · updates', { phase: 'write', lane: 'conversation' }, (verify) => {
    verify(
      ['OPEN-14', 'OPEN-15'],
      'is asked for a null beside tags, and for odd tags',
      { needs: ['updateTarget'], cost: 2, weight: 0.25 },
      async (ctx) => {
        const { id, api, mark } = await updateTarget(ctx)
        const tag = mark()
        const withNull = await api.patchConversation(id, { tags: [tag], is_resolved: null })
        const tags = [tag, ` ${tag}-b `, tag, `${tag}-c`]
        const odd = await api.patchConversation(id, { tags })
        const kept = odd.status === 200 ? `, kept as ${quote(odd.data['tags'])}` : ''

        ctx.observe('OPEN-14', `null in is_resolved, beside tags: ${withNull.status}`, withNull)
        ctx.observe('OPEN-15', `${quote(tags)}: ${odd.status}${kept}`.replaceAll(tag, 'tag'), odd)
      },
    )

    verify(
      'OPEN-34',
      'is sent two updates of different fields at once',
      { needs: ['updateTarget'], cost: 4, weight: 0.25, deep: true },
      async (ctx) => {
        const { id, api, mark } = await updateTarget(ctx)
        const tags = [mark()]
        await api.patchConversation(id, { tags: [], is_resolved: false })
        await Promise.all([
          api.patchConversation(id, { tags }),
          api.patchConversation(id, { is_resolved: true }),
        ])
        const after = await api.conversation(id)
        const both = after.data['is_resolved'] === true && quote(after.data['tags']) === quote(tags)

        ctx.observe(
          'OPEN-34',
          both ? 'both take effect' : 'one of them is lost: the conversation is written back whole',
          after,
        )
      },
    )
  }),

  suite('Open points · leads', { phase: 'write', lane: 'lead' }, (verify) => {
    verify(
      'OPEN-20',
      'is sent empty strings',
      { needs: ['conversationForLead'], cost: 1, weight: 0.25 },
      async (ctx) => {
        const { api, observe } = ctx
        const { chatbot_id, conversation_id } = await leadWithConversation(ctx)
        const answer = await api.createLead({ chatbot_id, conversation_id, name: '', phone: '', notes: '' })

        observe('OPEN-20', `empty name, phone and notes: ${answer.status}`, answer)
      },
    )

    verify(
      'OPEN-18',
      'is sent a lead for a conversation of another chatbot',
      { needs: ['bareConversations'], cost: 1, weight: 0.25, deep: true },
      async (ctx) => {
        const { api, world, mark, observe, inconclusive } = ctx
        const conversation = world.bareConversations.at(-1)
        const chatbot = idsOf(world.discovery.main.lists['GET /chatbots'].items).find(
          (id) => id !== conversation?.['chatbot_id'],
        )
        if (chatbot === undefined) inconclusive('needs two chatbots')
        const answer = await api.createLead({
          chatbot_id: chatbot,
          conversation_id: conversation?.['id'],
          name: mark(),
        })

        observe('OPEN-18', `a lead for it: ${answer.status}`, answer)
      },
    )
  }),

  suite('Open points · webhooks', { phase: 'review' }, (verify) => {
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
  }),
]

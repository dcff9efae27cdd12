/** POST /leads: one lead for each conversation. Specification part 3 and part 4, "Deduplication rule". */
import { suite } from '../lib/harness/context.ts'
import {
  leadsOfOnePerson,
  sendFurtherLeads,
  expectExistingLead,
  expectUnchangedLeads,
} from './steps/leads/deduplication.ts'
import { expectOneLead, simultaneousLeads } from './steps/leads/simultaneous-leads.ts'
import { expectLeadMatches, hasNoOptionalFields } from './steps/leads/created-leads.ts'
import { given, quote } from '../lib/util/values.ts'

export default suite(
  'POST /leads · one lead for each conversation',
  { phase: 'write', lane: 'lead' },
  (verify) => {
    verify(
      ['CREATE-LEAD-30', 'CREATE-LEAD-31', 'CREATE-LEAD-32', 'CREATE-LEAD-34'],
      'returns the lead that a conversation has',
      { needs: ['conversationForLead'], cost: 6, smoke: true },
      async (ctx) => {
        const trial = await sendFurtherLeads(ctx)

        await ctx.each(trial.attempts, (attempt) => expectExistingLead(ctx, trial, attempt))
        await expectUnchangedLeads(ctx, trial)
      },
    )

    verify(
      ['CREATE-LEAD-35', 'CREATE-LEAD-30', 'CREATE-LEAD-31', 'CREATE-LEAD-33', 'CREATE-LEAD-02'],
      'creates one lead for two requests at once',
      { needs: ['bareConversations'], cost: 5 },
      async (ctx) => {
        const { api, observe } = ctx
        const race = await simultaneousLeads(ctx)
        const { conversation, body } = race
        const { chatbot_id, conversation_id, status } = body
        const further = {
          chatbot_id,
          conversation_id,
          status,
          name: 'the third of three',
          phone: '+15550103',
        }
        const third = await api.createLead(further)
        const list = (await api.fullPage('GET /leads')).control()
        const detail = await api.conversation(String(conversation['id']))

        expectOneLead(ctx, { race, third, list })
        observe(
          'OPEN-19',
          `is_lead ${quote(conversation['is_lead'])} before, ${quote(detail.data['is_lead'])} after`,
          detail,
        )
      },
    )

    verify(
      'CREATE-LEAD-33',
      'creates a lead for a conversation without one, whoever else it is of',
      { needs: ['otherKey', 'bareConversations'], cost: 0, costAlone: 2 },
      async (ctx) => {
        const { sent, recognised } = await leadsOfOnePerson(ctx)
        const [first] = sent
        if (first === undefined)
          return ctx.inconclusive('needs a conversation without a lead in the second workspace')

        for (const answer of sent) ctx.expect(answer).toAnswer(200)
        return ctx
          .expect(recognised?.answer ?? first)
          .toSatisfy(
            recognised === undefined,
            'a new lead: the conversation had none',
            () =>
              `the lead ${quote(recognised?.earlier.data['id'])} of another conversation, with the same e-mail address`,
            {
              also: recognised === undefined ? [] : [recognised.earlier],
              pointer: '/data/id',
            },
          )
      },
    )

    verify(
      ['CREATE-LEAD-02'],
      'links the lead to its conversation',
      { needs: ['bareConversations'], cost: 1 },
      async (ctx) => {
        const { answers, body } = await simultaneousLeads(ctx)
        const [first] = answers
        const answer = answers.find(({ body: { existing } }) => existing !== true) ?? first
        const detail = await ctx.api.lead(String(answer.control().data['id']))
        ctx.expect(detail).toAnswer(200, {
          requirement: 'CREATE-LEAD-04',
          also: [answer],
        })
        const linked = { conversation_id: String(body['conversation_id']) }

        if (
          ![answer, detail].some(({ data }) => given(data['conversation_id'])) &&
          !ctx.shown('GET /leads/{id}', 'conversation_id')
        ) {
          ctx.inconclusive('needs a service that shows `conversation_id` on leads')
        }
        expectLeadMatches(ctx, detail, { lead: detail.data, sent: linked }, { also: [answer] })
        if (!hasNoOptionalFields(answer.data))
          expectLeadMatches(ctx, answer, { lead: answer.data, sent: linked }, { also: [detail] })
      },
    )
  },
)

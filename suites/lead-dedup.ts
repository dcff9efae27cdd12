/** POST /leads: one lead for each conversation. Specification part 3 and part 4, "Deduplication rule". */
import { suite } from '../lib/api/case.ts'
import { firstDifference } from './steps/isolation/comparing.ts'
import {
  deletedMeanwhile,
  leadsOfOnePerson,
  movedLead,
  simultaneousLeads,
  sameConversation,
  contradictedField,
} from './steps/leads/deduplication.ts'
import { reaches } from '../lib/api/discovery.ts'
import { linkedLeads } from '../lib/api/linked-leads.ts'
import { fullLead, type LeadBody } from './steps/leads/lead-bodies.ts'
import { expectLeadMatches, hasNoOptionalFields, recordLead } from './steps/leads/created-leads.ts'
import { given, quote } from '../lib/util/values.ts'

export default suite(
  'POST /leads · one lead for each conversation',
  { phase: 'write', lane: 'lead' },
  (verify) => {
    verify(
      ['CREATE-LEAD-30', 'CREATE-LEAD-31', 'CREATE-LEAD-32', 'CREATE-LEAD-34'],
      'returns the lead that a conversation has',
      { needs: ['leadWithConversation'], cost: 6, smoke: true },
      async (ctx) => {
        const { api, expect, each, mark, world } = ctx
        const before = world.discovery.main.lists['GET /leads']
        const text = mark()
        const sent = linkedLeads(world.discovery).map((lead, index) => {
          const { email, phone, ...full } = fullLead(String(lead['chatbot_id']), text)
          const body: LeadBody = {
            ...full,
            // The rule asks for the conversation alone.
            ...(index === 1 ? {} : { email, phone }),
            conversation_id: String(lead['conversation_id']),
          }
          return api.createLead(body).then((answer) => ({ lead, answer: recordLead(ctx, answer) }))
        })
        const attempts = await Promise.all(sent)
        const after = await api.leads({ limit: 100 })
        const gone = await deletedMeanwhile(api, before.rows, attempts)
        const anyCandidate = new Set([
          ...attempts.flatMap(({ lead }) => sameConversation(before.rows, lead)),
          ...gone.map(({ answer }) => String(answer.data['id'])),
        ])

        await each(
          attempts.filter((attempt) => !gone.includes(attempt)),
          async ({ lead, answer }) => {
            expect(answer).toAnswer(200, { explainedBy: ['CREATE-LEAD-01', 'CREATE-LEAD-30'] })
            const candidates = sameConversation(before.rows, lead)
            // One that the conversation had long before, and that stands behind the page.
            const isOlder =
              !reaches(before, answer.data['created_at']) &&
              answer.body['existing'] === true &&
              answer.data['conversation_id'] === lead['conversation_id'] &&
              !quote(answer.data, 20_000).includes(text)
            expect(answer).toSatisfy(
              isOlder || candidates.includes(String(answer.data['id'])),
              `the lead ${candidates.join(' or ')} of the conversation`,
              quote(answer.data['id']),
              { also: [before], pointer: '/data/id', explainedBy: ['GET-LEAD-03'] },
            )
            expect(answer).toSatisfy(
              answer.body['existing'] === true,
              'existing true',
              `existing ${quote(answer.body['existing'])}`,
              { requirement: 'CREATE-LEAD-31', pointer: '/existing' },
            )
            const further = after.rows.find(
              (row) => quote(row, 20_000).includes(text) && !anyCandidate.has(String(row['id'])),
            )
            expect(after).toSatisfy(
              further === undefined,
              'no further lead',
              () => `lead ${quote(further?.['id'])} with what was sent`,
              { requirement: 'CREATE-LEAD-32', explainedBy: ['CREATE-LEAD-30'], also: [answer] },
            )
            expect(answer).toSatisfy(
              !quote(answer.data, 20_000).includes(text),
              'the lead as it was captured',
              'values of the second body',
              { requirement: 'CREATE-LEAD-34', pointer: '/data' },
            )
            const told = await contradictedField(api, answer, [before, after])
            expect(answer).toSatisfy(
              told === undefined,
              `${told?.field} ${quote(told?.known)}, as in the list before and after`,
              () => quote(answer.data[told?.field ?? '']),
              {
                requirement: 'CREATE-LEAD-34',
                also: [before, after],
                pointer: `/data/${told?.field}`,
                explainedBy: ['GET-LEAD-04'],
              },
            )
          },
        )
        const moved = movedLead(
          before.rows,
          after.rows,
          attempts.map(({ lead }) => lead),
        )
        expect(after).toSatisfy(
          moved === undefined,
          `${moved?.field} ${quote(moved?.before)} of lead ${quote(moved?.id)}, as before`,
          () => quote(moved?.after),
          { requirement: 'CREATE-LEAD-34', also: [before], pointer: `/data/*/${moved?.field}` },
        )
        await each(attempts.slice(0, 1), async ({ lead, answer }) => {
          const detail = await api.lead(String(lead['id']))
          const changed = firstDifference('Lead', lead, detail.data)
          expect(detail).toSatisfy(
            !quote(detail.data, 20_000).includes(text),
            `${changed} ${quote(lead[changed ?? ''])}, as before`,
            quote(detail.data[changed ?? '']),
            { requirement: 'CREATE-LEAD-34', also: [answer], pointer: `/data/${changed}` },
          )
        })
      },
    )

    verify(
      ['CREATE-LEAD-35', 'CREATE-LEAD-30', 'CREATE-LEAD-31', 'CREATE-LEAD-33', 'CREATE-LEAD-02'],
      'creates one lead for two requests at once',
      { needs: ['bareConversations'], cost: 5 },
      async (ctx) => {
        const { api, expect, observe } = ctx
        const { conversation, answers, body } = await simultaneousLeads(ctx)
        const [first, second] = answers
        const { chatbot_id, conversation_id, status } = body
        const third = { chatbot_id, conversation_id, status, name: 'the third of three', phone: '+15550103' }
        const again = recordLead(ctx, await api.createLead(third))
        const list = (await api.leads({ limit: 100 })).control()
        const detail = await api.conversation(String(conversation['id']))

        expect(first).toAnswer(200, { explainedBy: ['CREATE-LEAD-01', 'CREATE-LEAD-30'] })
        expect(second).toAnswer(200, { explainedBy: ['CREATE-LEAD-01', 'CREATE-LEAD-30'] })
        expect(again).toAnswer(200, { explainedBy: ['CREATE-LEAD-01', 'CREATE-LEAD-30'] })
        const marked = [first, second].filter((answer) => answer.body['existing'] === true)
        expect(second).toSatisfy(
          marked.length < 2,
          'no `existing: true` on the answer that created the lead',
          'existing true on both answers',
          { also: [first], requirement: 'CREATE-LEAD-33', pointer: '/existing' },
        )
        const returned = [first, second].some(({ data }) => data['id'] === again.data['id'])
        expect(again).toSatisfy(
          returned || again.body['existing'] === true,
          `the lead ${quote(first.data['id'])} that was created through the API`,
          `a new lead, ${quote(again.data['id'])}`,
          {
            also: [first, second],
            requirement: 'CREATE-LEAD-30',
            pointer: '/data/id',
            // Without its conversation, or not stored at all, it cannot be found again.
            explainedBy: ['CREATE-LEAD-02', 'CREATE-LEAD-04'],
          },
        )
        const rows = list.rows.filter((row) => row['conversation_id'] === conversation['id'])
        expect(second).toSatisfy(
          first.data['id'] === second.data['id'] && rows.length <= 1,
          'one lead',
          `leads ${quote(first.data['id'])} and ${quote(second.data['id'])}, ${rows.length} in the list`,
          {
            also: [first, list],
            pointer: '/data/id',
            explainedBy: [
              'CREATE-LEAD-30',
              'CREATE-LEAD-32',
              'GET-LEAD-03',
              'LEAD-01',
              ...(rows.length <= 1 ? ['CREATE-LEAD-04'] : []),
            ],
          },
        )
        expect(second).toSatisfy(
          marked.length > 0,
          'existing true on the later answer',
          'on neither answer',
          { also: [first], requirement: 'CREATE-LEAD-31', pointer: '/existing' },
        )
        expect(again).toSatisfy(
          returned,
          `the lead ${quote(first.data['id'])} that was created through the API`,
          quote(again.data['id']),
          { also: [first], requirement: 'CREATE-LEAD-30', pointer: '/data/id' },
        )
        expect(again).toSatisfy(
          again.body['existing'] === true,
          'existing true',
          `existing ${quote(again.body['existing'])}`,
          { requirement: 'CREATE-LEAD-31', pointer: '/existing' },
        )
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

        for (const answer of sent) ctx.expect(answer).toAnswer(200, { explainedBy: ['CREATE-LEAD-01'] })
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
              explainedBy: ['GET-LEAD-03', 'ID-01', 'ID-02'],
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
        const linked = { conversation_id: String(body['conversation_id']) }

        if (
          ![answer, detail].some(({ data }) => given(data['conversation_id'])) &&
          !ctx.shown('GET /leads/{id}', 'conversation_id')
        ) {
          ctx.inconclusive('needs a service that shows `conversation_id` on leads')
        }
        const explainedBy = ['CREATE-LEAD-33']
        expectLeadMatches(ctx, detail, detail.control().data, linked, { also: [answer], explainedBy })
        if (!hasNoOptionalFields(answer.data))
          expectLeadMatches(ctx, answer, answer.data, linked, { also: [detail], explainedBy })
      },
    )
  },
)

/** POST /leads, the deduplication rule: one lead for each conversation. Specification parts 3 and 4. */
import type { Answer } from '../lib/engine/case/answer.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { derived, must, open, section } from '../lib/engine/judge/rows.ts'
import { quote } from '../lib/engine/util/values.ts'
import {
  expectExisting,
  expectFound,
  expectNoFurther,
  expectOne,
  expectOther,
  leadsOfEveryKind,
  sendFurther,
} from './deduplication/existing.ts'
import { type LeadBody, plainLead } from './support/leads.ts'
import { conversationsWithoutLead, simultaneousLeads } from './support/linked-leads.ts'

const LEAD = 'POST /leads'

export const rows = [
  ...section(
    { part: 4, section: LEAD },
    must(
      'CREATE-LEAD-35',
      'Deduplication rule',
      'Two simultaneous requests for one conversation create one lead.',
    ),
  ),
  ...section(
    { part: 3, section: '', endpoint: LEAD },
    must(
      'CREATE-LEAD-30',
      'the existing lead is returned',
      'For a conversation that already has a lead, `POST /leads` returns that lead, whoever captured it.',
    ),
    must('CREATE-LEAD-31', 'existing: true', 'An existing lead is returned with `existing: true`.'),
    must(
      'CREATE-LEAD-32',
      'no new lead',
      'A request for a conversation that already has a lead creates no new lead.',
    ),
    must(
      'CREATE-LEAD-33',
      'lead created',
      'Without a conversation, or for one that has no lead, a request creates a lead; `existing` is absent or false.',
    ),
    derived(
      'CREATE-LEAD-34',
      'the existing lead is returned',
      'An existing lead stays unchanged, even if the body has other values.',
      'The specification says that it is returned, not that it changes.',
    ),
    open(
      'OPEN-19',
      'Conversation status transitions: not shown',
      'How a new lead affects `is_lead` and `status` of its conversation.',
    ),
  ),
]

/** Leads of the same person without a conversation: each is a lead of its own. */
const SAME_PERSON: readonly {
  readonly title: string
  /** The requirement that accepts the body. */
  readonly accepted?: string
  readonly change: (body: LeadBody, mark: string) => object
}[] = [
  { title: 'a body that was sent before', change: (body) => body },
  {
    title: 'a known e-mail address',
    change: ({ chatbot_id, email }, status) => ({ chatbot_id, email, status }),
  },
  {
    title: 'a known name and phone',
    change: ({ chatbot_id, name, phone }, status) => ({ chatbot_id, name, phone, status }),
  },
  {
    title: 'a null `conversation_id`',
    accepted: 'CREATE-LEAD-09',
    change: (body, status) => ({ ...body, status, conversation_id: null }),
  },
]

export default suite(
  'POST /leads · one lead per conversation',
  { phase: 'write', lane: 'lead' },
  ({ verify }) => {
    verify(
      ['CREATE-LEAD-30', 'CREATE-LEAD-31', 'CREATE-LEAD-32', 'CREATE-LEAD-34'],
      'returns the existing lead of a conversation',
      { needs: ['conversationForLead'], smoke: true },
      async (ctx) => {
        const leads = await leadsOfEveryKind(ctx)
        const sent = await Promise.all(leads.map((lead, index) => sendFurther(ctx, lead, index % 2 === 0)))
        const posts = sent.filter((post) => post !== undefined)
        if (posts.length === 0) ctx.inconclusive('needs a lead with a conversation')
        const list = (await ctx.api.fullPage('GET /leads')).control()

        await ctx.each(posts, (post) => expectExisting(ctx, post, list))
        expectNoFurther(ctx, posts, list)
      },
    )

    verify(
      ['CREATE-LEAD-35', 'CREATE-LEAD-30', 'CREATE-LEAD-31', 'CREATE-LEAD-33'],
      'creates one lead for three simultaneous requests',
      { needs: ['bareConversations'] },
      async (ctx) => {
        const { api, mark, observe } = ctx
        const { earlier, races } = await simultaneousLeads(ctx)
        const [{ conversation, bodies }] = races
        const later = await api.createLead({ ...bodies[0], status: mark(), phone: '+15550103' })
        const list = (await api.fullPage('GET /leads')).control()
        const detail = await api.conversation(String(conversation['id']))

        for (const race of races) expectOne(ctx, race, earlier, list)
        expectFound(ctx, later, races[0])
        const was = `is_lead ${quote(conversation['is_lead'])}`
        observe('OPEN-19', `${was} before, ${quote(detail.data['is_lead'])} after`, detail)
      },
    )

    for (const { title, accepted = 'CREATE-LEAD-01', change } of SAME_PERSON) {
      verify('CREATE-LEAD-33', `creates a new lead for ${title}`, { needs: ['chatbot'] }, async (ctx) => {
        const { body, created } = await plainLead(ctx)
        const twin = await ctx.api.createLead(change(body, ctx.mark()))

        ctx.expect(twin).toAnswer(200, { requirement: accepted })
        expectOther(ctx, twin, [created.control()], 'a new lead: the request had no conversation')
      })
    }

    verify(
      'CREATE-LEAD-33',
      'creates one lead per conversation of the same person',
      { needs: ['otherKey', 'bareConversations'] },
      async (ctx) => {
        const { stranger, expect } = ctx
        const { races } = await simultaneousLeads(ctx)
        const sent: Answer[] = []
        for (const { answers } of races) {
          for (const answer of answers)
            expectOther(ctx, answer, sent, 'a new lead: the conversation had no lead')
          sent.push(...answers)
        }
        const [foreign = ctx.inconclusive('needs a conversation without a lead in the second workspace')] =
          conversationsWithoutLead(ctx, 'other')
        const { id, chatbot_id } = foreign
        const answer = await stranger.createLead({ ...races[0].bodies[0], chatbot_id, conversation_id: id })
        expect(answer).toAnswer(200)
        expectOther(ctx, answer, sent, 'a new lead: the conversation had no lead')
      },
    )
  },
)

/** POST /leads, the deduplication rule: one lead for each conversation. Specification parts 3 and 4. */
import type { Answer } from '../lib/engine/case/answer.ts'
import { idsOf } from '../lib/engine/case/items.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { wasServed } from '../lib/engine/judge/finding.ts'
import type { Oracle } from '../lib/engine/judge/oracle.ts'
import { bodyOf, sentBody } from '../lib/engine/judge/reading.ts'
import { major, statementsOf } from '../lib/engine/judge/rows.ts'
import { given, quote, type JsonObject } from '../lib/engine/util/values.ts'
import {
  expectExisting,
  expectFound,
  expectNoFurther,
  expectOne,
  expectOther,
  leadsOfEveryKind,
  sendFurther,
} from './deduplication/existing.ts'
import { plainLead } from './support/leads.ts'
import { conversationsWithoutLead, simultaneousLeads } from './support/linked-leads.ts'
import { POST_LEADS } from './writes/shown.ts'
import { accepted } from './writes/accepted.ts'
import { expectShown } from './writes/stored.ts'

export const theme = 'writes'

const part3 = statementsOf({ part: 3, section: '', endpoint: POST_LEADS })
const part4 = statementsOf({ part: 4, section: POST_LEADS })

/** A rule that the oracle judges. */
export const rows = [
  part4.must(
    'CREATE-LEAD-37',
    'existing?: boolean',
    '`existing`, if present, is a boolean.',
    major('Clients branch on it; the text "false" is true in many languages.'),
  ),
]

export default suite(
  'POST /leads · one lead per conversation',
  { phase: 'write', lane: 'lead' },
  (verify) => {
    verify(
      [
        part3.must(
          'CREATE-LEAD-30',
          'the existing lead is returned',
          'For a conversation that already has a lead, `POST /leads` returns that lead, whoever captured it.',
          major('A customer who wrote once is in the CRM twice, and is called twice.'),
        ),
        part3.must(
          'CREATE-LEAD-31',
          'existing: true',
          'An existing lead is returned with `existing: true`.',
          major('A client that counts new leads counts an old one again.'),
        ),
        part3.must(
          'CREATE-LEAD-32',
          'no new lead',
          'A request for a conversation that already has a lead creates no new lead.',
          major('The list fills with leads of one conversation.'),
        ),
        part3.derived(
          'CREATE-LEAD-34',
          'the existing lead is returned',
          'An existing lead stays unchanged, even if the body has other values.',
          'The specification says that it is returned, not that it changes.',
          major('What a colleague has entered is overwritten by a form.'),
        ),
      ],
      'returns the existing lead of a conversation',
      { needs: ['conversationForLead'], smoke: true },
      async (ctx) => {
        const chosen = await leadsOfEveryKind(ctx)
        // Somebody may have changed them since they were found. An answer may leave out what is optional.
        const { items } = await ctx.api.fullPage('GET /leads')
        const leads = chosen.map((lead) => ({
          ...lead,
          ...shownOf(items.find(({ id }) => id === lead['id'])),
        }))
        const [first] = leads
        const another = idsOf(ctx.world.discovery.main.lists['GET /chatbots'].items).find(
          (id) => id !== first?.['chatbot_id'],
        )
        const sent = await Promise.all([
          ...leads.map((lead, index) => sendFurther(ctx, lead, index % 2 === 0)),
          ...(first && another ? [sendFurther(ctx, first, true, another)] : []),
        ])
        const posts = sent.filter((post) => post !== undefined)
        if (posts.length === 0) ctx.inconclusive('needs a lead with a conversation')
        const list = (await ctx.api.fullPage('GET /leads')).control()

        await ctx.each(posts, (post) => expectExisting(ctx, post, list))
        expectNoFurther(ctx, posts, list)
      },
    )

    verify(
      [
        part4.must(
          'CREATE-LEAD-35',
          'Deduplication rule',
          'Two simultaneous requests for one conversation create one lead.',
          major('A form that is sent twice by a nervous click makes two leads.'),
        ),
        'CREATE-LEAD-30',
        'CREATE-LEAD-31',
        part3.must(
          'CREATE-LEAD-33',
          'lead created',
          'Without a conversation, or for one that has no lead, a request creates a lead; `existing` is absent or false.',
          major('A new contact is taken for an old one, and nobody calls back.'),
        ),
        'CREATE-LEAD-01',
        'CREATE-LEAD-02',
        'CREATE-LEAD-04',
        part3.open(
          'OPEN-19',
          'Conversation status transitions: not shown',
          'How a new lead affects `is_lead` and `status` of its conversation.',
        ),
      ],
      'creates one lead for three simultaneous requests',
      { needs: ['bareConversations'] },
      async (ctx) => {
        const { api, mark, observe } = ctx
        const { earlier, races } = await simultaneousLeads(ctx)
        const [{ conversation, bodies }] = races
        const later = await api.createLead({ ...bodies[0], status: mark(), phone: '+15550103' })
        const created = races.flatMap(({ answers }) =>
          answers.filter(({ isAccepted, body }) => isAccepted && body['existing'] !== true),
        )
        const list = await expectShown(ctx, () => api.fullPage('GET /leads'), created)
        const detail = await api.conversation(String(conversation['id']))

        const others: Answer[] = [earlier]
        for (const race of races) {
          expectOne(ctx, race, others, list)
          others.push(...race.answers)
        }
        // Somebody may have deleted the conversation meanwhile.
        if (detail.status !== 404) expectFound(ctx, later, races[0])
        const was = `is_lead ${quote(conversation['is_lead'])}`
        observe('OPEN-19', `${was} before, ${quote(detail.data['is_lead'])} after`, detail)
      },
    )

    verify(
      'CREATE-LEAD-33',
      'creates a new lead for a body that was sent before',
      { needs: ['chatbot'] },
      async (ctx) => {
        const { body, created } = await plainLead(ctx)
        const twin = await ctx.api.createLead(body)

        accepted(ctx, twin, 'CREATE-LEAD-01')
        expectOther(ctx, twin, [created], 'a new lead: the request had no conversation')
      },
    )

    verify(
      'CREATE-LEAD-33',
      'creates a new lead for a person who has one in another workspace',
      { needs: ['otherKey', 'bareConversations'] },
      async (ctx) => {
        const { races } = await simultaneousLeads(ctx)
        const [foreign = ctx.inconclusive('needs a conversation without a lead in the second workspace')] =
          conversationsWithoutLead(ctx, 'other')
        const ids = { chatbot_id: foreign['chatbot_id'], conversation_id: foreign['id'] }
        const answer = await ctx.stranger.createLead({ ...races[0].bodies[0], ...ids })

        accepted(ctx, answer, 'CREATE-LEAD-01')
        const earlier = races.flatMap(({ answers }) => answers)
        expectOther(ctx, answer, earlier, 'a new lead: the conversation had no lead')
      },
    )
  },
)

/** The fields of an item that have a value. */
function shownOf(item: JsonObject = {}): JsonObject {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => given(value)))
}

/** CREATE-LEAD-37: `existing` is a flag. CREATE-LEAD-33: without a conversation no lead existed before. */
const existingFlag: Oracle = (exchange, judgements) => {
  if (exchange.operation !== POST_LEADS || !wasServed(exchange.response ?? {})) return
  const { existing } = bodyOf(exchange)
  const blame = { pointer: '/existing' }
  if (given(existing)) {
    const isBoolean = typeof existing === 'boolean'
    judgements.check(isBoolean, 'CREATE-LEAD-37', 'a boolean `existing`', () => quote(existing), blame)
  }
  const isUnlinked = typeof sentBody(exchange)['conversation_id'] !== 'string'
  if (existing === true && isUnlinked && exchange.request.bodyCoding === undefined)
    judgements.fail('CREATE-LEAD-33', 'no `existing: true` without a conversation', '`existing: true`', blame)
}

export const oracles = [existingFlag]

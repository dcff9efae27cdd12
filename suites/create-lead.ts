/** POST /leads: what is accepted, stored and refused. Specification parts 3, 4 and 8; deduplication has its own file. */
import { noObjects } from '../lib/engine/case/bodies.ts'
import { absentId } from '../lib/engine/case/absent-ids.ts'
import type { Discovery } from '../lib/engine/case/discovery.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { idsOf } from '../lib/engine/case/items.ts'
import { LEAD_BOUNDS } from '../lib/engine/spec/request-bodies.ts'
import { derived, type Entry, must, open, section } from '../lib/engine/judge/rows.ts'
import { type JsonObject, quote } from '../lib/engine/util/values.ts'
import { marked, REFUSED, refusalTargets, VALID } from './create-lead/bodies.ts'
import {
  expectAccepted,
  expectEachOnce,
  expectListed,
  expectNoFieldLost,
  expectNoRefusedLead,
  expectStored,
} from './create-lead/stored.ts'
import { leadEcho } from './create-lead/shown.ts'
import { expectUntouched } from './support/conversations.ts'
import { createdLeads, plainLead } from './support/leads.ts'
import { conversationsWithoutLead, leadWithConversation } from './support/linked-leads.ts'

const LEAD = 'POST /leads'

const longest = (id: string, item: string, field: string): Entry => {
  const { longest: most = 0 } = LEAD_BOUNDS.find((bound) => bound.field === field) ?? {}
  return must(
    id,
    item,
    `Up to ${most.toLocaleString('en')} characters are accepted in \`${field}\`; more return 400.`,
  )
}

export const rows = [
  ...section(
    { part: 4, section: LEAD },
    must(
      'CREATE-LEAD-01',
      'Response 200: { data: Lead, existing?: boolean }',
      'A valid body returns 200 with a lead; a body with only `chatbot_id` is valid.',
    ),
    must('CREATE-LEAD-37', 'existing?: boolean', '`existing`, if present, is a boolean.'),
    must('CREATE-LEAD-05', 'chatbot_id string yes', 'A body without `chatbot_id` returns 400.'),
    must('CREATE-LEAD-06', '400 (invalid body)', 'A body that is not a JSON object returns 400.'),
    must('CREATE-LEAD-07', '404 (chatbot or conversation not found)', 'An unknown `chatbot_id` returns 404.'),
    must(
      'CREATE-LEAD-08',
      '404 (chatbot or conversation not found)',
      'An unknown `conversation_id` returns 404.',
    ),
    must('CREATE-LEAD-09', 'string or null', 'Null is accepted for each field whose type allows it.'),
    must(
      'CREATE-LEAD-10',
      'chatbot_id',
      'A `chatbot_id` that is not a string returns 400, or 404 like an unknown id.',
    ),
    must(
      'CREATE-LEAD-11',
      'conversation_id',
      'A `conversation_id` that is neither a string nor null returns 400, or 404 like an unknown id.',
    ),
    must('CREATE-LEAD-12', 'name', 'A `name` that is neither a string nor null returns 400.'),
    must(
      'CREATE-LEAD-13',
      'email string (email) or null',
      'An `email` that is neither an e-mail address nor null returns 400.',
    ),
    must('CREATE-LEAD-14', 'phone', 'A `phone` that is neither a string nor null returns 400.'),
    must('CREATE-LEAD-15', 'company', 'A `company` that is neither a string nor null returns 400.'),
    must('CREATE-LEAD-16', 'source', 'A `source` that is neither a string nor null returns 400.'),
    must(
      'CREATE-LEAD-17',
      'source_url string (uri) or null',
      'A `source_url` that is neither a URI nor null returns 400.',
    ),
    must('CREATE-LEAD-18', 'status', 'A `status` that is not a string, null included, returns 400.'),
    must('CREATE-LEAD-19', 'notes', '`notes` that are neither a string nor null return 400.'),
    derived(
      'CREATE-LEAD-02',
      'Records a lead',
      'The lead has the `chatbot_id`, `conversation_id`, `name`, `email`, `phone` and `notes` that were sent.',
      'The service records the lead that the body describes.',
    ),
    derived(
      'CREATE-LEAD-04',
      'Records a lead',
      'Detail and list show the same lead as the response.',
      'Detail and list show the leads that were recorded.',
    ),
    must(
      'CREATE-LEAD-28',
      '400 (invalid body)',
      'A refused body creates no lead and changes nothing of its conversation.',
    ),
    derived(
      'CREATE-LEAD-36',
      'Response 200',
      '`created_at` of a new lead is the time of the request, in UTC.',
      'A timestamp that is hours off is likely local time labelled as UTC.',
    ),
    open(
      'OPEN-18',
      'conversation_id',
      'What `POST /leads` does when the conversation belongs to another chatbot.',
    ),
    open('OPEN-20', 'max 200', 'Whether empty strings are accepted where no minimum is stated.'),
    open(
      'CREATE-LEAD-38',
      'source_url string (uri) or null',
      'Whether a `source_url` without `http(s)`, or without a host, is accepted.',
    ),
  ),
  ...section(
    { part: 8, section: '', endpoint: LEAD },
    longest('CREATE-LEAD-20', 'Lead `name`, `company`', 'name'),
    must(
      'CREATE-LEAD-21',
      'Lead email',
      'A long valid `email` is accepted; one of more than 320 characters returns 400.',
    ),
    longest('CREATE-LEAD-22', 'Lead phone', 'phone'),
    longest('CREATE-LEAD-23', 'Lead `name`, `company`', 'company'),
    longest('CREATE-LEAD-24', 'Lead source', 'source'),
    longest('CREATE-LEAD-25', 'Lead source_url', 'source_url'),
    longest('CREATE-LEAD-26', 'Lead status', 'status'),
    longest('CREATE-LEAD-27', 'Lead notes', 'notes'),
  ),
  ...section(
    { part: 3, section: '', endpoint: LEAD },
    must(
      'CREATE-LEAD-03',
      'lead created with status from the body',
      'The lead has the `status` that was sent.',
    ),
    open('OPEN-17', 'new is the usual value', 'Which `status` a lead gets when the body has none.'),
  ),
]

const creation = suite(LEAD, { phase: 'write', lane: 'lead' }, ({ verify }) => {
  verify(
    ['CREATE-LEAD-01', 'CREATE-LEAD-02', 'CREATE-LEAD-03', 'CREATE-LEAD-04', 'CREATE-LEAD-33'],
    'creates a lead with the values that were sent',
    { needs: ['chatbot'], smoke: true },
    async (ctx) => {
      const { created } = await plainLead(ctx)
      const { existing } = created.body

      ctx.expect(created).toAnswer(200)
      ctx.expect(created).toSatisfy(existing !== true, 'no `existing: true` on a new lead', quote(existing), {
        requirement: 'CREATE-LEAD-33',
        pointer: '/existing',
      })
      await expectStored(ctx, created)
    },
  )

  for (const { requirements, title, body, requirementOf } of VALID)
    verify(requirements, title, { needs: ['chatbot'] }, async (ctx) => {
      await expectAccepted(ctx, body(ctx.world.chatbot, ctx.mark()), requirementOf)
    })

  verify(
    ['CREATE-LEAD-01', 'OPEN-17'],
    'accepts a body with only `chatbot_id`',
    { needs: ['chatbot'] },
    async ({ api, world, expect, observe }) => {
      // A paused chatbot takes leads, too: its existence is all that is asked.
      const chatbots = world.discovery.main.lists['GET /chatbots'].items
      const [paused] = idsOf(chatbots.filter((item) => item['is_active'] === false))
      const minimal = await api.createLead({ chatbot_id: paused ?? world.chatbot })

      expect(minimal).toAnswer(200)
      observe('OPEN-17', `status ${quote(minimal.data['status'])}`, minimal)
    },
  )

  verify(
    ['OPEN-20', 'CREATE-LEAD-38'],
    'records whether empty strings and unusual addresses are accepted',
    { needs: ['conversationForLead'] },
    async (ctx) => {
      // This conversation has its lead, so deduplication creates none.
      const { chatbot_id, conversation_id } = await leadWithConversation(ctx)
      const empty = { name: '', phone: '', notes: '' }
      const book = { source_url: 'urn:isbn:9780141036144' }
      const answer = await ctx.api.createLead({ chatbot_id, conversation_id, ...empty })
      const unusual = await ctx.api.createLead({ chatbot_id, conversation_id, ...book })

      ctx.observe('OPEN-20', `empty name, phone and notes: ${answer.status}`, answer)
      ctx.observe('CREATE-LEAD-38', `\`source_url\` ${book.source_url}: ${unusual.status}`, unusual)
    },
  )

  verify(
    'OPEN-18',
    "records the response for another chatbot's conversation",
    { needs: ['bareConversations'], deep: true },
    async (ctx) => {
      const { api, world, mark, observe, inconclusive } = ctx
      const conversation = conversationsWithoutLead(ctx).at(-1)
      const [chatbot = inconclusive('needs two chatbots')] = idsOf(
        world.discovery.main.lists['GET /chatbots'].items,
      ).filter((id) => id !== conversation?.['chatbot_id'])
      const body = { chatbot_id: chatbot, conversation_id: conversation?.['id'], name: mark() }
      const answer = await api.createLead(body)

      observe('OPEN-18', `a lead for another chatbot's conversation: ${answer.status}`, answer)
    },
  )
})

/** Ids that name nothing: of a chatbot, and of a conversation. */
const UNKNOWN: readonly {
  readonly requirement: string
  readonly title: string
  readonly ids: (discovery: Discovery, conversation: unknown) => JsonObject
}[] = [
  {
    requirement: 'CREATE-LEAD-07',
    title: 'returns 404 for an unknown `chatbot_id`',
    ids: (discovery) => ({ chatbot_id: absentId(discovery, 'GET /chatbots') }),
  },
  {
    requirement: 'CREATE-LEAD-07',
    title: 'returns 404 for an unknown `chatbot_id` and a known conversation',
    ids: (discovery, conversation) => ({
      chatbot_id: absentId(discovery, 'GET /chatbots'),
      conversation_id: conversation,
    }),
  },
  {
    requirement: 'CREATE-LEAD-08',
    title: 'returns 404 for an unknown `conversation_id`',
    ids: (discovery) => ({ conversation_id: absentId(discovery, 'GET /conversations') }),
  },
]

/** The second key tries what is refused, on a chatbot of its own, if there is one. */
const refusals = suite(`${LEAD} · refusals`, { phase: 'refuse' }, ({ verify }) => {
  for (const { requirement, field, title, values, statuses = [400] } of REFUSED) {
    verify(requirement, title, { needs: ['chatbot'] }, async (ctx) => {
      const { chatbot } = ctx.world

      await ctx.each(values(chatbot), async (value) => {
        const refused = await ctx.api.createLead({ ...marked(chatbot, ctx.mark()), [field]: value })
        ctx.expect(refused).toRefuse(statuses, { pointer: `/${field}` })
      })
    })
  }

  verify(
    'CREATE-LEAD-12',
    'refuses an invalid `name` where there is an existing lead',
    { needs: ['chatbot'] },
    async (ctx) => {
      const { conversation, leadOfConversation } = refusalTargets(ctx)
      // Preferably one with a lead: a service may return that before it looks at the rest of the body.
      const { chatbot_id, conversation_id = conversation?.['id'] } =
        leadOfConversation ?? conversation ?? ctx.inconclusive('needs a conversation')
      const refused = await ctx.api.createLead({ chatbot_id, conversation_id, name: 7 })

      ctx.expect(refused).toRefuse([400], { pointer: '/name' })
    },
  )

  verify('CREATE-LEAD-05', 'refuses a body without `chatbot_id`', { needs: ['chatbot'] }, async (ctx) => {
    const { leadOfConversation } = refusalTargets(ctx)
    const conversation_id = leadOfConversation?.['conversation_id']
    const bodies = [{}, { conversation_id }]

    await ctx.each<object>(bodies, async (body) => {
      ctx.expect(await ctx.api.createLead(body)).toRefuse([400])
    })
  })

  verify(
    'CREATE-LEAD-06',
    'refuses a body that is not a JSON object',
    { needs: ['chatbot'] },
    async (ctx) => {
      const { chatbot } = ctx.world

      await ctx.each(noObjects(marked(chatbot, ctx.mark())), async (body) => {
        ctx.expect(await ctx.api.createLead(body)).toRefuse([400])
      })
    },
  )

  for (const { requirement, title, ids } of UNKNOWN)
    verify(requirement, title, { needs: ['chatbot'] }, async (ctx) => {
      const { chatbot } = ctx.world
      const { conversation } = refusalTargets(ctx)
      const sent = { ...marked(chatbot, ctx.mark()), ...ids(ctx.world.discovery, conversation?.['id']) }
      if ('conversation_id' in sent && conversation === undefined)
        ctx.inconclusive('needs a conversation without a lead')

      ctx.expect(await ctx.api.createLead(sent)).toRefuse([404])
    })

  verify(
    'CREATE-LEAD-28',
    'leaves neither a lead nor a change when it refuses a body',
    { needs: ['otherKey'] },
    async (ctx) => {
      const { stranger, mark } = ctx
      // Another one each time: a flag that was set would not change again.
      const conversation = conversationsWithoutLead(ctx, 'other').at(-1)
      const { id, chatbot_id } = conversation ?? ctx.inconclusive('needs a conversation without a lead')
      const before = (await stranger.conversation(String(id))).control()
      const bodies = [
        { name: 7 },
        { email: 'not-an-address' },
        { conversation_id: absentId(ctx.world.discovery, 'GET /conversations') },
      ].map((invalid) => ({ ...marked(String(chatbot_id), mark()), conversation_id: id, ...invalid }))
      const refused = await Promise.all(bodies.map((body) => stranger.createLead(body)))
      const after = (await stranger.conversation(String(id))).control()

      // What was accepted is another violation, and has an effect.
      if (refused.every(({ isRefusal }) => isRefusal))
        expectUntouched(ctx, 'CREATE-LEAD-28', refused, [before, after])
      expectNoRefusedLead(ctx, (await stranger.fullPage('GET /leads')).control())
    },
  )
})

const afterwards = suite(`${LEAD} · at the end`, { phase: 'review' }, ({ verify }) => {
  verify(
    ['CREATE-LEAD-04', 'CREATE-LEAD-02'],
    'keeps every accepted lead and no refused one',
    { needs: ['writes', 'chatbot'] },
    async (ctx) => {
      const created = createdLeads(ctx)
      if (created.length === 0) ctx.inconclusive('needs a lead that was created in this run')
      const page = await expectListed(ctx, created)

      expectEachOnce(ctx, page, created)
      expectNoRefusedLead(ctx, page)
      await expectNoFieldLost(ctx, created)
    },
  )
})

export default [creation, refusals, afterwards]

export const plainAnswers = ['CREATE-LEAD-01']

export const oracles = [leadEcho]

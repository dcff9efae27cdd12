/**
 * POST /leads: accepted, stored and refused bodies. Specification parts 3, 4 and 8; deduplication has its own
 * file.
 */
import { absentId } from '../lib/engine/case/absent-ids.ts'
import type { Answer } from '../lib/engine/case/answer.ts'
import type { Context } from '../lib/engine/case/context.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { idsOf } from '../lib/engine/case/items.ts'
import { about, major, statementsOf } from '../lib/engine/judge/rows.ts'
import { bodyFields, CARRIED, requirementOf } from '../lib/engine/contract/request-bodies.ts'
import { given, type JsonObject, quote } from '../lib/engine/util/values.ts'
import { leadsAtEnds, requirementFor } from './create-lead/drawn.ts'
import { fieldRules, isMeasured } from './create-lead/field-rules.ts'
import { expectModified } from './support/not-modified.ts'
import { createdLeads, plainLead } from './support/leads.ts'
import { conversationsWithoutLead, leadWithConversation } from './support/linked-leads.ts'
import { refusalTarget } from './support/written-conversations.ts'
import { type Invalid, invalidBodies } from './writes/invalid.ts'
import { expectRefused } from './writes/refused.ts'
import { POST_LEADS } from './writes/table.ts'
import { mustBeAccepted, expectEachAccepted } from './writes/accepted.ts'
import { TEXTS_OF_FIELDS } from './writes/fragments.ts'
import { generatedBodies, type ValidBody } from './writes/generated.ts'
import { expectAcceptedAsSent } from './writes/shrunk.ts'

export const theme = 'writes'

const LIST = 'GET /leads'

const part3 = statementsOf({ part: 3, section: '', endpoint: POST_LEADS })
const part4 = statementsOf({ part: 4, section: POST_LEADS })

/** A rule that the oracle of writes judges. */
export const rows = [
  about(
    'fields',
    part4.derived(
      'CREATE-LEAD-36',
      'Response 200',
      '`created_at` of a new lead is the time of the request, in UTC.',
      'A timestamp that is hours off is likely local time labelled as UTC.',
      major('Leads are polled by their time: one with a wrong time is missed, or called back too late.'),
    ),
  ),
]

/** The fields in the text of CREATE-LEAD-02, which is final: a field of a later version is held to it unnamed. */
const SHOWN = new Intl.ListFormat('en-GB').format(
  CARRIED.filter(({ name, since }) => name !== 'status' && since === undefined).map(
    ({ name }) => `\`${name}\``,
  ),
)

const creation = suite(POST_LEADS, { phase: 'write', lane: 'lead' }, (verify) => {
  verify(
    [
      about(
        'answers',
        part4.must(
          'CREATE-LEAD-01',
          'Response 200: { data: Lead, existing?: boolean }',
          'A valid body returns 200 with a lead; a body with only `chatbot_id` is valid.',
          major('A contact that a form has collected is lost.'),
        ),
      ),
      part4.derived(
        'CREATE-LEAD-02',
        'Records a lead',
        `The lead has the ${SHOWN} that were sent.`,
        'The service records the lead that the body describes.',
        major('A lead with wrong contact details cannot be called back.'),
      ),
      part3.must(
        'CREATE-LEAD-03',
        'lead created with status from the body',
        'The lead has the `status` that was sent.',
        major('The lead does not appear where the sales team looks for it.'),
      ),
      part4.derived(
        'CREATE-LEAD-04',
        'Records a lead',
        'Detail and list show the same lead as the response.',
        'Detail and list show the leads that were recorded.',
        major('A lead that was confirmed to the client is not there when it is looked for.'),
      ),
      'CREATE-LEAD-33',
    ],
    'creates a lead with the values that were sent',
    { needs: ['chatbot'], smoke: true },
    async (ctx) => {
      const { created } = await plainLead(ctx)
      const { existing } = created.body

      mustBeAccepted(ctx, created, 'CREATE-LEAD-01')
      ctx.expect(created).toHaveStatus([200])
      ctx.expect(created).toSatisfy(existing !== true, 'no `existing: true` on a new lead', quote(existing), {
        requirement: 'CREATE-LEAD-33',
        pointer: '/existing',
      })
      await Promise.all([ctx.api.lead(String(created.data['id'])), ctx.api.fullPage(LIST)])
    },
  )

  verify(
    [
      'CREATE-LEAD-01',
      'CREATE-LEAD-02',
      'CREATE-LEAD-03',
      'CREATE-LEAD-04',
      part4.must(
        'CREATE-LEAD-09',
        'string or null',
        'Null is accepted for each field whose type allows it.',
        major('Clients with typed models send null for what they do not know.'),
      ),
      ...bodyFields('LeadCreate')
        .filter(isMeasured)
        .map(({ name }) => requirementOf('LeadCreate', name, 'too long')),
      part3.open('OPEN-17', 'new is the usual value', 'Which `status` a lead gets when the body has none.'),
    ],
    'stores each field as short and as long as it may be, null, and texts',
    { needs: ['chatbot'] },
    async (ctx) => {
      const minimal = await createUnusualLeads(ctx)
      await createFullLeads(ctx)

      await ctx.api.fullPage(LIST)
      ctx.observe('OPEN-17', `status ${quote(minimal.data['status'])}`, minimal)
    },
  )

  verify(
    [
      part4.open('OPEN-20', 'max 200', 'Whether empty strings are accepted where no minimum is stated.'),
      part4.open(
        'CREATE-LEAD-38',
        'source_url string (uri) or null',
        'Whether a `source_url` without `http(s)`, or without a host, is accepted.',
      ),
    ],
    'records whether empty strings and unusual addresses are accepted',
    { needs: ['conversationForLead'], deep: true },
    async (ctx) => {
      // This conversation already has a lead, so deduplication creates none.
      const { chatbot_id, conversation_id } = await leadWithConversation(ctx)
      const empty = { name: '', phone: '', notes: '' }
      const book = { source_url: 'urn:isbn:9780141036144' }
      const answer = await ctx.api.createLead({ chatbot_id, conversation_id, ...empty })
      const unusual = await ctx.api.createLead({ chatbot_id, conversation_id, ...book })

      ctx.observe('OPEN-20', `empty name, phone and notes: ${answer.status}`, answer)
      ctx.observe('CREATE-LEAD-38', `\`source_url\` ${book.source_url}: ${unusual.status}`, unusual)
    },
  )
})

/** Creates a lead with only a chatbot, and one that claims its time; resolves with the answer to the first. */
async function createUnusualLeads(ctx: Context<'chatbot'>): Promise<Answer> {
  const { api, mark, world } = ctx
  // A paused chatbot also takes leads: the specification only requires that the chatbot exists.
  const chatbots = world.discovery.main.lists['GET /chatbots'].items
  const [paused = world.chatbot] = idsOf(chatbots.filter((item) => item['is_active'] === false))
  const minimal = mustBeAccepted(ctx, await api.createLead({ chatbot_id: paused }), 'CREATE-LEAD-01')
  // The service sets the time, and may refuse an unknown member. It may hide leads with such a status.
  const status = TEXTS_OF_FIELDS.status.at(-1)
  const claims = { name: mark(), status, created_at: '2001-01-01T00:00:00Z' }
  await api.createLead({ chatbot_id: world.chatbot, ...claims })
  return minimal
}

/** Creates leads whose fields are as short and as long as they may be, and generated ones, all side by side. */
async function createFullLeads(ctx: Context<'chatbot'>): Promise<void> {
  const { api, mark, settings, each, world } = ctx
  const ids = idsOf(world.discovery.main.lists['GET /chatbots'].items)
  const sendTo =
    (chatbot_id: string) =>
    (some: ValidBody): Promise<Answer> =>
      api.createLead({ chatbot_id, ...some })
  const generated = await generatedBodies('LeadCreate', mark, settings)
  await Promise.all([
    each(leadsAtEnds(mark, settings), async (body) => {
      await expectEachAccepted(ctx, body, sendTo(world.chatbot), requirementFor)
    }),
    // Each chatbot takes leads.
    each(generated.entries(), async ([index, body]) => {
      const send = sendTo(ids[index % ids.length] ?? world.chatbot)
      const lead = await expectAcceptedAsSent(ctx, { name: 'LeadCreate', body, send, ruleOf: requirementFor })
      // A service may hide leads with such a status. The list shows all of them.
      if (body['status'] === 'spam' && given(lead.data['id'])) await api.lead(String(lead.data['id']))
    }),
  ])
}

const refusals = suite(`${POST_LEADS} · refusals`, { phase: 'refuse' }, (verify) => {
  const ofFields = fieldRules()
  verify(
    [
      part4.must(
        'CREATE-LEAD-05',
        'chatbot_id string yes',
        'A body without `chatbot_id` returns 400.',
        major('A lead without a chatbot belongs to nobody, and no client asked for that.'),
      ),
      part4.must(
        'CREATE-LEAD-06',
        '400 (invalid body)',
        'A body that is not a JSON object returns 400.',
        major('What a lenient parser makes of a broken body is not what its sender meant.'),
      ),
      part4.must(
        'CREATE-LEAD-07',
        '404 (chatbot or conversation not found)',
        'An unknown `chatbot_id` returns 404.',
        major('The lead is recorded where nobody looks for it.'),
      ),
      part4.must(
        'CREATE-LEAD-08',
        '404 (chatbot or conversation not found)',
        'An unknown `conversation_id` returns 404.',
        major('The lead points to a conversation that is not there.'),
      ),
      part4.must(
        'CREATE-LEAD-28',
        '400 (invalid body)',
        'A refused body creates no lead and changes nothing of its conversation.',
        major('A client sends a refused lead again in another form, and the customer is called twice.'),
      ),
      ...ofFields,
    ],
    'refuses invalid leads, and leaves nothing of them',
    { needs: ['chatbot'] },
    async (ctx) => {
      // A different one in each run of the case: a flag that was set before would not change again.
      const aimedAt = [0, 1, 2].map((place) => refusalTarget(ctx, place, {})['id'])
      const free = conversationsWithoutLead(ctx).findLast(({ id }) => !aimedAt.includes(id))
      const bodies = await invalidLeads(ctx, free)
      await expectRefused(ctx, {
        bodies,
        send: ctx.api.createLead,
        conversation: free && String(free['id']),
        untouched: 'CREATE-LEAD-28',
      })
    },
  )
})

/**
 * Leads that must be refused.
 * @param free - a conversation without a lead: if it had one, the service might return that lead
 */
async function invalidLeads(ctx: Context<'chatbot'>, free: JsonObject | undefined): Promise<Invalid[]> {
  const { mark, world } = ctx
  const { chatbot, discovery } = world
  const bare = free && { chatbot_id: free['chatbot_id'], conversation_id: free['id'] }
  const base = (): JsonObject => ({ chatbot_id: chatbot, name: mark(), status: mark() })
  const withUnknown = (field: keyof typeof ID_LISTS, words: string, known?: JsonObject): Invalid => ({
    requirement: field === 'chatbot_id' ? 'CREATE-LEAD-07' : 'CREATE-LEAD-08',
    field,
    words,
    body: { ...base(), ...known, [field]: absentId(discovery, ID_LISTS[field]) },
    // If no absent id is known, the ids that are tried may be malformed.
    statuses: discovery.absent?.[ID_LISTS[field]] === undefined ? [404, 400] : [404],
  })
  const withoutChatbot: Invalid = {
    requirement: 'CREATE-LEAD-05',
    field: 'chatbot_id',
    words: 'absent',
    body: { ...base(), ...bare, chatbot_id: undefined },
  }
  const withUnknownIds = bare
    ? [
        withUnknown('chatbot_id', 'an unknown id, beside a known conversation', bare),
        withUnknown('conversation_id', 'an unknown id', bare),
      ]
    : [withUnknown('chatbot_id', 'an unknown id')]
  // A service may read the conversation before it looks at the other fields: one of them is sent with it.
  const withWrongFields = await invalidBodies(
    'LeadCreate',
    (wrong) => ({ ...base(), ...(wrong?.field === 'email' && bare) }),
    ctx,
  )
  return [withoutChatbot, ...withUnknownIds, ...withWrongFields]
}

const ID_LISTS = { chatbot_id: 'GET /chatbots', conversation_id: 'GET /conversations' } as const

const afterwards = suite(`${POST_LEADS} · at the end`, { phase: 'review' }, (verify) => {
  verify(
    ['CREATE-LEAD-04', 'CREATE-LEAD-02', 'CREATE-LEAD-28', 'PATCH-CONVERSATION-14'],
    'keeps every accepted lead and no refused one',
    { needs: ['writes', 'chatbot'] },
    async (ctx) => {
      const [created = ctx.inconclusive('this run has created no lead')] = createdLeads(ctx)
      const before = ctx.world.discovery.main.lists[LIST]
      await ctx.api.fullPage(LIST)
      await expectModified(ctx, [before, created], (actor) => actor.fullPage(LIST), {
        requirement: 'CREATE-LEAD-04',
      })
    },
  )
})

export default [creation, refusals, afterwards]

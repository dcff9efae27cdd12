/** POST /leads, the deduplication rule: one lead for each conversation. Specification parts 3 and 4. */
import type { Answer } from '../lib/engine/case/answer.ts'
import type { Context } from '../lib/engine/case/context.ts'
import { idsOf } from '../lib/engine/case/items.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { fateOf } from '../lib/engine/http/fate.ts'
import type { Oracle } from '../lib/engine/judge/oracle.ts'
import { bodyOf, sentBody } from '../lib/engine/judge/reading.ts'
import { major, seenIn, statementsOf } from '../lib/engine/judge/rows.ts'
import { CARRIED } from '../lib/engine/contract/request-bodies.ts'
import { given, quote } from '../lib/engine/util/values.ts'
import { expectExisting, leadsOfEveryKind, sendFurther } from './deduplication/existing.ts'
import { plainLead } from './support/leads.ts'
import { AT_ONCE, type Race, simultaneousLeads } from './support/linked-leads.ts'
import { LASTING, POST_LEADS } from './writes/table.ts'
import { mustBeAccepted } from './writes/accepted.ts'
import { expectValues } from './writes/unchanged.ts'

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
  { phase: 'write', lane: 'linked lead' },
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
        part4.open(
          'OPEN-18',
          'conversation_id',
          'What `POST /leads` does when the conversation belongs to another chatbot.',
        ),
      ],
      'returns the existing lead of a conversation',
      { needs: ['conversationForLead'], smoke: true },
      async (ctx) => {
        const leads = await leadsOfEveryKind(ctx)
        const [first] = leads
        const another = idsOf(ctx.world.discovery.main.lists['GET /chatbots'].items).find(
          (id) => id !== first?.['chatbot_id'],
        )
        const sent = await Promise.all([
          ...leads.map((lead, index) => sendFurther(ctx, lead, index % 2 === 0)),
          ...(first && another ? [sendFurther(ctx, first, true, another)] : []),
        ])
        const furthers = sent.flat()
        if (furthers.length === 0) ctx.inconclusive('needs a lead with a conversation')
        const list = (await ctx.api.fullPage('GET /leads')).mustBeUsable()

        await ctx.each(furthers, (further) => expectExisting(ctx, further, list))
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
        seenIn(
          'request-body',
          part3.must(
            'CREATE-LEAD-33',
            'lead created',
            'Without a conversation, or for one that has no lead, a request creates a lead; `existing` is absent or false.',
            major('A new contact is taken for an old one, and nobody calls back.'),
          ),
        ),
        'CREATE-LEAD-40',
        part3.open(
          'OPEN-19',
          'Conversation status transitions: not shown',
          'How a new lead affects `is_lead` and `status` of its conversation.',
        ),
      ],
      'creates one lead for eight simultaneous requests',
      { needs: ['bareConversations'] },
      async (ctx) => {
        const races = await simultaneousLeads(ctx)
        const list = await ctx.api.fullPage('GET /leads')

        for (const race of races) expectOne(ctx, race, list)
        expectReturnedWhole(ctx, races)
        const [{ conversation }] = races
        const [detail, page] = await Promise.all([
          ctx.api.conversation(String(conversation['id'])),
          ctx.api.fullPage('GET /conversations'),
        ])
        for (const race of races) expectConversationKept(ctx, race, [detail, page])
        const was = `is_lead ${quote(conversation['is_lead'])}`
        ctx.observe('OPEN-19', `${was} before, ${quote(detail.data['is_lead'])} after`, detail)
      },
    )

    verify(
      'CREATE-LEAD-33',
      'creates a new lead for a body that was sent before',
      { needs: ['chatbot'] },
      async (ctx) => {
        const { body, created } = await plainLead(ctx)
        const twin = await ctx.api.createLead(body)

        mustBeAccepted(ctx, twin, 'CREATE-LEAD-01')
        const { id } = created.data
        ctx
          .expect(twin)
          .toSatisfy(
            twin.data['id'] !== id,
            'a new lead: the request had no conversation',
            `earlier lead ${quote(id)}`,
            { also: [created], pointer: '/data/id' },
          )
      },
    )
  },
)

/**
 * Expects one lead for a conversation that had none, although several were sent at once, all but one marked
 * as existing. If the answers contradict each other, that is proof at first sight.
 */
function expectOne({ expect }: Pick<Context, 'expect'>, { conversation, answers }: Race, list: Answer): void {
  const failed = answers.filter(({ fate }) => fate === 'failed')
  const [crashed] = failed
  if (crashed !== undefined)
    expect(crashed).toSatisfy(
      false,
      `status 200, to one of ${answers.length} requests for a conversation at the same time`,
      `status ${crashed.status}`,
      {
        also: answers.filter((one) => one !== crashed),
        status: crashed.status,
        // One server error may be a coincidence.
        proof: failed.length > 1 ? true : undefined,
      },
    )
  const came = answers.filter((one) => !failed.includes(one))
  const [first, ...later] = came
  if (first === undefined) return
  const refused = came.find(({ fate }) => fate === 'refused')
  if (refused !== undefined) {
    // If all are refused, their simultaneity is not at fault.
    const requirement = answers.every(({ fate }) => fate === 'refused') ? 'CREATE-LEAD-01' : undefined
    return expect(refused).toHaveStatus([200], { also: answers, requirement })
  }
  const created = came.filter(({ body }) => body['existing'] !== true)
  const idsIn = (some: readonly Answer[]): number => new Set(some.map(({ data }) => data['id'])).size
  const ids = idsIn(came)
  const unlinked = list.items.find((lead) => came.some(({ data }) => data['id'] === lead['id']))
  // Whoever does not store the conversation of a lead cannot find the lead by it.
  if (ids > 1 && unlinked !== undefined && !given(unlinked['conversation_id']))
    return expect(list).toSatisfy(
      false,
      `\`conversation_id\` ${quote(conversation['id'])} of lead ${quote(unlinked['id'])}, as it was sent`,
      quote(unlinked['conversation_id']),
      { requirement: 'CREATE-LEAD-02', also: answers, pointer: '/data/conversation_id' },
    )
  const listed = list.items.filter((lead) => lead['conversation_id'] === conversation['id']).length
  expect(first).toSatisfy(
    ids === 1 && listed <= 1,
    'one lead',
    `${ids} in the responses, ${listed} in the list`,
    {
      also: [...later, list],
      pointer: '/data/id',
      proof: idsIn(created) > 1 || listed > 1 ? true : undefined,
    },
  )
  const blame = { also: later, pointer: '/existing', proof: true } as const
  expect(first).toSatisfy(
    ids > 1 || created.length <= 1,
    `existing: true on all but the first of ${came.length} responses`,
    `on ${came.length - created.length}`,
    { requirement: 'CREATE-LEAD-31', ...blame },
  )
  expect(first).toSatisfy(
    created.length > 0 || came.length < answers.length,
    'a new lead, without `existing: true`: the conversation had no lead',
    `lead ${quote(first.data['id'])} with existing: true`,
    { requirement: 'CREATE-LEAD-33', ...blame },
  )
}

/**
 * Expects an existing lead to be returned with the fields that the answer to its creation showed. One answer may
 * leave out an optional field; a field that each creation shows and no further answer is lost.
 */
function expectReturnedWhole({ expect }: Pick<Context, 'expect'>, races: readonly Race[]): void {
  const answers = races.flatMap((race) => race.answers).filter(({ fate }) => fate === 'accepted')
  const [existing, created] = [true, false].map((flag) =>
    answers.filter(({ body }) => (body['existing'] === true) === flag),
  ) as [Answer[], Answer[]]
  const [further] = existing
  const first = created.find(({ data }) => data['id'] === further?.data['id'])
  if (further === undefined || first === undefined || existing.length < AT_ONCE - 1) return
  const lost = CARRIED.map(({ name }) => name).find(
    (name) =>
      created.every(({ data }) => given(data[name])) && existing.every(({ data }) => !given(data[name])),
  )
  const blame = { requirement: 'CREATE-LEAD-30', pointer: `/data/${lost}`, also: [first] }
  expect(further).toSatisfy(
    lost === undefined,
    `\`${lost}\` ${quote(first.data[lost ?? ''])} of the existing lead, as in the answer to its creation`,
    `${quote(further.data[lost ?? ''])} in each of ${existing.length} further answers`,
    blame,
  )
}

/**
 * Expects the conversation of a new lead to be the same. What else a service does with it, such as to resolve
 * it or to tag it, is open.
 */
function expectConversationKept(
  ctx: Pick<Context<never>, 'expect' | 'answersTo'>,
  { conversation, answers: also }: Race,
  looks: readonly Answer[],
): void {
  const { id } = conversation
  const values = Object.fromEntries(LASTING.map((name) => [name, conversation[name]]))
  // Another lead for this conversation would be an existing one: this happens only once.
  const blame = { requirement: 'CREATE-LEAD-40', words: ', as before the lead', also, proof: true } as const
  for (const look of looks) expectValues(ctx, look, [{ kind: 'Conversation', id }, values], blame)
}

/** CREATE-LEAD-37: `existing` is a flag. CREATE-LEAD-33: without a conversation, no lead existed before. */
const existingFlag: Oracle = (exchange, judgements) => {
  if (exchange.operation !== POST_LEADS || fateOf(exchange) !== 'accepted') return
  const { existing } = bodyOf(exchange)
  const blame = { pointer: '/existing' }
  if (given(existing)) {
    const isBoolean = typeof existing === 'boolean'
    judgements.check(isBoolean, 'CREATE-LEAD-37', 'a boolean `existing`', () => quote(existing), blame)
  }
  const { conversation_id: conversation } = sentBody(exchange)
  if (existing === true && typeof conversation !== 'string' && exchange.request.bodyCoding === undefined) {
    const to = given(conversation)
      ? `to \`conversation_id\` ${quote(conversation)}`
      : 'without a conversation'
    judgements.fail('CREATE-LEAD-33', `no \`existing: true\` ${to}`, '`existing: true`', blame)
  }
}

export const oracles = [existingFlag]

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
import { given, type JsonObject, quote } from '../lib/engine/util/values.ts'
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
        const furthers = sent.filter((further) => further !== undefined)
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
 * as existing.
 */
function expectOne(ctx: Pick<Context, 'expect'>, race: Race, list: Answer): void {
  expectNoCrash(ctx, race)
  const answers = race.answers.filter(({ fate }) => fate !== 'failed')
  const refused = answers.find(({ fate }) => fate === 'refused')
  if (refused !== undefined) {
    // If all are refused, their simultaneity is not at fault.
    const areAll = race.answers.every(({ fate }) => fate === 'refused')
    const requirement = areAll ? 'CREATE-LEAD-01' : undefined
    return ctx.expect(refused).toHaveStatus([200], { also: race.answers, requirement })
  }
  const [first, ...later] = answers
  if (first === undefined) return
  // By a conversation that a lead has lost, a service cannot find the lead again.
  const unlinked = idsIn(answers) > 1 ? unlinkedIn(list, answers) : undefined
  if (unlinked !== undefined)
    return ctx
      .expect(list)
      .toSatisfy(
        false,
        `\`conversation_id\` ${quote(race.conversation['id'])} of lead ${quote(unlinked['id'])}, as it was sent`,
        quote(unlinked['conversation_id']),
        { requirement: 'CREATE-LEAD-02', also: race.answers, pointer: '/data/conversation_id' },
      )
  expectOneLead(ctx, race, [first, ...later], list)
  expectAllButOneExisting(ctx, race, [first, ...later])
}

function idsIn(answers: readonly Answer[]): number {
  return new Set(answers.map(({ data }) => data['id'])).size
}

const isNew = ({ body }: Answer): boolean => body['existing'] !== true

function expectNoCrash({ expect }: Pick<Context, 'expect'>, { answers }: Race): void {
  const [crashed, ...others] = answers.filter(({ fate }) => fate === 'failed')
  if (crashed === undefined) return
  expect(crashed).toSatisfy(
    false,
    `status 200, to one of ${answers.length} requests for a conversation at the same time`,
    `status ${crashed.status}`,
    {
      also: answers.filter((one) => one !== crashed),
      status: crashed.status,
      // One server error may be a coincidence.
      proof: others.length > 0 ? true : undefined,
    },
  )
}

/** The first listed lead of some answers, if it has lost its conversation. */
function unlinkedIn(list: Answer, answers: readonly Answer[]): JsonObject | undefined {
  const lead = list.items.find((item) => answers.some(({ data }) => data['id'] === item['id']))
  return lead === undefined || given(lead['conversation_id']) ? undefined : lead
}

type Answers = readonly [Answer, ...Answer[]]

function expectOneLead(
  { expect }: Pick<Context, 'expect'>,
  { conversation }: Race,
  answers: Answers,
  list: Answer,
): void {
  const [first, ...later] = answers
  const ids = idsIn(answers)
  const listed = list.items.filter((lead) => lead['conversation_id'] === conversation['id']).length
  // Two leads that the answers call new, or that one list shows, prove it at first sight.
  const isProof = idsIn(answers.filter(isNew)) > 1 || listed > 1
  expect(first).toSatisfy(
    ids === 1 && listed <= 1,
    'one lead',
    `${ids} in the responses, ${listed} in the list`,
    { also: [...later, list], pointer: '/data/id', proof: isProof ? true : undefined },
  )
}

/** Only the answer that created the lead may lack `existing: true`. */
function expectAllButOneExisting({ expect }: Pick<Context, 'expect'>, race: Race, answers: Answers): void {
  const [first, ...later] = answers
  const created = answers.filter(isNew).length
  const blame = { also: later, pointer: '/existing', proof: true } as const
  expect(first).toSatisfy(
    // Several leads are another violation: each of them was created.
    created <= 1 || idsIn(answers) > 1,
    `existing: true on all but the first of ${answers.length} responses`,
    `on ${answers.length - created}`,
    { requirement: 'CREATE-LEAD-31', ...blame },
  )
  // The request that created the lead may be the one that failed.
  const hasCreator = created > 0 || answers.length < race.answers.length
  expect(first).toSatisfy(
    hasCreator,
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
  const created = answers.filter(isNew)
  const existing = answers.filter((one) => !isNew(one))
  const [further] = existing
  const first = created.find(({ data }) => data['id'] === further?.data['id'])
  // One race without a lost answer gives so many: fewer of them may all have left the field out.
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

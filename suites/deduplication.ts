/** POST /leads, the deduplication rule: one lead for each conversation. Specification parts 3 and 4. */
import type { Answer } from '../lib/harness/answer.ts'
import { linkedLeads } from '../lib/harness/chosen-items.ts'
import { type Context, suite } from '../lib/harness/context.ts'
import { idsOf } from '../lib/harness/discovery.ts'
import { derived, must, open, section } from '../lib/judge/rows.ts'
import { given, quote, type JsonObject } from '../lib/util/values.ts'
import { varied } from './support/comparing.ts'
import {
  conversationsWithoutLead,
  createdLeads,
  deniedField,
  fullLead,
  type LeadBody,
  leadWithConversation,
  plainLead,
  sentConversation,
  simultaneousLeads,
  unlikeSent,
} from './support/leads.ts'

const LEAD = 'POST /leads'

export const rows = [
  ...section(
    { part: 4, section: LEAD },
    must(
      'CREATE-LEAD-35',
      'Deduplication rule',
      'Two simultaneous requests for one conversation create one lead.',
      ['CREATE-LEAD-30', 'CREATE-LEAD-32', 'GET-LEAD-03'],
    ),
  ),
  ...section(
    { part: 3, section: '', endpoint: LEAD },
    must(
      'CREATE-LEAD-30',
      'the existing lead is returned',
      'A `conversation_id` that already has a lead returns that lead, whoever captured it.',
      ['CREATE-LEAD-33', 'GET-LEAD-03'],
    ),
    must(
      'CREATE-LEAD-31',
      'existing: true',
      'A lead that was there before is returned with `existing: true`.',
      ['CREATE-LEAD-35', 'CREATE-LEAD-37'],
    ),
    must(
      'CREATE-LEAD-32',
      'no new lead',
      'A request for a conversation that already has a lead creates no further lead.',
      ['CREATE-LEAD-30'],
    ),
    must(
      'CREATE-LEAD-33',
      'lead created',
      'A request without a conversation, or for one without a lead, creates a lead; `existing` is absent or false.',
      ['LEAD-01'],
    ),
    derived(
      'CREATE-LEAD-34',
      'the existing lead is returned',
      'An existing lead stays as it is, whatever the body says.',
      'It is returned, and nothing is said to change it.',
      ['CREATE-LEAD-30', 'GET-LEAD-04'],
    ),
    open(
      'OPEN-19',
      'Conversation status transitions: not shown',
      'What a new lead does to `is_lead` and `status` of its conversation.',
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
    title: 'a null conversation',
    accepted: 'CREATE-LEAD-09',
    change: (body, status) => ({ ...body, status, conversation_id: null }),
  },
]

export default suite(
  'POST /leads · one lead for each conversation',
  { phase: 'write', lane: 'lead' },
  (verify) => {
    verify(
      ['CREATE-LEAD-30', 'CREATE-LEAD-31', 'CREATE-LEAD-32', 'CREATE-LEAD-34'],
      'returns the lead that a conversation has',
      { needs: ['conversationForLead'], cost: 11, smoke: true },
      async (ctx) => {
        const { api, each, mark } = ctx
        const text = mark()
        const leads = await leadsOfEveryKind(ctx)
        const posts = await Promise.all(
          leads.map((lead, index) => sendFurther(ctx, lead, text, index % 2 === 0)),
        )
        const list = (await api.fullPage('GET /leads')).control()

        await each(posts, (post) => expectExisting(ctx, post, list))
        expectNoFurther(ctx, posts, list, text)
      },
    )

    verify(
      ['CREATE-LEAD-35', 'CREATE-LEAD-30', 'CREATE-LEAD-31', 'CREATE-LEAD-33'],
      'creates one lead for three requests at once',
      { needs: ['bareConversations'], cost: 7 },
      async (ctx) => {
        const { api, mark, observe } = ctx
        const { conversation, earlier, answers, body } = await simultaneousLeads(ctx)
        const later = await api.createLead({ ...body, status: mark(), phone: '+15550103' })
        const list = (await api.fullPage('GET /leads')).control()
        const detail = await api.conversation(String(conversation['id']))

        expectServed(ctx, answers)
        expectNew(ctx, answers, earlier, conversation)
        expectOne(ctx, answers, list, conversation)
        expectFound(ctx, later, answers, list)
        const was = `is_lead ${quote(conversation['is_lead'])}`
        observe('OPEN-19', `${was} before, ${quote(detail.data['is_lead'])} after`, detail)
      },
    )

    verify(
      'CREATE-LEAD-02',
      'links the lead to its conversation',
      { needs: ['bareConversations'], cost: 1 },
      async (ctx) => {
        const { api, expect } = ctx
        const { answers, body } = await simultaneousLeads(ctx)
        const [first] = answers
        const created = answers.find(({ body: { existing } }) => existing !== true) ?? first
        const id = String(created.control().data['id'])
        const sent = { conversation_id: String(body['conversation_id']) }
        const isRight = ({ data }: Answer): boolean =>
          unlikeSent(data, sent, (field) => ctx.shown('GET /leads/{id}', field)) === undefined
        const detail = await ctx.eventually(
          () => api.lead(id),
          (answer) => answer.status === 200 && isRight(answer),
        )

        expect(detail).toAnswer(200, { requirement: 'CREATE-LEAD-04', also: [created] })
        expect(detail).toSatisfy(
          isRight(detail),
          `conversation_id ${quote(sent.conversation_id)}`,
          quote(detail.data['conversation_id']),
          { pointer: '/data/conversation_id', also: [created] },
        )
        const denied = deniedField(created.data, detail.data, sent)
        expect(created).toSatisfy(denied === undefined, `${denied} as in the detail`, 'null', {
          also: [detail],
          pointer: `/data/${denied}`,
        })
      },
    )

    for (const { title, accepted = 'CREATE-LEAD-01', change } of SAME_PERSON) {
      verify(
        'CREATE-LEAD-33',
        `creates a lead of its own for ${title}`,
        { needs: ['chatbot'], cost: 1 },
        async (ctx) => {
          const { body, created } = await plainLead(ctx)
          const twin = await ctx.api.createLead(change(body, ctx.mark()))

          ctx.expect(twin).toAnswer(200, { requirement: accepted })
          expectOther(ctx, twin, [created.control()], 'a new lead: no conversation was given')
        },
      )
    }

    verify(
      'CREATE-LEAD-33',
      'creates a lead for each conversation of one person',
      { needs: ['otherKey', 'bareConversations'], cost: 0, costAlone: 7 },
      async (ctx) => {
        const { stranger, expect } = ctx
        const { answers, body } = await simultaneousLeads(ctx)
        const sent: Answer[] = [...answers]
        for (const { id, chatbot_id } of conversationsWithoutLead(ctx, 'other').slice(0, 2)) {
          const answer = await stranger.createLead({ ...body, chatbot_id, conversation_id: id })
          expect(answer).toAnswer(200)
          expectOther(ctx, answer, sent, 'a new lead: the conversation had none')
          sent.push(answer)
        }
        if (sent.length === answers.length)
          ctx.inconclusive('needs a conversation without a lead in the second workspace')
      },
    )
  },
)

/** The most leads for whose conversations a further one is sent. */
const MOST_KINDS = 6

/**
 * Leads with a conversation of every kind: the newest, the oldest, each status of the lead and of its conversation, of
 * a paused chatbot, without contact details. Where no list shows one, a new one.
 */
async function leadsOfEveryKind(ctx: Context<never>): Promise<readonly JsonObject[]> {
  const { lists } = ctx.world.discovery.main
  const byId = (list: 'GET /chatbots' | 'GET /conversations'): ReadonlyMap<unknown, JsonObject> =>
    new Map(lists[list].items.map((item) => [item['id'], item]))
  const [chatbots, conversations] = [byId('GET /chatbots'), byId('GET /conversations')]
  const linked = new Set(linkedLeads(ctx.world.discovery, Infinity))
  const leads = lists['GET /leads'].items
    .filter((lead) => linked.has(lead))
    .map((lead) => ({
      ...lead,
      chatbot_is_active: chatbots.get(lead['chatbot_id'])?.['is_active'],
      conversation_status: conversations.get(lead['conversation_id'])?.['status'],
    }))
  const traits = ['status', 'conversation_status', 'chatbot_is_active', 'email', 'phone', 'name']
  const kinds = [...leads.slice(0, 1), ...varied(leads.slice(1), traits, MOST_KINDS - 1)]
  return kinds.length > 0 ? kinds : [await leadWithConversation(ctx)]
}

/** A further lead that was sent for the conversation of a known one. */
interface Post {
  readonly lead: JsonObject
  readonly sent: LeadBody
  readonly answer: Answer
  /** Whether the lead or its conversation was deleted in the meantime. */
  readonly isGone: boolean
}

async function sendFurther(
  { api }: Pick<Context, 'api'>,
  lead: JsonObject,
  text: string,
  withContact: boolean,
): Promise<Post> {
  const [chatbot, conversation, id] = ['chatbot_id', 'conversation_id', 'id'].map((field) =>
    String(lead[field]),
  )
  const { email, phone, ...others } = fullLead(chatbot ?? '', text)
  const contact: LeadBody = withContact ? { email, phone } : {}
  const sent = { ...others, ...contact, conversation_id: conversation ?? '' }
  const answer = await api.createLead(sent)
  const isRight = answer.status === 200 && answer.data['id'] === lead['id']
  const looks = isRight ? [] : await Promise.all([api.conversation(conversation ?? ''), api.lead(id ?? '')])
  return { lead, sent, answer, isGone: looks.some(({ status }) => status === 404) }
}

/** Expects the lead of the conversation: marked, and as it was captured. */
async function expectExisting(
  ctx: Context<never>,
  { lead, sent, answer, isGone }: Post,
  list: Answer,
): Promise<void> {
  if (isGone) return
  const { api, expect, world } = ctx
  expect(answer).toAnswer(200)
  const { id, conversation_id: conversation } = lead
  const isOfConversation = (item: JsonObject): boolean => item['conversation_id'] === conversation
  const known = idsOf(world.discovery.main.lists['GET /leads'].items.filter(isOfConversation))
  const shown = String(answer.data['id'])
  const created = idsOf(createdLeads(ctx).map(({ data }) => data))
  // An older lead of the conversation may be beyond the page.
  const isKnown =
    shown === id ||
    known.includes(shown) ||
    (!created.includes(shown) && isOfConversation((await api.lead(shown)).data))
  expect(answer).toSatisfy(isKnown, `the lead ${quote(id)} of the conversation`, `the lead ${quote(shown)}`, {
    pointer: '/data/id',
  })
  const { existing } = answer.body
  expect(answer).toSatisfy(existing === true, 'existing true', `existing ${quote(existing)}`, {
    requirement: 'CREATE-LEAD-31',
    pointer: '/existing',
  })
  if (shown !== id) return
  const listed = list.items.find((item) => item['id'] === id) ?? answer.data
  for (const [seen, now] of [
    [answer, answer.data],
    [list, listed],
  ] as const) {
    const changed = changedField(lead, now, sent)
    expect(seen).toSatisfy(
      changed === undefined,
      `${changed} ${quote(lead[changed ?? ''])}, as before`,
      quote(now[changed ?? '']),
      { requirement: 'CREATE-LEAD-34', also: [answer], pointer: `/data/${changed}` },
    )
  }
}

/** Fields of a lead that nobody changes. */
const LASTING = ['chatbot_id', 'conversation_id', 'created_at']

/** A field that nobody changes and that did change, or one that has the value of a further body. */
function changedField(before: JsonObject, now: JsonObject, sent: LeadBody): string | undefined {
  return Object.keys(before).find((field) => {
    // An answer may leave out what is optional, or show null.
    if (!given(now[field]) || now[field] === before[field]) return false
    return LASTING.includes(field) || now[field] === sent[field]
  })
}

/** Expects no lead in the list that has what was sent for conversations with a lead. */
function expectNoFurther(
  { expect }: Pick<Context, 'expect'>,
  posts: readonly Post[],
  list: Answer,
  text: string,
): void {
  const known = new Set(posts.filter(({ isGone }) => isGone).map(({ answer }) => answer.data['id']))
  const isTheirs = ({ id, status, name }: JsonObject): boolean =>
    !known.has(id) && (status === text || String(name).startsWith(text))
  const further = list.items.find(isTheirs)
  expect(list).toSatisfy(
    further === undefined,
    'no further lead',
    () => `lead ${quote(further?.['id'])} with what was sent`,
    { requirement: 'CREATE-LEAD-32', also: posts.map(({ answer }) => answer) },
  )
}

type Answers = readonly [Answer, ...Answer[]]

/** Expects each of some simultaneous requests to be served, and not only when it was sent again. */
function expectServed({ expect, answersTo }: Pick<Context, 'expect' | 'answersTo'>, answers: Answers): void {
  const inFront = new Set(
    answersTo('POST /leads').flatMap(({ exchange }) => (exchange.foreign === true ? [exchange.id] : [])),
  )
  const [failed, ...further] = answers.filter(({ exchange }) =>
    exchange.repeats?.some((id) => !inFront.has(id)),
  )
  // One may have met a passing fault.
  expect(failed ?? answers[0]).toSatisfy(
    further.length === 0,
    'status 200 for requests at once',
    `a server error for ${further.length + 1} of ${answers.length}`,
    { also: further },
  )
  for (const answer of answers) expect(answer).toAnswer(200)
}

/** Expects one of the requests to have created a lead. */
function expectNew(
  { expect }: Pick<Context, 'expect'>,
  answers: Answers,
  earlier: Answer,
  { id: conversation }: JsonObject,
): void {
  const isNew = answers.some(({ body }) => body['existing'] !== true)
  const other = answers.find(
    ({ data: { id, conversation_id: linked } }) =>
      id === earlier.data['id'] || (given(linked) && linked !== conversation),
  )
  expect(answers[0]).toSatisfy(
    isNew,
    'a new lead, without `existing: true`: the conversation had none',
    other === undefined
      ? 'existing true on all answers'
      : `the lead ${quote(other.data['id'])} of the same person`,
    { requirement: 'CREATE-LEAD-33', also: [...answers, earlier], pointer: '/existing' },
  )
}

/** Expects all answers to show one lead, all but one with `existing: true`. */
function expectOne(
  { expect }: Pick<Context, 'expect'>,
  answers: Answers,
  list: Answer,
  { id: conversation }: JsonObject,
): void {
  const ids = new Set(answers.map(({ data }) => data['id']))
  const listed = list.items.filter(({ conversation_id: linked }) => linked === conversation)
  expect(answers[0]).toSatisfy(
    ids.size === 1 && listed.length <= 1,
    'one lead',
    () => `${ids.size} in the answers, ${listed.length} in the list`,
    { also: [...answers.slice(1), list], pointer: '/data/id' },
  )
  const created = answers.filter(({ body }) => body['existing'] !== true)
  expect(answers[0]).toSatisfy(
    ids.size > 1 || created.length <= 1,
    'existing true on the later answers',
    `on ${answers.length - created.length} of ${answers.length}`,
    { requirement: 'CREATE-LEAD-31', also: answers.slice(1), pointer: '/existing' },
  )
}

/** Expects a later request to find a lead of the conversation that was created through the API. */
function expectFound(
  { expect }: Pick<Context, 'expect'>,
  later: Answer,
  answers: Answers,
  list: Answer,
): void {
  const { existing } = later.body
  const ids = new Set(idsOf(answers.map(({ data }) => data)))
  const listed = list.items.find(({ id }) => id === later.data['id'])
  // Of several leads of the conversation, which are a violation of their own, any may be returned.
  const isSecond = existing === true && listed?.['conversation_id'] === sentConversation(later)
  expect(later).toAnswer(200, { requirement: 'CREATE-LEAD-30' })
  expect(later).toSatisfy(
    ids.has(String(later.data['id'])) || isSecond,
    `the lead ${[...ids].join(' or ')} that was created through the API`,
    quote(later.data['id']),
    { requirement: 'CREATE-LEAD-30', also: answers, pointer: '/data/id' },
  )
  expect(later).toSatisfy(existing === true, 'existing true', `existing ${quote(existing)}`, {
    requirement: 'CREATE-LEAD-31',
    pointer: '/existing',
  })
}

/** Expects a lead that no earlier answer showed. */
function expectOther(
  { expect }: Pick<Context, 'expect'>,
  answer: Answer,
  earlier: readonly Answer[],
  expected: string,
): void {
  const same = earlier.filter(({ data }) => data['id'] === answer.data['id'])
  expect(answer).toSatisfy(same.length === 0, expected, `the earlier lead ${quote(answer.data['id'])}`, {
    also: same,
    pointer: '/data/id',
  })
}

/** What answers have to show of leads that a run created: what was sent. Any answer may leave out an optional field. */
import type { Query } from '../../lib/harness/actor.ts'
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import { idsOf } from '../../lib/harness/items.ts'
import { CARRIED } from '../../lib/spec/request-bodies.ts'
import { bodyOf, dataOf, sentBody } from '../../lib/judge/reading.ts'
import type { Oracle } from '../../lib/judge/oracle.ts'
import { given, quote, type JsonObject } from '../../lib/util/values.ts'
import { judgeCreatedNow } from '../support/clock.ts'
import { isListed, mayShow, unlikeSent } from './shown.ts'
import { leftByRefusal, marksIn } from '../support/marks.ts'

const LEAD = 'POST /leads'

const sentWith = ({ exchange }: Answer): JsonObject => sentBody(exchange)

/**
 * Creates a lead that must be accepted. Where it is not, each of its fields is sent alone, so that a refusal names it.
 * @param requirementOf - the requirement that accepts a field
 */
export async function expectAccepted(
  { api, expect, each }: Pick<Context, 'api' | 'expect' | 'each'>,
  body: JsonObject,
  requirementOf: (field: string) => string = () => 'CREATE-LEAD-01',
): Promise<Answer> {
  const created = await api.createLead(body)
  const { chatbot_id, ...fields } = body
  if (!created.isAccepted)
    await each(Object.entries(fields), async ([field, value]) => {
      const blame = { requirement: requirementOf(field), pointer: `/${field}` }
      expect(await api.createLead({ chatbot_id, [field]: value })).toAnswer(200, blame)
    })
  expect(created).toAnswer(200, { requirement: 'CREATE-LEAD-01' })
  return created
}

/** Expects the detail to show a new lead as it was sent, and the newest leads to hold it, with and without a filter. */
export async function expectStored(ctx: Listing, created: Answer): Promise<void> {
  const { api, expect, eventually } = ctx
  const sent = sentWith(created)
  const { id, created_at: createdAt } = created.data
  const stored = { requirement: 'CREATE-LEAD-04', also: [created] }
  // At once: an automation may give the lead another status a moment later.
  const [detail, ...pages] = await Promise.all([
    eventually(
      () => api.lead(String(id)),
      ({ usable, data }) => usable && unlikeSent(data, sent) === undefined,
    ),
    newest(ctx, [created], {}),
    newest(ctx, [created], { status: String(sent['status']) }),
  ])

  expect(detail).toAnswer(200, stored)
  expectShown(ctx, detail, detail.data, created, sent)
  if (given(createdAt)) expect(detail).toShow('created_at', createdAt, stored)
  for (const page of pages) expectListed(ctx, page, [created])
}

/**
 * Expects a list to hold the leads that were created.
 * @param requirement - violated where one is missing
 * @returns the page
 */
export async function expectKept(
  ctx: Listing,
  created: readonly Answer[],
  query: Query,
  requirement?: string,
): Promise<Answer> {
  const page = await newest(ctx, created, query)
  expectListed(ctx, page, created, requirement)
  return page
}

type Listing = Pick<Context, 'api' | 'expect' | 'eventually' | 'inconclusive'>

/** Reads the newest leads until they show those that were created. */
function newest(
  { api, eventually }: Pick<Listing, 'api' | 'eventually'>,
  created: readonly Answer[],
  query: Query,
): Promise<Answer> {
  return eventually(
    () => api.fullPage('GET /leads', query),
    (page) => created.every(({ data }) => isListed(page, data)),
  )
}

/** Expects a page of the newest leads to hold those that were created. An automation may have changed them by then. */
function expectListed(
  ctx: Pick<Listing, 'expect' | 'inconclusive'>,
  page: Answer,
  created: readonly Answer[],
  requirement = 'CREATE-LEAD-04',
): void {
  const lost = created.filter(({ data }) => !isListed(page.control(), data))
  if (created.length > 1 && lost.length === 1)
    ctx.inconclusive('one lead is no longer listed: it may have been deleted in the dashboard')
  const ids = quote(idsOf(lost.map(({ data }) => data)))
  const expected = `leads ${ids}, which this run created`
  ctx.expect(page).toSatisfy(lost.length === 0, expected, 'a list without these leads', {
    requirement,
    also: lost,
  })
}

/** Expects a lead in a later answer to show what was sent. */
function expectShown(
  { expect }: Pick<Listing, 'expect'>,
  later: Answer,
  lead: JsonObject,
  created: Answer,
  sent: JsonObject,
): void {
  const field = unlikeSent(lead, sent) ?? ''
  expect(later).toSatisfy(field === '', `\`${field}\` ${quote(sent[field])}`, quote(lead[field]), {
    requirement: 'CREATE-LEAD-04',
    also: [created],
    pointer: `/data/${field}`,
  })
}

/** Expects the list to show each field that was sent of a new lead, if it shows the field of other leads. */
export async function expectNoFieldLost(ctx: Listing, created: readonly Answer[]): Promise<void> {
  const page = await ctx.eventually(
    () => ctx.api.fullPage('GET /leads'),
    (leads) => lostField(leads, created) === undefined,
  )
  const field = lostField(page.control(), created) ?? ''
  const [sender] = withField(created, field)
  ctx
    .expect(page)
    .toSatisfy(
      field === '',
      `the ${field} of new leads, such as ${quote(sender && sentWith(sender)[field])}`,
      `none, though the list shows the ${field} of other leads`,
      {
        requirement: given(sender?.data[field]) ? 'CREATE-LEAD-04' : 'CREATE-LEAD-02',
        also: sender && [sender],
        pointer: '/data',
      },
    )
}

/** Leads that were sent with a field that cannot be shown as empty. */
function withField(created: readonly Answer[], field: string): readonly Answer[] {
  return created.filter((answer) => !mayShow(field, sentWith(answer)[field], ''))
}

/** A field that was sent, and that a page shows of other leads but of none for which it was sent. */
function lostField({ items }: Answer, created: readonly Answer[]): string | undefined {
  const among = (answers: readonly Answer[]): ReadonlySet<string> =>
    new Set(idsOf(answers.map(({ data }) => data)))
  const own = among(created)
  return CARRIED.find((field) => {
    const senders = among(withField(created, field))
    const ours = items.filter(({ id }) => senders.has(String(id)))
    const others = items.filter(({ id }) => !own.has(String(id)))
    const isShown = (leads: readonly JsonObject[]): boolean => leads.some((lead) => given(lead[field]))
    return ours.length > 0 && !isShown(ours) && isShown(others)
  })
}

/** Expects no lead beside those that were created which has the status of one of them, if that is a mark. */
export function expectEachOnce(
  ctx: Pick<Context, 'expect' | 'answersTo' | 'mark'>,
  page: Answer,
  created: readonly Answer[],
): void {
  const [answers, marks] = [ctx.answersTo(LEAD), marksIn(ctx)]
  const statusOf = (answer: Answer): string => String(sentWith(answer)['status'])
  const returned = new Set(idsOf(answers.map(({ data }) => data)))
  // A request that was sent again may have been carried out twice.
  const repeated = new Set(answers.filter(({ exchange }) => exchange.repeats).map(statusOf))
  const once = new Set(created.map(statusOf).filter((it) => marks(it).length > 0 && !repeated.has(it)))
  const further = page.items.find(({ id, status }) => !returned.has(String(id)) && once.has(String(status)))
  ctx
    .expect(page)
    .toSatisfy(further === undefined, 'one lead for each request', () => `another one: ${quote(further)}`, {
      requirement: 'CREATE-LEAD-04',
    })
}

/** Expects a page of leads to hold none that was refused to the same key, in whichever case. */
export function expectNoRefusedLead(ctx: Pick<Context, 'expect' | 'answersTo' | 'mark'>, page: Answer): void {
  const same = ctx.answersTo(LEAD).filter(({ exchange }) => exchange.key === page.exchange.key)
  const left = leftByRefusal(ctx, page.items, same)
  ctx.expect(page).toSatisfy(left === undefined, 'no lead from a refused request', () => quote(left?.item), {
    requirement: 'CREATE-LEAD-28',
    also: left && [left.refusal],
    pointer: '/data',
  })
}

/** The answer to `POST /leads` shows what was sent. An existing lead shows what it had, and needs a conversation. */
export const leadEcho: Oracle = (exchange, judgements) => {
  if (exchange.operation !== LEAD || exchange.response?.status !== 200) return
  const { existing } = bodyOf(exchange)
  const [sent, lead] = [sentBody(exchange), dataOf(exchange)]
  const pointer = '/existing'
  if (given(existing)) {
    const isBoolean = typeof existing === 'boolean'
    const received = (): string => quote(existing)
    judgements.check(isBoolean, 'CREATE-LEAD-37', 'a boolean `existing`', received, { pointer })
  }
  if (existing === true) {
    const expected = 'no `existing: true` without a conversation'
    if (typeof sent['conversation_id'] !== 'string')
      judgements.fail('CREATE-LEAD-33', expected, 'existing true', { pointer })
    return
  }
  judgeCreatedNow(exchange, judgements, 'CREATE-LEAD-36')
  for (const field of CARRIED) {
    if (!(field in sent) || typeof lead[field] !== 'string') continue
    judgements.check(
      mayShow(field, sent[field], lead[field]),
      field === 'status' ? 'CREATE-LEAD-03' : 'CREATE-LEAD-02',
      `\`${field}\` ${quote(sent[field])}`,
      () => quote(lead[field]),
      { pointer: `/data/${field}` },
    )
  }
}

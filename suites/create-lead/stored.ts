/** What detail and list have to show of leads that a run created. Any answer may leave out an optional field. */
import type { Query } from '../../lib/harness/actor.ts'
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import { idsOf } from '../../lib/harness/discovery.ts'
import { CARRIED } from '../../lib/harness/writes.ts'
import { servedAt } from '../../lib/http/exchange.ts'
import { bodyOf, dataOf, type Oracle, sentBody } from '../../lib/judge/oracle.ts'
import { DAY_MS, given, quote, type JsonObject } from '../../lib/util/values.ts'
import { judgeCreatedNow } from '../support/clock.ts'
import { isListed, isOdd, mayShow, unlikeSent } from '../support/leads.ts'
import { leftByRefusal, marksIn, refusalsByMark } from '../support/marks.ts'

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

/** Expects a lead to show what was sent, in an answer that is later than the one to the POST. */
function expectShown(
  { expect }: Pick<Context, 'expect'>,
  created: Answer,
  answer: Answer,
  lead: JsonObject,
  sent: JsonObject,
): void {
  const field = unlikeSent(lead, sent) ?? ''
  expect(answer).toSatisfy(field === '', `${field} ${quote(sent[field])}`, quote(lead[field]), {
    requirement: 'CREATE-LEAD-04',
    also: [created],
    pointer: `/data/${field}`,
  })
}

/** Expects the detail, and the newest leads with and without a filter, to show a new lead as it was sent. */
export async function expectStored(
  ctx: Pick<Context, 'api' | 'expect' | 'eventually'>,
  created: Answer,
): Promise<void> {
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
    pageWith(ctx, [created], {}),
    pageWith(ctx, [created], { status: String(sent['status']) }),
  ])

  expect(detail).toAnswer(200, stored)
  expectShown(ctx, created, detail, detail.data, sent)
  if (given(createdAt)) expect(detail).toShow('created_at', createdAt, stored)
  for (const page of pages) expectListed(ctx, page, [created])
}

/** The leads that a page lacks. One of several may be deleted in the dashboard meanwhile. */
function missing(page: Answer, created: readonly Answer[]): readonly Answer[] {
  const lost = created.filter(({ data }) => !isListed(page, data))
  return created.length === 1 || lost.length > 1 ? lost : []
}

/** Reads the newest leads until they show those that were created. */
function pageWith(
  { api, eventually }: Pick<Context, 'api' | 'eventually'>,
  created: readonly Answer[],
  query: Query,
): Promise<Answer> {
  return eventually(
    () => api.fullPage('GET /leads', query),
    (page) => missing(page, created).length === 0,
  )
}

/** Expects a page of the newest leads to hold those that were created, as they were sent. */
function expectListed(
  ctx: Pick<Context, 'expect'>,
  page: Answer,
  created: readonly Answer[],
  requirement = 'CREATE-LEAD-04',
): void {
  const lost = missing(page.control(), created)
  ctx
    .expect(page)
    .toSatisfy(
      lost.length === 0,
      `leads ${quote(idsOf(lost.map(({ data }) => data)))}, which this run created`,
      'a list without these leads',
      { requirement, also: lost },
    )
  for (const answer of created) {
    const lead = page.items.find(({ id }) => id === answer.data['id'])
    // A colleague may have changed the status in the meantime.
    const { status: _status, ...sent } = sentWith(answer)
    if (lead !== undefined) expectShown(ctx, answer, page, lead, sent)
  }
}

/**
 * Expects a list to hold the leads that were created, as they were sent.
 * @param requirement - violated where one is missing
 * @returns the page
 */
export async function expectKept(
  ctx: Pick<Context, 'api' | 'expect' | 'eventually'>,
  created: readonly Answer[],
  query: Query,
  requirement?: string,
): Promise<Answer> {
  const page = await pageWith(ctx, created, query)
  expectListed(ctx, page, created, requirement)
  return page
}

/** Two days before a lead was created, by the `Date` header of the answer or by our clock: either may be ahead. */
export function beforeCreation({ exchange }: Answer): string {
  const { startedAt } = exchange
  const now = Math.min(servedAt(exchange) ?? startedAt, startedAt)
  return new Date(now - 2 * DAY_MS).toISOString().replace(/\.\d+Z$/, 'Z')
}

/** Fields that were sent, and that no answer shows of their leads although a list shows them of other leads. */
function lostFields(
  created: readonly Answer[],
  looks: readonly Answer[],
): readonly (readonly [answer: Answer, field: string])[] {
  const own = new Set(idsOf(created.map(({ data }) => data)))
  const listed = looks.flatMap(({ items }) => items)
  const others = listed.filter(({ id }) => !own.has(String(id)))
  const usual = CARRIED.filter((field) => others.some((lead) => given(lead[field])))
  return created.flatMap((answer) => {
    const [{ id }, sent] = [answer.data, sentWith(answer)]
    if (!listed.some((lead) => lead['id'] === id)) return []
    const shown = [...listed, ...looks.map(({ data }) => data)].filter((lead) => lead['id'] === id)
    return usual
      .filter((field) => typeof sent[field] === 'string' && sent[field] !== '' && !isOdd(sent[field]))
      .filter((field) => !shown.some((lead) => given(lead[field])))
      .map((field) => [answer, field] as const)
  })
}

/**
 * Expects each field that was sent to be shown of its lead in some answer, if the list shows it of other leads. An
 * optional field may be missing in any answer; in all of them for ten seconds, it is lost.
 * @param page - the newest leads
 */
export async function expectNothingLost(
  { api, expect, eventually, answersTo }: Pick<Context, 'api' | 'expect' | 'eventually' | 'answersTo'>,
  created: readonly Answer[],
  page: Answer,
): Promise<void> {
  const looks = [...answersTo('GET /leads'), ...answersTo('GET /leads/{id}'), page]
  const lost = await eventually(
    async () => {
      const fields = lostFields(created, looks)
      if (fields.length > 0) looks.push(await api.fullPage('GET /leads'))
      return fields
    },
    (fields) => fields.length === 0,
  )
  for (const [answer, field] of lost.slice(0, 1))
    expect(page).toSatisfy(
      false,
      `${field} ${quote(sentWith(answer)[field])} of lead ${quote(answer.data['id'])}`,
      'none in any answer, though other leads of the list show it',
      {
        requirement: given(answer.data[field]) ? 'CREATE-LEAD-04' : 'CREATE-LEAD-02',
        also: [answer],
        pointer: '/data',
      },
    )
}

/** Expects no lead that has the mark of a created one in its status, and that no answer returned. */
export function expectEachOnce(
  ctx: Pick<Context, 'expect' | 'answersTo' | 'mark'>,
  page: Answer,
  created: readonly Answer[],
): void {
  const marks = marksIn(ctx)
  const answers = ctx.answersTo('POST /leads')
  const answered = new Set(idsOf(answers.map(({ data }) => data)))
  const marksOf = (some: readonly Answer[]): readonly string[] =>
    some.flatMap((answer) => marks(String(sentWith(answer)['status'])))
  // A request that was sent again may have been carried out twice, and others may have had its mark.
  const repeated = marksOf(answers.filter(({ exchange }) => exchange.repeats))
  const once = new Set(marksOf(created).filter((mark) => !repeated.includes(mark)))
  const further = page.items.find(
    ({ id, status }) => !answered.has(String(id)) && marks(String(status)).some((mark) => once.has(mark)),
  )
  ctx
    .expect(page)
    .toSatisfy(further === undefined, 'one lead for each request', () => `another one: ${quote(further)}`, {
      requirement: 'CREATE-LEAD-04',
    })
}

/** Expects a page of leads to hold none that was refused to the same key, in whichever case. */
export function expectNoRefusedLead(ctx: Pick<Context, 'expect' | 'answersTo' | 'mark'>, page: Answer): void {
  const same = ctx.answersTo('POST /leads').filter(({ exchange }) => exchange.key === page.exchange.key)
  const left = leftByRefusal(ctx, page.items, refusalsByMark(ctx, same))
  ctx.expect(page).toSatisfy(left === undefined, 'no lead from a refused request', () => quote(left?.item), {
    requirement: 'CREATE-LEAD-28',
    also: left === undefined ? [] : [left.refusal],
    pointer: '/data',
  })
}

/** What a lead was sent with, the answer shows. An existing one shows what it had, and needs a conversation. */
export const leadEcho: Oracle = (exchange, judgements) => {
  if (exchange.operation !== 'POST /leads' || exchange.response?.status !== 200) return
  const [body, data] = [bodyOf(exchange), dataOf(exchange)]
  const lead = sentBody(exchange)
  const flag = body['existing']
  if (given(flag)) {
    const isBoolean = typeof flag === 'boolean'
    judgements.check(isBoolean, 'CREATE-LEAD-37', 'a boolean `existing`', () => quote(flag), {
      pointer: '/existing',
    })
  }
  if (flag === true) {
    if (typeof lead['conversation_id'] !== 'string')
      judgements.fail('CREATE-LEAD-33', 'no `existing: true` without a conversation', 'existing true', {
        pointer: '/existing',
      })
    return
  }
  judgeCreatedNow(exchange, judgements, 'CREATE-LEAD-36')
  for (const field of CARRIED) {
    if (!(field in lead) || typeof data[field] !== 'string') continue
    judgements.check(
      mayShow(field, lead[field], data[field]),
      field === 'status' ? 'CREATE-LEAD-03' : 'CREATE-LEAD-02',
      `${field} ${quote(lead[field])}`,
      () => quote(data[field]),
      { pointer: `/data/${field}` },
    )
  }
}

/** What detail and list have to show of leads. */
import type { Query } from '../../lib/harness/actor.ts'
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import { idsOf } from '../../lib/harness/discovery.ts'
import { servedAt } from '../../lib/http/exchange.ts'
import { LEAD_BOUNDS } from '../../lib/harness/writes.ts'
import { sentBody } from '../../lib/judge/oracle.ts'
import { DAY_MS, given, quote, type JsonObject } from '../../lib/util/values.ts'
import { deniedField, isListed, type LeadBody, unlikeSent } from '../support/leads.ts'
import { leftByRefusal, marksIn, refusalsByMark } from '../support/marks.ts'

/** Expects each field of a body to be accepted alone, beside the chatbot. */
export async function expectEachAccepted(
  { api, expect, each }: Pick<Context, 'api' | 'expect' | 'each'>,
  { chatbot_id, ...fields }: LeadBody,
): Promise<void> {
  await each(Object.entries(fields), async ([field, value]) => {
    expect(await api.createLead({ chatbot_id, [field]: value })).toAnswer(200, { pointer: `/${field}` })
  })
}

/**
 * Expects a lead to show what was sent. A service may never show an optional field.
 * @param created - the answer to the POST: what it showed must be read later; what it did not, was not recorded
 * @param answer - an answer that shows the lead, by default as its resource
 */
export function expectShown(
  ctx: Pick<Context, 'expect' | 'shown'>,
  created: Answer,
  answer: Answer,
  sent: LeadBody,
  lead: JsonObject = answer.data,
): void {
  const field = unlikeSent(lead, sent, isShownBy(ctx, created, answer))
  const wasShown = answer !== created && given(created.data[field ?? ''])
  const fresh = field === 'status' ? 'CREATE-LEAD-03' : 'CREATE-LEAD-02'
  ctx
    .expect(answer)
    .toSatisfy(field === undefined, `${field} ${quote(sent[field ?? ''])}`, quote(lead[field ?? '']), {
      requirement: wasShown ? 'CREATE-LEAD-04' : fresh,
      also: answer === created ? [] : [created],
      pointer: `/data/${field}`,
    })
}

/**
 * Whether a field that a later answer lacks should be there: other answers of the operation show it and, in a list, other
 * items of the same page. Any answer may leave out what is optional.
 */
function isShownBy(
  { shown }: Pick<Context, 'shown'>,
  created: Answer,
  answer: Answer,
): (field: string) => boolean {
  const { operation } = answer.exchange
  const { items } = answer
  return (field) => {
    if (answer === created || operation === undefined) return false
    return items.length > 0 ? items.some((item) => given(item[field])) : shown(operation, field)
  }
}

/** Expects the answer, the detail and the newest leads to show a new lead as it was sent. */
export async function expectShownLater(
  ctx: Pick<Context, 'api' | 'expect' | 'shown' | 'eventually'>,
  created: Answer,
  sent: LeadBody,
): Promise<void> {
  const { expect } = ctx
  const stored = { requirement: 'CREATE-LEAD-04', also: [created] }
  expectShown(ctx, created, created, sent)
  // At once: an automation may give the lead another status a moment later.
  const [detail, plain, filtered] = await Promise.all([
    detailOf(ctx, created, sent),
    pageOf(ctx, created, {}),
    pageOf(ctx, created, { status: sent['status'] }),
  ])

  expect(detail).toAnswer(200, stored)
  expectShown(ctx, created, detail, sent)
  const denied = deniedField(created.data, detail.data, sent)
  expect(created).toSatisfy(denied === undefined, `${denied} as in the detail`, 'null', {
    requirement: 'CREATE-LEAD-02',
    also: [detail],
    pointer: `/data/${denied}`,
  })
  const { created_at: stated } = created.data
  if (given(stated)) expect(detail).toShow('created_at', stated, stored)
  for (const page of [plain, filtered]) {
    const isThere = isListed(page.control(), created.data)
    expect(page).toSatisfy(isThere, 'the new lead on the first page', 'a list without the new lead', stored)
    expectShownIn(ctx, created, page, sent)
  }
}

type Reading = Pick<Context, 'api' | 'shown' | 'eventually'>

/** Reads a new lead until its detail shows what was sent. */
function detailOf(ctx: Reading, created: Answer, sent: LeadBody): Promise<Answer> {
  return ctx.eventually(
    () => ctx.api.lead(String(created.data['id'])),
    (answer) => answer.usable && unlikeSent(answer.data, sent, isShownBy(ctx, created, answer)) === undefined,
  )
}

/** Reads the newest leads until they hold a new one. */
function pageOf({ api, eventually }: Reading, created: Answer, query: Query): Promise<Answer> {
  return eventually(
    () => api.fullPage('GET /leads', query),
    (page) => isListed(page, created.data),
  )
}

/** Expects a lead on a page, if it is there, to show what was sent. A colleague may have changed the status meanwhile. */
function expectShownIn(
  ctx: Pick<Context, 'expect' | 'shown'>,
  created: Answer,
  page: Answer,
  { status: _status, ...sent }: LeadBody,
): void {
  const lead = page.items.find(({ id }) => id === created.data['id'])
  if (lead !== undefined) expectShown(ctx, created, page, sent, lead)
}

/** Expects the detail of a lead to hold texts of the length that was sent. */
export async function expectLengths(
  { api, expect, eventually }: Pick<Context, 'api' | 'expect' | 'eventually'>,
  created: Answer,
  sent: LeadBody,
): Promise<void> {
  const detail = await eventually(
    () => api.lead(String(created.data['id'])),
    ({ usable }) => usable,
  )
  expect(detail).toAnswer(200, { requirement: 'CREATE-LEAD-04', also: [created] })
  for (const { field, requirement } of LEAD_BOUNDS) {
    const [shown, wanted] = [detail.data[field], sent[field]]
    expect(detail).toSatisfy(
      typeof shown !== 'string' || shown.length === wanted?.length,
      `${field} of ${wanted?.length} characters`,
      `${String(shown).length} characters`,
      { requirement, also: [created], pointer: `/data/${field}` },
    )
  }
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

/** Leads that belong on a page and are missing. One may be deleted in the dashboard meanwhile; several hardly. */
function missing(page: Answer, created: readonly Answer[]): readonly Answer[] {
  const lost = created.filter(({ data }) => !isListed(page, data))
  return lost.length > 1 ? lost : []
}

/** Reads the newest leads until they show those that were created. */
export function pageWith(
  { api, eventually }: Pick<Context, 'api' | 'eventually'>,
  created: readonly Answer[],
  query: Query = {},
): Promise<Answer> {
  return eventually(
    () => api.fullPage('GET /leads', query),
    (page) => missing(page, created).length === 0,
  )
}

/** Expects a page of the newest leads to hold those that were created. */
export function expectListed(
  { expect }: Pick<Context, 'expect'>,
  page: Answer,
  created: readonly Answer[],
  requirement: string,
): void {
  const lost = missing(page.control(), created)
  expect(page).toSatisfy(
    lost.length === 0,
    `leads ${quote(idsOf(lost.map(({ data }) => data)))}, which this run created`,
    'a list without these leads',
    { requirement, also: lost },
  )
}

/** Two days before a lead was created, by the `Date` header of the answer or by our clock: either may be ahead. */
export function beforeCreation({ exchange }: Answer): string {
  const { startedAt } = exchange
  const now = Math.min(servedAt(exchange) ?? startedAt, startedAt)
  return new Date(now - 2 * DAY_MS).toISOString().replace(/\.\d+Z$/, 'Z')
}

/** Expects a page of the newest leads to hold those that were created, as they were sent, and each of them once. */
export function expectAllKept(
  ctx: Pick<Context, 'expect' | 'shown' | 'answersTo' | 'mark'>,
  page: Answer,
  created: readonly Answer[],
): void {
  expectListed(ctx, page, created, 'CREATE-LEAD-04')
  for (const answer of created) expectShownIn(ctx, answer, page, textsOf(answer))
  const further = furtherLead(ctx, page, created)
  ctx
    .expect(page)
    .toSatisfy(further === undefined, 'one lead for each request', () => `another one: ${quote(further)}`, {
      requirement: 'CREATE-LEAD-04',
    })
}

/** An item with the mark of a created lead in its status, which no answer returned. */
function furtherLead(
  ctx: Pick<Context, 'answersTo' | 'mark'>,
  page: Answer,
  created: readonly Answer[],
): JsonObject | undefined {
  const marks = marksIn(ctx)
  const answered = new Set(idsOf(ctx.answersTo('POST /leads').map(({ data }) => data)))
  const marksOf = (some: readonly Answer[]): string[] =>
    some.flatMap((answer) => marks(textsOf(answer)['status']))
  // A request that was sent again may have been carried out twice, and others may have had its mark.
  const repeated = marksOf(ctx.answersTo('POST /leads').filter(({ exchange }) => exchange.repeats))
  const own = new Set(marksOf(created).filter((mark) => !repeated.includes(mark)))
  return page.items.find(
    ({ id, status }) => !answered.has(String(id)) && marks(String(status)).some((mark) => own.has(mark)),
  )
}

/** The texts of the request body. */
function textsOf({ exchange }: Answer): LeadBody {
  const texts = Object.entries(sentBody(exchange)).flatMap(([field, value]): [string, string][] =>
    typeof value === 'string' ? [[field, value]] : [],
  )
  return Object.fromEntries(texts)
}

/** The items that only the later of two pages holds. */
export function newOn(later: Answer, earlier: Answer): readonly JsonObject[] {
  const known = new Set(idsOf(earlier.items))
  return later.items.filter(({ id }) => !known.has(String(id)))
}

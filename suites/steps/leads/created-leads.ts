import { equalAsSpecified } from '../../oracles/write-echo.ts'
import { DAY_MS, given, instant, quote, type JsonObject } from '../../../lib/util/values.ts'
import type { Answer } from '../../../lib/harness/answer.ts'
import type { Context } from '../../../lib/harness/context.ts'
import type { Blame, Expect } from '../../../lib/harness/expect.ts'
import type { LeadBody } from '../../support/leads.ts'
import { sentBody } from '../../../lib/judge/oracle.ts'
import { missingItems } from '../../lists/completeness.ts'
import { type Discovery, idsOf, endsHere } from '../../../lib/harness/discovery.ts'
import { marksIn } from '../marks.ts'
import { CARRIED, SHOWN } from '../../../lib/harness/writes.ts'
import type { Actor } from '../../../lib/harness/actor.ts'

/** The list item of a lead on a page. */
export function findLead(page: Answer, id: string): JsonObject | undefined {
  return page.items.find((item) => item['id'] === id)
}

/** A lead that was created, beside its body. */
interface SentLead {
  /** The lead as the answer shows it. */
  readonly lead: JsonObject
  readonly sent: LeadBody
  /** The lead as the POST returned it: a field that it lacks too was never shown. By default `sent`. */
  readonly returned?: JsonObject
}

/**
 * Expects a lead to carry what was sent. A service may never show an optional field; one that shows it on other leads
 * must show it here.
 * @param answer - an answer that shows the lead
 */
export function expectLeadMatches(
  ctx: Pick<Context, 'expect' | 'shown'>,
  answer: Answer,
  { lead, sent, returned = sent }: SentLead,
  blame: Blame,
): void {
  const { operation } = answer.exchange
  for (const field of CARRIED) {
    const wanted = sent[field]
    if (wanted === undefined) continue
    const actual = lead[field]
    if (!given(actual) && (operation === undefined || !ctx.shown(operation, field))) continue
    const requirement = blamed(field, given(actual) || given(returned[field]), blame.requirement)
    ctx
      .expect(answer)
      .toSatisfy(
        typeof actual === 'string' && equalAsSpecified(field, wanted, actual),
        `${field} ${quote(wanted)}`,
        quote(actual),
        {
          pointer: `/data/${field}`,
          ...blame,
          ...(requirement === undefined ? {} : { requirement }),
        },
      )
  }
}

/** Whether a lead is shown without any optional field, as a POST may return it. What it omits proves nothing. */
export function hasNoOptionalFields(lead: JsonObject): boolean {
  return !SHOWN.some((field) => given(lead[field]))
}

/**
 * The requirement to blame: status has its own, and a field that shows nowhere was not returned rather than not
 * stored.
 */
function blamed(field: string, seen: boolean, requirement: string | undefined): string | undefined {
  if (field === 'status' && requirement === 'CREATE-LEAD-02') return 'CREATE-LEAD-03'
  return requirement === 'CREATE-LEAD-04' && !seen ? 'CREATE-LEAD-02' : requirement
}

/** One lead may be deleted in the dashboard meanwhile; several hardly. */
const MANY_LOST = 2

/**
 * A field that the POST returned as null although the body sets it and the detail shows it. Omitting all optional
 * fields is allowed.
 */
export function deniedField(created: Answer, detail: Answer, sent: LeadBody): string | undefined {
  if (hasNoOptionalFields(created.data)) return undefined
  return SHOWN.find((field) => {
    const [wanted, shown] = [sent[field], detail.data[field]]
    return (
      created.data[field] === null &&
      wanted !== undefined &&
      typeof shown === 'string' &&
      equalAsSpecified(field, wanted, shown)
    )
  })
}

/** Whether the detail has the creation time that the POST returned. */
export function sameInstant(created: Answer, detail: Answer): boolean {
  const [stated, shown] = [created, detail].map(({ data }) => data['created_at'])
  return !given(stated) || !given(shown) || stated === shown
}

/** Violations that explain why a list does not show a created lead as it was sent. */
const NOT_SHOWN_AS_SENT = {
  requirement: 'CREATE-LEAD-04',
}

/** Expects the page of the newest leads to hold every lead created before, as sent, and no duplicate of one. */
export async function expectCreatedLeads(
  ctx: Pick<Context, 'api' | 'expect' | 'shown' | 'answersTo' | 'mark'>,
  page: Answer,
  created: readonly Answer[],
): Promise<void> {
  await expectAllListed(ctx, page, created)
  for (const answer of created) {
    const lead = findLead(page, String(answer.data['id']))
    // A colleague may have changed the status meanwhile.
    const { status: _status, ...sent } = sentTexts(answer)
    if (lead !== undefined)
      expectLeadMatches(
        ctx,
        page,
        { lead, sent, returned: answer.data },
        { ...NOT_SHOWN_AS_SENT, also: [answer] },
      )
  }
  const further = furtherLead(ctx, page, created)
  ctx
    .expect(page)
    .toSatisfy(
      further === undefined,
      'one lead for each that was created',
      () => `a further one: ${quote(further)}`,
      { ...NOT_SHOWN_AS_SENT },
    )
}

/** Expects the page of the newest leads to omit none of some created leads that belong there. */
async function expectAllListed(
  ctx: Pick<Context, 'api' | 'expect'>,
  page: Answer,
  created: readonly Answer[],
): Promise<void> {
  const leads = created.map(({ data }) => data)
  const lost = missingItems(leads, page.exchange, 'GET /leads')
  ctx
    .expect(page)
    .toSatisfy(
      lost.length < MANY_LOST && !(await isHidden(ctx, lost[0])),
      `the leads ${quote(idsOf(lost))}, which were created before`,
      'a list without these leads',
      { ...NOT_SHOWN_AS_SENT, also: created.filter(({ data }) => lost.includes(data)) },
    )
}

/** Whether the list omits a lead that has a detail. */
async function isHidden({ api }: Pick<Context, 'api'>, lead: JsonObject | undefined): Promise<boolean> {
  if (lead === undefined) return false
  const [detail, list] = await Promise.all([
    api.afresh().lead(String(lead['id'])),
    api.afresh().fullPage('GET /leads', { offset: 0 }),
  ])
  return detail.status === 200 && list.usable && !idsOf(list.items).includes(String(lead['id']))
}

/** An item that carries the marks of a created lead and that no answer returned. */
function furtherLead(
  ctx: Pick<Context, 'answersTo' | 'mark'>,
  page: Answer,
  created: readonly Answer[],
): JsonObject | undefined {
  const marks = marksIn(ctx)
  const answered = new Set(idsOf(ctx.answersTo('POST /leads').map(({ data }) => data)))
  // Each mark in a status is unique to one lead. A request that was sent again may have been carried out twice.
  const sentOnce = created.filter(({ exchange }) => exchange.repeats === undefined)
  const own = new Set(sentOnce.flatMap((answer) => marks(sentTexts(answer)['status'])))
  return page.items.find(
    (item) =>
      !answered.has(String(item['id'])) && marks(String(item['status'])).some((mark) => own.has(mark)),
  )
}

/** The texts of the request body. */
function sentTexts({ exchange }: Answer): LeadBody {
  const texts = Object.entries(sentBody(exchange)).flatMap(([field, value]): [string, string][] =>
    typeof value === 'string' ? [[field, value]] : [],
  )
  return Object.fromEntries(texts)
}

/** New leads that a page should show and omits. */
interface Lost {
  readonly page: Answer
  readonly ids: readonly string[]
}

/**
 * A `since` before anything captured now, whatever the server's clock: two days ago, or before the newest item at the
 * start of the run if that is earlier. Undefined if no item reveals the clock.
 * @param now milliseconds
 */
export function beforeNow({ main }: Discovery, now: number): string | undefined {
  const items = [...main.lists['GET /leads'].items, ...main.lists['GET /conversations'].items]
  const known = items.flatMap((item) => instant(item['created_at']) ?? [])
  if (known.length === 0) return undefined
  const newest = known.reduce((a, b) => Math.max(a, b))
  return new Date(Math.min(now, newest) - 2 * DAY_MS).toISOString().replace(/\.\d+Z$/, 'Z')
}

/** Which leads of the last days the list omits. Unknown if the page ends before all of them. */
export async function lostSince(api: Actor, since: string, created: readonly Answer[]): Promise<Lost> {
  const page = (await api.fullPage('GET /leads', { since })).control()
  const shown = new Set(idsOf(page.items))
  const ids = idsOf(created.map(({ data }) => data)).filter((id) => !shown.has(id))
  return { page, ids: endsHere(page) && ids.length >= MANY_LOST ? ids : [] }
}

/** Which leads the plain request omits. */
export async function lostOnPlainPage(api: Actor, created: readonly Answer[]): Promise<Lost> {
  const page = (await api.leads()).control()
  const items = created.map(({ data }): JsonObject => data)
  const ids = idsOf(missingItems(items, page.exchange, 'GET /leads'))
  return { page, ids: ids.length >= MANY_LOST ? ids : [] }
}

/** The answer to a POST, and where the lead is looked up. */
interface StoredLead {
  readonly created: Answer
  readonly detail: Answer
  readonly pages: readonly Answer[]
}

/** Expects a new lead to be stored as sent and returned: its detail and each page of the newest leads show it. */
export function expectStoredLead(
  ctx: Pick<Context, 'expect' | 'shown'>,
  { created, detail, pages }: StoredLead,
  sent: LeadBody,
): void {
  const stored = {
    requirement: 'CREATE-LEAD-04',
    also: [created],
  }
  ctx.expect(detail).toAnswer(200, { ...stored })
  expectLeadMatches(ctx, detail, { lead: detail.data, sent, returned: created.data }, stored)
  expectAnswerAsStored(ctx.expect, { created, detail }, sent)
  for (const page of pages) {
    ctx
      .expect(page)
      .toSatisfy(
        missingItems([created.data], page.exchange, 'GET /leads').length === 0,
        'the new lead among the newest',
        'a list without the lead',
        { ...stored },
      )
    const lead = findLead(page, String(created.data['id']))
    if (lead !== undefined) expectLeadMatches(ctx, page, { lead, sent, returned: created.data }, stored)
  }
}

/** Expects the answer to a POST and the detail to agree in what the POST says of the stored lead. */
function expectAnswerAsStored(
  expect: Expect,
  { created, detail }: Pick<StoredLead, 'created' | 'detail'>,
  sent: LeadBody,
): void {
  const denied = deniedField(created, detail, sent)
  expect(created).toSatisfy(
    denied === undefined,
    `${denied} ${quote(sent[denied ?? ''])}, as in the detail`,
    'null',
    {
      requirement: 'CREATE-LEAD-02',
      also: [detail],
      pointer: `/data/${denied}`,
    },
  )
  expect(detail).toSatisfy(
    sameInstant(created, detail),
    `created_at ${quote(created.data['created_at'])}, as the POST returned it`,
    quote(detail.data['created_at']),
    {
      requirement: 'CREATE-LEAD-04',
      also: [created],
      pointer: '/data/created_at',
    },
  )
}

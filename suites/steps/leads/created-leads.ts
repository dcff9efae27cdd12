import { equalAsSpecified } from '../../../lib/api/oracles/write-echo.ts'
import { given, instant, quote, type JsonObject } from '../../../lib/util/values.ts'
import type { Answer } from '../../../lib/api/answer.ts'
import type { Context } from '../../../lib/api/case.ts'
import type { Blame } from '../../../lib/harness/expect.ts'
import { fullLead, type LeadBody } from './lead-bodies.ts'
import { once } from '../../../lib/harness/run-store.ts'
import { sentBody } from '../../../lib/api/oracles/reading.ts'
import { missingItems } from '../../../lib/api/oracles/completeness.ts'
import { type Discovery, idsOf, isWhole } from '../../../lib/api/discovery.ts'
import { marksIn } from './refused-leads.ts'
import { CARRIED } from '../../../lib/api/lead-fields.ts'
import type { Actor } from '../../../lib/api/actor.ts'

/** Notes a lead that was created in the footprint, since there is no DELETE. */
export function recordLead(ctx: Pick<Context, 'keep'>, answer: Answer): Answer {
  const id = answer.data['id']
  if (answer.status === 200 && typeof id === 'string' && answer.body['existing'] !== true) {
    ctx.keep.created('lead', id, `created in exchange ${answer.exchange.id}`)
  }
  return answer
}

/** The item of a lead in a page. */
export function findLead(page: Answer, id: string): JsonObject | undefined {
  return page.items.find((item) => item['id'] === id)
}

/**
 * Expects a lead to carry what was sent. Optional fields may be left out by a service that never shows them; one that shows a field
 * on other leads must show it here.
 * @param answered the lead as the write itself answered it: what it lacked too was never carried
 */
export function expectLeadMatches(
  ctx: Pick<Context, 'expect' | 'shown'>,
  answer: Answer,
  lead: JsonObject,
  sent: LeadBody,
  blame: Blame,
  answered: JsonObject = sent,
): void {
  const { operation } = answer.exchange
  for (const field of CARRIED) {
    const wanted = sent[field]
    if (wanted === undefined) continue
    const actual = lead[field]
    if (!given(actual) && (operation === undefined || !ctx.shown(operation, field))) continue
    const requirement = blamed(field, given(actual) || given(answered[field]), blame.requirement)
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

const OPTIONAL = ['name', 'email', 'phone', 'notes'] as const

/** Whether a lead is shown without any of its optional details, as a write may answer it: what it leaves out tells nothing. */
export function hasNoOptionalFields(lead: JsonObject): boolean {
  return !OPTIONAL.some((field) => given(lead[field]))
}

/** The status has a requirement of its own; and what is nowhere to be seen was not carried, rather than not stored. */
function blamed(field: string, seen: boolean, requirement: string | undefined): string | undefined {
  if (field === 'status' && requirement === 'CREATE-LEAD-02') return 'CREATE-LEAD-03'
  return requirement === 'CREATE-LEAD-04' && !seen ? 'CREATE-LEAD-02' : requirement
}

interface PlainLead {
  readonly body: ReturnType<typeof fullLead>
  readonly created: Answer
}

type Person = Pick<ReturnType<typeof fullLead>, 'name' | 'email' | 'phone'>

/** Whose leads a run creates. They are several people's to nobody: a service that recognises people shows it. */
export const person = once('person of the leads', (ctx: Context<never>): Person => {
  const { name, email, phone } = fullLead('', ctx.mark())
  return { name, email, phone }
})

/** A lead with every field but a conversation: created once, for all cases that look at it. */
export const plainLead = once('plain lead', async (ctx: Context<'chatbot'>): Promise<PlainLead> => {
  const body = { ...fullLead(ctx.world.chatbot, ctx.mark()), ...person(ctx) }
  return { body, created: recordLead(ctx, await ctx.api.createLead(body)) }
})

/** A lead may be deleted in the dashboard while somebody looks; several at once hardly are. */
const MANY_LOST = 2

/**
 * A field that the answer to a new lead says to be null beside others that it gives, though it was sent and the detail shows it. An answer
 * may leave all of them out.
 */
export function deniedField(created: Answer, detail: Answer, sent: LeadBody): string | undefined {
  if (hasNoOptionalFields(created.data)) return undefined
  return OPTIONAL.find((field) => {
    const [wanted, shown] = [sent[field], detail.data[field]]
    return (
      created.data[field] === null &&
      wanted !== undefined &&
      typeof shown === 'string' &&
      equalAsSpecified(field, wanted, shown)
    )
  })
}

/** Whether a lead was created when its answer says. */
export function sameInstant(created: Answer, detail: Answer): boolean {
  const [told, shown] = [created, detail].map(({ data }) => data['created_at'])
  return !given(told) || !given(shown) || told === shown
}

/** Leads that the run created with the key under test, as far as they have been answered. */
export function createdLeads({ answersTo }: Pick<Context, 'answersTo'>): readonly Answer[] {
  return answersTo('POST /leads').filter(
    ({ exchange, status, body, data }) =>
      exchange.key === 'main' &&
      status === 200 &&
      body['existing'] !== true &&
      typeof data['id'] === 'string',
  )
}

/**
 * Expects a page of the newest leads to hold every lead that the run had created before, as it was sent, and no other one with what was
 * sent for it.
 */
export async function expectCreatedLeads(
  ctx: Pick<Context, 'api' | 'expect' | 'shown' | 'answersTo' | 'mark'>,
  page: Answer,
  created: readonly Answer[],
): Promise<void> {
  const blame = {
    requirement: 'CREATE-LEAD-04',
    explainedBy: [
      'CREATE-LEAD-02',
      'CREATE-LEAD-03',
      'CREATE-LEAD-30',
      'CREATE-LEAD-32',
      'CREATE-LEAD-34',
      'CREATE-LEAD-35',
      'GET-LEAD-04',
      'LEAD-01',
    ],
  }
  const lost = missingItems(
    created.map(({ data }) => data),
    page.exchange,
    'GET /leads',
  )
  ctx
    .expect(page)
    .toSatisfy(
      lost.length < MANY_LOST && !(await isHidden(ctx, lost[0])),
      `the leads ${quote(idsOf(lost))}, which were created before`,
      'they are not there',
      { ...blame, also: created.filter(({ data }) => lost.includes(data)) },
    )
  for (const answer of created) {
    const item = findLead(page, String(answer.data['id']))
    // The team may have given it another status meanwhile.
    const { status: _status, ...sent } = sentTexts(answer)
    if (item !== undefined)
      expectLeadMatches(ctx, page, item, sent, { ...blame, also: [answer] }, answer.data)
  }
  const further = furtherLead(ctx, page, created)
  ctx
    .expect(page)
    .toSatisfy(
      further === undefined,
      'one lead for each that was created',
      () => `a further one: ${quote(further)}`,
      {
        ...blame,
        explainedBy: [...blame.explainedBy, 'CREATE-LEAD-28'],
      },
    )
}

/** Whether a lead is not listed though it is there. */
async function isHidden({ api }: Pick<Context, 'api'>, lead: JsonObject | undefined): Promise<boolean> {
  if (lead === undefined) return false
  const [detail, list] = await Promise.all([
    api.afresh().lead(String(lead['id'])),
    api.afresh().leads({ limit: 100, offset: 0 }),
  ])
  return detail.status === 200 && list.usable && !idsOf(list.items).includes(String(lead['id']))
}

/** An item with the marks of a lead that was created, and of no answer. */
function furtherLead(
  ctx: Pick<Context, 'answersTo' | 'mark'>,
  page: Answer,
  created: readonly Answer[],
): JsonObject | undefined {
  const marks = marksIn(ctx)
  const answered = new Set(idsOf(ctx.answersTo('POST /leads').map(({ data }) => data)))
  // The mark of the status is that of one lead alone.
  const own = new Set(created.flatMap((answer) => marks(sentTexts(answer)['status'])))
  return page.items.find(
    (item) =>
      !answered.has(String(item['id'])) && marks(String(item['status'])).some((mark) => own.has(mark)),
  )
}

/** The texts that were sent for a lead. */
function sentTexts({ exchange }: Answer): LeadBody {
  const texts = Object.entries(sentBody(exchange)).flatMap(([field, value]): [string, string][] =>
    typeof value === 'string' ? [[field, value]] : [],
  )
  return Object.fromEntries(texts)
}

const DAY = 86_400_000

/** Leads that were created just now, and that a page which should have them lacks. */
interface Lost {
  readonly page: Answer
  readonly ids: readonly string[]
}

/**
 * A bound which is earlier than anything that is captured now, by whatever clock: two days before now, or before the newest item that was
 * there when the run began, if that is earlier. Undefined where no item tells what the clock of the service says.
 * @param now milliseconds
 */
export function beforeNow({ main }: Discovery, now: number): string | undefined {
  const items = [...main.lists['GET /leads'].items, ...main.lists['GET /conversations'].items]
  const known = items.flatMap((item) => instant(item['created_at']) ?? [])
  if (known.length === 0) return undefined
  const newest = known.reduce((a, b) => Math.max(a, b))
  return new Date(Math.min(now, newest) - 2 * DAY).toISOString().replace(/\.\d+Z$/, 'Z')
}

/** What is missing among the leads of the last days. The page tells nothing where it ends before they do. */
export async function lostSince(api: Actor, since: string, created: readonly Answer[]): Promise<Lost> {
  const page = (await api.leads({ limit: 100, since })).control()
  const shown = new Set(idsOf(page.items))
  const ids = idsOf(created.map(({ data }) => data)).filter((id) => !shown.has(id))
  return { page, ids: isWhole(page) && ids.length >= MANY_LOST ? ids : [] }
}

/** What is missing on the page that is answered to a question without any parameter. */
export async function lostOnPlainPage(api: Actor, created: readonly Answer[]): Promise<Lost> {
  const page = (await api.leads()).control()
  const items = created.map(({ data }): JsonObject => data)
  const ids = idsOf(missingItems(items, page.exchange, 'GET /leads'))
  return { page, ids: ids.length >= MANY_LOST ? ids : [] }
}

/** What was answered to a new lead, and where it is looked for afterwards. */
interface StoredLead {
  readonly created: Answer
  readonly detail: Answer
  readonly pages: readonly Answer[]
}

/** Expects a new lead to be stored as it was sent and answered: its detail shows it, and so does each page of the newest. */
export function expectStoredLead(
  ctx: Pick<Context, 'expect' | 'shown'>,
  { created, detail, pages }: StoredLead,
  body: LeadBody,
): void {
  const stored = {
    requirement: 'CREATE-LEAD-04',
    also: [created],
    explainedBy: ['CREATE-LEAD-02', 'CREATE-LEAD-03', 'GET-LEAD-04'],
  }
  ctx.expect(detail).toAnswer(200, {
    requirement: 'CREATE-LEAD-04',
    also: [created],
    explainedBy: ['GET-LEAD-01', 'LEAD-01'],
  })
  expectLeadMatches(ctx, detail, detail.data, body, stored, created.data)
  const denied = deniedField(created, detail, body)
  ctx
    .expect(created)
    .toSatisfy(denied === undefined, `${denied} ${quote(body[denied ?? ''])}, as in the detail`, 'null', {
      requirement: 'CREATE-LEAD-02',
      also: [detail],
      pointer: `/data/${denied}`,
      explainedBy: ['GET-LEAD-04'],
    })
  ctx
    .expect(detail)
    .toSatisfy(
      sameInstant(created, detail),
      `created_at ${quote(created.data['created_at'])}, as answered`,
      quote(detail.data['created_at']),
      {
        requirement: 'CREATE-LEAD-04',
        also: [created],
        pointer: '/data/created_at',
        explainedBy: ['GET-LEAD-04'],
      },
    )
  for (const page of pages) {
    const item = findLead(page, String(created.data['id']))
    ctx
      .expect(page)
      .toSatisfy(
        missingItems([created.data], page.exchange, 'GET /leads').length === 0,
        'the new lead among the newest',
        'it is not there',
        {
          requirement: 'CREATE-LEAD-04',
          also: [created],
          explainedBy: ['LIST-LEADS-02', 'LIST-LEADS-21', 'LIST-LEADS-04'],
        },
      )
    if (item === undefined) continue
    expectLeadMatches(ctx, page, item, body, stored, created.data)
  }
}

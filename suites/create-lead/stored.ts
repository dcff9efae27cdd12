/** What details and lists have to show of leads that a run created. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { idsOf, reaches } from '../../lib/engine/case/items.ts'
import { sentBody } from '../../lib/engine/judge/reading.ts'
import { CARRIED } from '../../lib/engine/spec/request-bodies.ts'
import { given, quote, type JsonObject } from '../../lib/engine/util/values.ts'
import { mayShow, unlikeSent } from './shown.ts'
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

type Listing = Pick<Context, 'api' | 'expect' | 'eventually'>

/** Expects the detail to show a new lead as it was sent, and the newest leads to hold it. */
export async function expectStored(ctx: Listing, created: Answer): Promise<void> {
  const { api, expect, eventually } = ctx
  const sent = sentWith(created)
  const { id, created_at: createdAt } = created.data
  const blame = { requirement: 'CREATE-LEAD-04', also: [created] }
  // At once: an automation may change the lead a moment later.
  const [detail] = await Promise.all([
    eventually(
      () => api.lead(String(id)),
      ({ usable, data }) => usable && unlikeSent(data, sent) === undefined,
    ),
    expectListed(ctx, [created]),
  ])

  expect(detail).toAnswer(200, blame)
  const field = unlikeSent(detail.data, sent) ?? ''
  expect(detail).toSatisfy(field === '', `\`${field}\` ${quote(sent[field])}`, quote(detail.data[field]), {
    ...blame,
    pointer: `/data/${field}`,
  })
  if (given(createdAt)) expect(detail).toShow('created_at', createdAt, blame)
}

/** Expects the newest leads to hold those that were created; resolves with their page. */
export async function expectListed(
  { api, expect, eventually }: Listing,
  created: readonly Answer[],
): Promise<Answer> {
  const missingFrom = (page: Answer): readonly Answer[] => created.filter(({ data }) => !isListed(page, data))
  const page = await eventually(
    () => api.fullPage('GET /leads'),
    (one) => missingFrom(one).length === 0,
  )
  const absent = missingFrom(page.control())
  const details = await Promise.all(absent.map(({ data }) => api.lead(String(data['id']))))
  // Somebody may have deleted some meanwhile, but hardly all.
  const areDeleted = absent.length < created.length
  const missing = absent.filter((_, index) => !(areDeleted && details[index]?.status === 404))
  expect(page).toSatisfy(
    missing.length === 0,
    `leads ${quote(idsOf(missing.map(({ data }) => data)))}, which this run created`,
    'a list without these leads',
    { requirement: 'CREATE-LEAD-04', also: missing },
  )
  return page
}

/** Whether a page from the newest lead on shows a lead, or ends before it. */
function isListed(page: Answer, lead: JsonObject): boolean {
  return page.items.some(({ id }) => id === lead['id']) || !reaches(page, lead['created_at'])
}

/**
 * Expects the list of leads to show each field that was sent of new ones, if it shows the field of other leads: any answer
 * may leave out an optional field, but not each time, and of these alone.
 */
export async function expectNoFieldLost(
  { api, eventually, expect }: Pick<Context, 'api' | 'eventually' | 'expect'>,
  created: readonly Answer[],
): Promise<void> {
  const page = await eventually(
    () => api.fullPage('GET /leads'),
    (one) => lostField(one, created) === undefined,
  )
  const lost = lostField(page, created)
  if (lost === undefined) return
  const { field, sender } = lost
  expect(page).toSatisfy(
    false,
    `the ${field} of new leads, such as ${quote(sentWith(sender)[field])}`,
    `none, though the list shows the ${field} of other leads`,
    {
      requirement: given(sender.data[field]) ? 'CREATE-LEAD-04' : 'CREATE-LEAD-02',
      also: [sender],
      pointer: '/data',
    },
  )
}

/** A field that a page shows of no lead that was created with it, and of others. */
function lostField(
  page: Answer,
  created: readonly Answer[],
): { readonly field: string; readonly sender: Answer } | undefined {
  const answers = new Map(created.map((answer) => [answer.data['id'], answer]))
  for (const field of CARRIED) {
    const shows = page.items.filter((lead) => given(lead[field]))
    // What may be shown as empty is not missed.
    const senders = page.items.flatMap(({ id }) => {
      const answer = answers.get(id)
      return answer === undefined || mayShow(field, sentWith(answer)[field], '') ? [] : [answer]
    })
    const [sender] = senders
    const isShown = senders.some(({ data }) => shows.some(({ id }) => id === data['id']))
    if (sender !== undefined && !isShown && shows.some(({ id }) => !answers.has(id))) return { field, sender }
  }
  return undefined
}

/** Expects no lead beside those that were answered with the status of a created one, if that is a mark. */
export function expectEachOnce(
  ctx: Pick<Context, 'expect' | 'answersTo' | 'mark'>,
  page: Answer,
  created: readonly Answer[],
): void {
  const marks = marksIn(ctx)
  const answered = new Set(idsOf(ctx.answersTo(LEAD).map(({ data }) => data)))
  const statusOf = (answer: Answer): string => String(sentWith(answer)['status'])
  // A request that was sent again may have been carried out twice.
  const repeated = new Set(created.filter(({ exchange }) => exchange.repeats).map(statusOf))
  const once = new Set(
    created.map(statusOf).filter((status) => marks(status).length > 0 && !repeated.has(status)),
  )
  const further = page.items.find(({ id, status }) => !answered.has(String(id)) && once.has(String(status)))
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

/** What details and lists have to show of leads that a run created. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { idsOf, reaches } from '../../lib/engine/case/items.ts'
import { sentBody } from '../../lib/engine/judge/reading.ts'
import { bodyFields, CARRIED } from '../../lib/engine/spec/request-bodies.ts'
import { few } from '../../lib/engine/util/bounds.ts'
import { given, quote, type JsonObject } from '../../lib/engine/util/values.ts'
import { leftByRefusal, marksIn } from '../support/marks.ts'
import { requirementFor } from './drawn.ts'
import { echoOf, mustShow, unlikeSent } from './shown.ts'

const LEAD = 'POST /leads'

const sentWith = ({ exchange }: Answer): JsonObject => sentBody(exchange)

/** Creates a lead that must be accepted. Where it is not, each of its fields is sent alone, so that a refusal names it. */
export async function expectAccepted(
  { api, expect, each }: Pick<Context, 'api' | 'expect' | 'each'>,
  body: JsonObject,
): Promise<Answer> {
  const created = await api.createLead(body)
  if (created.isAccepted) return created
  const { chatbot_id, ...fields } = body
  await each(Object.entries(fields), async ([name, value]) => {
    if (value === undefined) return
    const alone = (await api.createLead({ chatbot_id, [name]: value })).arrived()
    const field = bodyFields('LeadCreate').find((one) => one.name === name)
    const blame = { requirement: requirementFor(field, value), pointer: `/${name}` }
    if (!alone.isAccepted) expect(alone).toAnswer(200, blame)
  })
  expect(created).toAnswer(200, { requirement: 'CREATE-LEAD-01' })
  return created
}

type Listing = Pick<Context, 'api' | 'expect' | 'eventually'>

/** Expects the detail of a new lead to show it as it was sent. */
export async function expectDetail({ api, expect, eventually }: Listing, created: Answer): Promise<void> {
  const sent = sentWith(created)
  const { id, created_at: createdAt } = created.data
  const blame = { requirement: 'CREATE-LEAD-04', also: [created] }
  // At once: an automation may change the lead a moment later.
  const detail = await eventually(
    () => api.lead(String(id)),
    ({ usable, data }) => usable && unlikeSent(data, sent) === undefined,
  )
  expect(detail).toAnswer(200, blame)
  const field = unlikeSent(detail.data, sent) ?? ''
  expect(detail).toSatisfy(field === '', `\`${field}\` ${quote(sent[field])}`, quote(detail.data[field]), {
    ...blame,
    pointer: `/data/${field}`,
  })
  if (given(createdAt)) expect(detail).toShow('created_at', createdAt, blame)
}

/** Expects the list of the leads with the status of a new one to hold it. */
export async function expectFoundByStatus(
  { api, expect, eventually }: Listing,
  created: Answer,
): Promise<void> {
  const { id, status } = created.data
  if (typeof status !== 'string' || status !== sentWith(created)['status']) return
  const page = await eventually(
    () => api.fullPage('GET /leads', { status }),
    ({ items }) => items.some((item) => item['id'] === id),
  )
  const isFound = page.control().items.some((item) => item['id'] === id)
  expect(page).toSatisfy(isFound, `lead ${quote(id)}, which has this status`, 'a list without this lead', {
    requirement: 'LIST-LEADS-21',
    also: [created],
  })
}

/**
 * Expects the newest leads to hold those that were created, each as it was sent; resolves with their page. Any answer may
 * leave out an optional field, but not each time, and of one lead alone.
 * @param isLater - somebody may have changed them since: no field that was sent is lost
 */
export async function expectListed(
  { api, expect, eventually }: Listing,
  created: readonly Answer[],
  isLater = false,
): Promise<Answer> {
  const seen = new Seen()
  const page = await eventually(
    () => api.fullPage('GET /leads'),
    (one) => {
      seen.look(one)
      return (
        missingFrom(one, created).length === 0 &&
        created.every((answer) => seen.missingOf(answer) === undefined)
      )
    },
  )
  const absent = missingFrom(page.control(), created)
  const details = await Promise.all(absent.map(({ data }) => api.lead(String(data['id']))))
  // Somebody may have deleted some meanwhile, but hardly all.
  const areDeleted = absent.length < created.length
  const missing = absent.filter((_, index) => !(areDeleted && details[index]?.status === 404))
  expect(page).toSatisfy(
    missing.length === 0,
    `${few(idsOf(missing.map(({ data }) => data)).map((id) => `lead ${quote(id)}`))}, which this run created`,
    'a list without them',
    { requirement: 'CREATE-LEAD-04', also: missing },
  )
  for (const answer of created) {
    const at = page.items.findIndex(({ id }) => id === answer.data['id'])
    const item = page.items[at] ?? {}
    const sent = sentWith(answer)
    const field = (isLater ? undefined : unlikeSent(item, sent)) ?? seen.lostOf(answer)
    if (field === undefined) continue
    const wasShown = given(answer.data[field]) && unlikeSent(answer.data, sent) !== field
    expect(page).toSatisfy(false, `\`${field}\` ${quote(sent[field])}`, quote(item[field]), {
      requirement: wasShown ? 'CREATE-LEAD-04' : echoOf(field),
      also: [answer],
      pointer: at < 0 ? '/data' : `/data/${at}/${field}`,
    })
  }
  return page
}

/**
 * What several looks at the list of leads have shown. A service may leave out an optional field now and then: where one look
 * shows a field of a lead and another one does not, nothing is lost.
 */
class Seen {
  private looks: readonly (readonly JsonObject[])[] = []

  look({ items }: Answer): void {
    this.looks = [...this.looks, items]
  }

  /** A field that was sent of a listed lead, and that no look has shown of it so far, but of others. */
  missingOf(created: Answer): string | undefined {
    const own = this.looks.flatMap((items) => items.filter(({ id }) => id === created.data['id']))
    const isShown = (some: readonly JsonObject[], name: string): boolean =>
      some.some((lead) => given(lead[name]))
    return CARRIED.map(({ name }) => name).find(
      (name) =>
        mustShow(sentWith(created)[name]) &&
        own.length > 0 &&
        !isShown(own, name) &&
        isShown(this.looks.flat(), name),
    )
  }

  /** Such a field, if the looks show it of the same leads each time. */
  lostOf(created: Answer): string | undefined {
    const field = this.missingOf(created)
    const [first, ...others] = this.looks
    const shown = (items: readonly JsonObject[] = []): ReadonlySet<string> =>
      new Set(idsOf(items.filter((lead) => field !== undefined && given(lead[field]))))
    const isSteady = others.every((items) => {
      const [before, after] = [shown(first), shown(items)]
      return idsOf(items).every((id) => before.has(id) === after.has(id) || !idsOf(first ?? []).includes(id))
    })
    return others.length > 0 && isSteady ? field : undefined
  }
}

/** The leads that a page from the newest lead on should show and does not. */
function missingFrom(page: Answer, created: readonly Answer[]): readonly Answer[] {
  return created.filter(
    ({ data }) => !page.items.some(({ id }) => id === data['id']) && reaches(page, data['created_at']),
  )
}

/** Expects no lead beside those that were answered with the mark of one that was created. */
export function expectEachOnce(
  ctx: Pick<Context, 'expect' | 'answersTo' | 'mark'>,
  page: Answer,
  created: readonly Answer[],
): void {
  const marks = marksIn(ctx)
  const marksOf = ({ exchange }: Answer): readonly string[] => marks(exchange.request.body)
  const answered = new Set(idsOf(ctx.answersTo(LEAD).map(({ data }) => data)))
  // A request that was sent again may have been carried out twice.
  const repeated = new Set(created.filter(({ exchange }) => exchange.repeats).flatMap(marksOf))
  const once = new Set(created.flatMap(marksOf).filter((mark) => !repeated.has(mark)))
  const further = page.items.find(
    (lead) => !answered.has(String(lead['id'])) && marks(JSON.stringify(lead)).some((mark) => once.has(mark)),
  )
  ctx
    .expect(page)
    .toSatisfy(
      further === undefined,
      'one lead for each request',
      () => `a further lead: ${quote(further)}`,
      {
        requirement: 'CREATE-LEAD-04',
      },
    )
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

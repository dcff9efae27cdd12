import { sentBody } from '../../../lib/api/oracles/bodies.ts'
import { missingRows } from '../../../lib/api/oracles/completeness.ts'
import { alike } from '../../../lib/api/oracles/echoes.ts'
import { given, quote, type Row } from '../../../lib/util/values.ts'
import type { Answer } from '../../../lib/harness/answer.ts'
import type { Context } from '../../../lib/harness/case.ts'
import { idsOf } from '../../../lib/api/discovery.ts'
import type { LeadBody } from './lead-bodies.ts'
import { carries, findLead, isSlim } from './leads.ts'
import { marksIn } from './refused-leads.ts'

const OPTIONAL = ['name', 'email', 'phone', 'notes'] as const

/** A lead may be deleted in the dashboard while somebody looks; several at once hardly are. */
const MANY_LOST = 2

/**
 * A field that the answer to a new lead says to be null beside others that it gives, though it was sent and the detail shows it. An answer
 * may leave all of them out.
 */
export function deniedField(created: Answer, detail: Answer, sent: LeadBody): string | undefined {
  if (isSlim(created.data)) return undefined
  return OPTIONAL.find((field) => {
    const [wanted, shown] = [sent[field], detail.data[field]]
    return (
      created.data[field] === null &&
      wanted !== undefined &&
      typeof shown === 'string' &&
      alike(field, wanted, shown)
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
export async function holdsCreated(
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
  const lost = missingRows(
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
    const row = findLead(page, String(answer.data['id']))
    // The team may have given it another status meanwhile.
    const { status: _status, ...sent } = sentTexts(answer)
    if (row !== undefined) carries(ctx, page, row, sent, { ...blame, also: [answer] }, answer.data)
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
async function isHidden({ api }: Pick<Context, 'api'>, lead: Row | undefined): Promise<boolean> {
  if (lead === undefined) return false
  const [detail, list] = await Promise.all([
    api.afresh().lead(String(lead['id'])),
    api.afresh().leads({ limit: 100, offset: 0 }),
  ])
  return detail.status === 200 && list.usable && !idsOf(list.rows).includes(String(lead['id']))
}

/** A row with the marks of a lead that was created, and of no answer. */
function furtherLead(
  ctx: Pick<Context, 'answersTo' | 'mark'>,
  page: Answer,
  created: readonly Answer[],
): Row | undefined {
  const marks = marksIn(ctx)
  const answered = new Set(idsOf(ctx.answersTo('POST /leads').map(({ data }) => data)))
  // The mark of the status is that of one lead alone.
  const own = new Set(created.flatMap((answer) => marks(sentTexts(answer)['status'])))
  return page.rows.find(
    (row) => !answered.has(String(row['id'])) && marks(String(row['status'])).some((mark) => own.has(mark)),
  )
}

/** The texts that were sent for a lead. */
function sentTexts({ exchange }: Answer): LeadBody {
  const texts = Object.entries(sentBody(exchange)).flatMap(([field, value]): [string, string][] =>
    typeof value === 'string' ? [[field, value]] : [],
  )
  return Object.fromEntries(texts)
}

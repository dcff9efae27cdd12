import { alike } from '../../../lib/api/oracles/echoes.ts'
import { given, quote, type Row } from '../../../lib/util/values.ts'
import type { Answer } from '../../../lib/harness/answer.ts'
import type { Context } from '../../../lib/harness/case.ts'
import type { Blame } from '../../../lib/harness/expect.ts'
import type { LeadBody } from './lead-bodies.ts'

const CARRIED = ['chatbot_id', 'conversation_id', 'name', 'email', 'phone', 'notes', 'status'] as const

/** Notes a lead that was created in the footprint, since there is no DELETE. */
export function recordLead(ctx: Pick<Context, 'keep'>, answer: Answer): Answer {
  const id = answer.data['id']
  if (answer.status === 200 && typeof id === 'string' && answer.body['existing'] !== true) {
    ctx.keep.created('lead', id, `created in exchange ${answer.exchange.id}`)
  }
  return answer
}

/** The row of a lead in a page. */
export function findLead(page: Answer, id: string): Row | undefined {
  return page.rows.find((row) => row['id'] === id)
}

/**
 * Expects a lead to carry what was sent. Optional fields may be left out by a service that never shows them; one that shows a field
 * on other leads must show it here.
 * @param answered the lead as the write itself answered it: what it lacked too was never carried
 */
export function carries(
  ctx: Pick<Context, 'expect' | 'shown'>,
  answer: Answer,
  lead: Row,
  sent: LeadBody,
  blame: Blame,
  answered: Row = sent,
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
        typeof actual === 'string' && alike(field, wanted, actual),
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

/** Whether a lead is shown without any of its optional details, as a write may answer it: what it leaves out tells nothing. */
export function isSlim(lead: Row): boolean {
  return !['name', 'email', 'phone', 'notes'].some((field) => given(lead[field]))
}

/** The status has a requirement of its own; and what is nowhere to be seen was not carried, rather than not stored. */
function blamed(field: string, seen: boolean, requirement: string | undefined): string | undefined {
  if (field === 'status' && requirement === 'CREATE-LEAD-02') return 'CREATE-LEAD-03'
  return requirement === 'CREATE-LEAD-04' && !seen ? 'CREATE-LEAD-02' : requirement
}

import { quote, type Row } from '../../../lib/util/values.ts'
import type { Answer } from '../../../lib/harness/answer.ts'
import type { Context } from '../../../lib/harness/case.ts'
import { runOf } from '../webhooks/events.ts'

/** The marks of a run that stand in a text. */
export function marksIn(ctx: Pick<Context, 'mark'>): (text: string | undefined) => readonly string[] {
  const ours = new RegExp(`${runOf(ctx.mark())}-\\d+`, 'g')
  return (text) => text?.match(ours) ?? []
}

/** Refusals by the marks that were sent with them. A mark that was sent in another request too, one that was not refused, tells nothing. */
export function refusalsByMark(
  ctx: Pick<Context, 'mark'>,
  answers: readonly Answer[],
): ReadonlyMap<string, Answer> {
  const marks = marksIn(ctx)
  const others = new Set(answers.filter((one) => !isRefusal(one)).flatMap((one) => marks(bodyOf(one))))
  return new Map(
    answers
      .filter(isRefusal)
      .flatMap((refusal) => marks(bodyOf(refusal)).map((mark) => [mark, refusal] as const))
      .filter(([mark]) => !others.has(mark)),
  )
}

/** The first row that carries the mark of one of these refusals, with that refusal. */
export function leftByRefusal(
  ctx: Pick<Context, 'mark'>,
  rows: readonly Row[],
  refusals: ReadonlyMap<string, Answer>,
): { readonly row: Row; readonly refusal: Answer } | undefined {
  const marks = marksIn(ctx)
  for (const row of rows)
    for (const mark of marks(JSON.stringify(row))) {
      const refusal = refusals.get(mark)
      if (refusal !== undefined) return { row, refusal }
    }
  return undefined
}

/** The first row of a page that carries the mark of a lead which was refused to the same key, whichever case sent it, with that refusal. */
export function leadOfRefused(
  ctx: Pick<Context, 'answersTo' | 'mark'>,
  page: Answer,
): ReturnType<typeof leftByRefusal> {
  const same = ctx.answersTo('POST /leads').filter(({ exchange }) => exchange.key === page.exchange.key)
  return leftByRefusal(ctx, page.rows, refusalsByMark(ctx, same))
}

/** Expects a page of leads to hold none that was refused to the same key. */
export function holdsNoneRefused(
  ctx: Pick<Context, 'expect' | 'answersTo' | 'mark'>,
  page: Answer,
  explainedBy: readonly string[] = [],
): void {
  const left = leadOfRefused(ctx, page)
  ctx.expect(page).toSatisfy(left === undefined, 'no lead of a refused body', () => quote(left?.row), {
    requirement: 'CREATE-LEAD-28',
    also: left === undefined ? [] : [left.refusal],
    pointer: '/data',
    explainedBy,
  })
}

function bodyOf({ exchange }: Answer): string | undefined {
  return exchange.request.body
}

/** A 429 says nothing of the body. */
function isRefusal({ status = 0 }: Answer): boolean {
  return status >= 400 && status < 500 && status !== 429
}

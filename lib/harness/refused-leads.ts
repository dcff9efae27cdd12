import type { Row } from '../oracles/values.ts'
import type { Answer } from './answer.ts'
import type { Context } from './case.ts'
import { runOf } from './events.ts'
import type { Keeper } from './footprint.ts'

const sent = new WeakMap<Keeper, Answer[]>()

/** Remembers what was answered to a lead, for the rest of the run. */
export function remember(run: Keeper, answer: Answer): void {
  sent.set(run, [...(sent.get(run) ?? []), answer])
}

/**
 * The first row of a page that carries the mark of a lead which was refused, whichever case sent it, with that refusal. A mark that was
 * sent in another lead too, one that was not refused, tells nothing.
 */
export function leadOfRefused(
  ctx: Pick<Context, 'keep' | 'mark'>,
  page: Answer,
): { readonly row: Row; readonly refusal: Answer } | undefined {
  const ours = new RegExp(`${runOf(ctx.mark())}-\\d+`, 'g')
  const marks = (text: string | undefined): readonly string[] => text?.match(ours) ?? []
  const leads = (sent.get(ctx.keep) ?? []).filter(({ exchange }) => exchange.key === 'main')
  const others = new Set(leads.filter((one) => !isRefusal(one)).flatMap((one) => marks(bodyOf(one))))
  const refusals = new Map(
    leads
      .filter(isRefusal)
      .flatMap((refusal) => marks(bodyOf(refusal)).map((mark) => [mark, refusal] as const))
      .filter(([mark]) => !others.has(mark)),
  )
  for (const row of page.rows)
    for (const mark of marks(JSON.stringify(row))) {
      const refusal = refusals.get(mark)
      if (refusal !== undefined) return { row, refusal }
    }
  return undefined
}

function bodyOf({ exchange }: Answer): string | undefined {
  return exchange.request.body
}

/** A 429 says nothing of the body. */
function isRefusal({ status = 0 }: Answer): boolean {
  return status >= 400 && status < 500 && status !== 429
}

/**
 * The marks in the data that a run writes, `cac-<run>-<n>`: each is new, so it shows which request brought a
 * text.
 */
import type { Exchange } from '../../lib/engine/http/exchange.ts'
import { WRITE_OPERATIONS } from '../../lib/engine/contract/operations.ts'

/** The marks in a text. */
export function marksOf(text: string | undefined): readonly string[] {
  return [...new Set(text?.match(/cac--?[\da-z]+-\d+/g))]
}

/** The requests that write, by the marks in their bodies. */
export function writesByMark(exchanges: readonly Exchange[]): ReadonlyMap<string, readonly Exchange[]> {
  const byMark = new Map<string, Exchange[]>()
  for (const exchange of exchanges) {
    if (!WRITE_OPERATIONS.some((one) => one === exchange.operation)) continue
    for (const mark of marksOf(exchange.request.body))
      byMark.set(mark, [...(byMark.get(mark) ?? []), exchange])
  }
  return byMark
}

/** Whether a write was refused. A 408 and a 429 say nothing about its body. */
export function isRefused({ response }: Exchange): boolean {
  const { status = 0 } = response ?? {}
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

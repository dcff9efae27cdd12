import type { Exchange } from '../../http/exchange.ts'
import { readPage } from './page-reading.ts'
import { instant, objects, type Row } from '../../util/values.ts'

const DATES = ['created_at', 'start_at', 'end_at'] as const

/** OPEN-07: which dates of a booking explain what a `since` kept, out of those that a booking shows. */
export function bookingSince(known: readonly Row[], filtered: Exchange): string[] {
  const page = readPage(filtered)
  const bound = instant(filtered.request.query.find(([name]) => name === 'since')?.[1])
  if (page === undefined || bound === undefined) return []
  const kept = new Set(objects(page.rows).map((row) => row['id']))
  return DATES.filter((field) =>
    known.every((row) => {
      const at = instant(row[field])
      if (at === undefined || Math.abs(at - bound) < 1000) return true
      return kept.has(row['id']) === at > bound
    }),
  )
}

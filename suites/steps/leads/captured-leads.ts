import { missingRows } from '../../../lib/api/oracles/completeness.ts'
import { instant, type Row } from '../../../lib/util/values.ts'
import type { Answer } from '../../../lib/harness/answer.ts'
import type { Actor } from '../../../lib/api/actor.ts'
import { type Discovery, idsOf, isWhole } from '../../../lib/api/discovery.ts'

/** A lead may be deleted in the dashboard while somebody looks; several at once hardly are. */
const MANY_LOST = 2
const DAY = 86_400_000

/** Leads that were created just now, and that a page which should have them lacks. */
interface Lost {
  readonly page: Answer
  readonly ids: readonly string[]
}

/**
 * A bound which is earlier than anything that is captured now, by whatever clock: two days before now, or before the newest row that was
 * there when the run began, if that is earlier. Undefined where no row tells what the clock of the service says.
 * @param now milliseconds
 */
export function beforeNow({ main }: Discovery, now: number): string | undefined {
  const rows = [...main.lists['GET /leads'].rows, ...main.lists['GET /conversations'].rows]
  const known = rows.flatMap((row) => instant(row['created_at']) ?? [])
  if (known.length === 0) return undefined
  const newest = known.reduce((a, b) => Math.max(a, b))
  return new Date(Math.min(now, newest) - 2 * DAY).toISOString().replace(/\.\d+Z$/, 'Z')
}

/** What is missing among the leads of the last days. The page tells nothing where it ends before they do. */
export async function lostSince(api: Actor, since: string, created: readonly Answer[]): Promise<Lost> {
  const page = (await api.leads({ limit: 100, since })).control()
  const shown = new Set(idsOf(page.rows))
  const ids = idsOf(created.map(({ data }) => data)).filter((id) => !shown.has(id))
  return { page, ids: isWhole(page) && ids.length >= MANY_LOST ? ids : [] }
}

/** What is missing on the page that is answered to a question without any parameter. */
export async function lostOnPlainPage(api: Actor, created: readonly Answer[]): Promise<Lost> {
  const page = (await api.leads()).control()
  const rows = created.map(({ data }): Row => data)
  const ids = idsOf(missingRows(rows, page.exchange, 'GET /leads'))
  return { page, ids: ids.length >= MANY_LOST ? ids : [] }
}

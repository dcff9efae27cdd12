/** What a list holds: its rows, read page by page, with which all other reads of it are compared. */
import type { Actor, Query } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import { FULL_PAGE } from '../../lib/engine/spec/api.ts'
import type { ListKey } from '../../lib/engine/spec/operations.ts'
import { instant } from '../../lib/engine/util/time.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'
import { HIDDEN_STATUSES } from './filters.ts'
import { LIST_FACTS } from './rules.ts'
import { EFFORT } from '../support/effort.ts'

/** A page, and where it begins. */
export interface PlacedPage {
  readonly offset: number
  readonly page: Answer
}

/** Consecutive pages of one query, or some pages of it. */
export interface Part {
  /** The status that is named to see it; absent: all that is shown without one. */
  readonly status?: string
  readonly pages: readonly PlacedPage[]
  readonly total: number
  /** Whether the pages reach from the first item to the last. */
  readonly isWhole: boolean
}

/** What a list holds, as its pages show it. */
export interface Snapshot {
  readonly list: ListKey
  /** Of reservations, where some have to be named to be shown, one part for each status that is hidden, too. */
  readonly parts: readonly Part[]
  /** Every known item once, in the order of the list. */
  readonly rows: readonly JsonObject[]
  readonly isWhole: boolean
  /** The limit of its pages: 100 or, where that is open and refused, none. */
  readonly limit: number | undefined
  readonly answers: readonly Answer[]
}

/** Reads a list. Reading cases share the answers. */
export async function readSnapshot(actor: Actor, list: ListKey): Promise<Snapshot> {
  const hidden = list === 'GET /reservations' ? HIDDEN_STATUSES : []
  const parts = await Promise.all([undefined, ...hidden].map((status) => readPart(actor, list, status)))
  const answers = parts.flatMap(({ pages }) => pages.map(({ page }) => page))
  const rows = [...new Map(answers.flatMap(({ items }) => items).map((row) => [row['id'], row])).values()]
  return {
    list,
    parts,
    rows: parts.length > 1 ? newestFirst(list, rows) : rows,
    isWhole: parts.every(({ isWhole }) => isWhole),
    limit: limitOf(answers[0]),
    answers,
  }
}

async function readPart(actor: Actor, list: ListKey, status: string | undefined): Promise<Part> {
  const query: Query = status === undefined ? {} : { status }
  const first = (await actor.fullPage(list, query)).control()
  const size = Math.max(1, first.items.length)
  const total = first.total ?? size
  const limit = limitOf(first)
  const count = Math.max(1, Math.ceil(total / size))
  const isWhole = count <= EFFORT.pages
  const numbers = isWhole ? [...Array(count).keys()] : [0, 1, Math.floor(count / 2), count - 2, count - 1]
  const pages = await Promise.all(
    numbers.map(async (number) => {
      const offset = number * size
      const page = number === 0 ? first : await actor.list(list, { ...query, limit, offset })
      return { offset, page: page.control() }
    }),
  )
  return { status, pages, total, isWhole }
}

function limitOf(page: Answer | undefined): number | undefined {
  return page?.exchange.request.query.some(([name]) => name === 'limit') === true ? FULL_PAGE : undefined
}

/** Rows by the time that orders their list, the newest first; those of the same time keep their order. */
function newestFirst(list: ListKey, rows: readonly JsonObject[]): readonly JsonObject[] {
  const field = LIST_FACTS[list].orderedBy
  if (field === undefined) return rows
  const at = (row: JsonObject): number => instant(row[field]) ?? -Infinity
  return rows.toSorted((one, other) => at(other) - at(one))
}

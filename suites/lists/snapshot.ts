/** The contents of a list: its rows, read page by page, with which all other reads of it are compared. */
import type { Actor } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Expect } from '../../lib/engine/case/expect.ts'
import { everyItem } from '../../lib/engine/case/discovery.ts'
import { FULL_PAGE } from '../../lib/engine/contract/api.ts'
import type { ListKey } from '../../lib/engine/contract/operations.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'
import { EFFORT } from '../support/effort.ts'
import { isLimitOpen, listRule } from './rules.ts'

/** A page and its offset. */
export interface PlacedPage {
  readonly offset: number
  readonly page: Answer
}

/** The contents of a list, as its pages show it: for reservations, with every status named. */
export interface Snapshot {
  readonly list: ListKey
  /** All pages or, of a long list, some of them. */
  readonly pages: readonly PlacedPage[]
  readonly total: number
  /** Whether the pages reach from the first item to the last. */
  readonly isWhole: boolean
  /** The refusal of the list of all statuses: then the pages do not show which rows a status has. */
  readonly refusal?: Answer | undefined
  /** Every known item once, in the order of the list. */
  readonly rows: readonly JsonObject[]
  /** The limit of its pages: 100 or, if that is open and refused, none. */
  readonly limit: number | undefined
  readonly answers: readonly Answer[]
}

/**
 * Reads a list. Reading cases share the answers.
 * @param expect - judges a later page that is refused, although the total says that there is one
 */
export async function readSnapshot(actor: Actor, list: ListKey, expect?: Expect): Promise<Snapshot> {
  const named = await actor.fullPage(list, everyItem(list))
  // If the service refuses a list of all statuses, only the list without a status is known.
  const refusal = named.fate === 'refused' ? named : undefined
  const query = refusal ? {} : everyItem(list)
  const first = (refusal ? await actor.fullPage(list) : named).mustBeUsable()
  const size = Math.max(1, first.items.length)
  const total = first.total ?? size
  const limit = first.exchange.request.query.some(([name]) => name === 'limit') ? FULL_PAGE : undefined
  const count = Math.max(1, Math.ceil(total / size))
  const isShort = count <= EFFORT.pages
  const numbers = isShort ? [...Array(count).keys()] : [0, 1, Math.floor(count / 2), count - 2, count - 1]
  const pages = await Promise.all(
    numbers.map(async (number) => {
      const offset = number * size
      const page = number === 0 ? first : await actor.list(list, { ...query, limit, offset })
      if (page.fate === 'refused' && !isLimitOpen(list))
        expect?.(page).toAnswer(200, { requirement: listRule(list, 'offset') })
      return { offset, page: page.mustBeUsable() }
    }),
  )
  const answers = pages.map(({ page }) => page)
  const rows = [...new Map(answers.flatMap(({ items }) => items).map((row) => [row['id'], row])).values()]
  return { list, pages, total, isWhole: isShort, refusal, rows, limit, answers }
}

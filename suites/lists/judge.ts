/** Reads of a list, sent and judged by the law of lists, and the requirement that a wrong one violates. */
import type { Actor } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { ListKey } from '../../lib/engine/contract/operations.ts'
import { UNNAMED } from './filters.ts'
import { type Problem, problemIn } from './law.ts'
import { isEndOfWindow, queriesOf, type Read, readInWords } from './reads.ts'
import { LIST_FACTS, listRule, type ListRule } from './rules.ts'
import type { PlacedPage, Snapshot } from './snapshot.ts'

/** The mistake of a read, the requirement that it violates, and further evidence. */
export interface ListFault extends Problem {
  readonly read: Read
  readonly requirement: string
  readonly also: readonly Answer[]
}

/** Sends reads of a list, each once, and finds the mistakes of their pages. */
export class Judge {
  readonly snapshot: Snapshot
  private readonly actor: Actor
  private readonly asked = new Map<string, Promise<readonly PlacedPage[]>>()

  constructor(actor: Actor, snapshot: Snapshot) {
    this.actor = actor
    this.snapshot = snapshot
  }

  /** Whether a read was already sent: another look at it costs nothing. */
  knows(read: Read): boolean {
    return this.asked.has(JSON.stringify(queriesOf(read)))
  }

  async faultsIn(reads: readonly Read[]): Promise<readonly ListFault[]> {
    return (await Promise.all(reads.map((read) => this.faultOf(read)))).flatMap((fault) => fault ?? [])
  }

  /** The fault of a read; undefined if it is right. */
  async faultOf(read: Read): Promise<ListFault | undefined> {
    return this.faultIn(read, await this.pagesOf(read))
  }

  private faultIn(read: Read, pages: readonly PlacedPage[]): ListFault | undefined {
    const { list } = this.snapshot
    const problem = problemIn(this.snapshot, read, pages)
    return (
      problem && {
        ...problem,
        read,
        expected: `${problem.expected} (${readInWords(read)})`,
        requirement: blamed(list, read, problem),
        also: pages.map(({ page }) => page).filter((page) => page !== problem.page),
      }
    )
  }

  private pagesOf(read: Read): Promise<readonly PlacedPage[]> {
    const { list } = this.snapshot
    const queries = queriesOf(read)
    const key = JSON.stringify(queries)
    const pages =
      this.asked.get(key) ??
      Promise.all(
        queries.map(async ({ query, offset }) => ({ offset, page: await this.actor.list(list, query) })),
      )
    this.asked.set(key, pages)
    return pages
  }
}

/** The requirement that a wrong read violates: the first of these that applies. */
function blamed(list: ListKey, { filters, place }: Read, { rule }: Problem): string {
  const { combined, paged } = LIST_FACTS[list]
  const [first, ...others] = filters
  // The list that lacks the reservation was requested with every status.
  if (rule === 'unlisted') return 'LIST-RESERVATIONS-22'
  if (rule === 'unnamed') return UNNAMED.requirement
  if (first === undefined) return ofWholeList(list, rule)
  const isOfPage = place !== '' || rule !== 'rows'
  if (isOfPage && paged !== undefined) return paged
  if (others.length === 0) return first.requirement
  return filters.every(isEndOfWindow) ? 'LIST-RESERVATIONS-29' : (combined ?? first.requirement)
}

/** The requirement that a wrong read without a filter violates. */
function ofWholeList(list: ListKey, rule: ListRule | 'rows'): string {
  if (rule !== 'rows') return listRule(list, rule)
  // Without a status, a list of reservations hides some of them.
  return list === 'GET /reservations' ? UNNAMED.requirement : listRule(list, 'walk')
}

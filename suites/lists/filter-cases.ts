/** The cases of the filters of a list: each looks at those drawn reads that use it. */
import type { Terms, Verify } from '../../lib/engine/case/suite.ts'
import type { Requirement } from '../../lib/engine/judge/requirement.ts'
import { major, statementsOf } from '../../lib/engine/judge/rows.ts'
import type { ListKey } from '../../lib/engine/spec/operations.ts'
import { expectLawful, shownReads } from './drawn.ts'
import { LIST_FACTS } from './facts.ts'
import { FILTERS } from './filters.ts'
import { type Chosen, membershipIn, queriesOf, type Read } from './reads.ts'

/** A case of some drawn reads of a list: what it requires of them, and which they are. */
interface ReadsCase extends Pick<Terms, 'smoke'> {
  readonly title: string
  readonly rule: Requirement
  readonly includes: (read: Read) => boolean
  /** Which items of a list the read keeps, as far as this case is concerned; by default as all of its filters say. */
  readonly keeps?: (read: Read) => Chosen['keeps']
  /** The items without which the reads would show nothing, in words. */
  readonly needed: string
}

/** Verifies a requirement on the drawn reads that it concerns. */
export function verifyReads(
  verify: Verify,
  list: ListKey,
  { title, rule, includes, needed, keeps = (read) => membershipIn(list, read), ...terms }: ReadsCase,
): void {
  verify(rule, title, terms, async (ctx) => {
    const shown = await shownReads(ctx, list)
    const { snapshot, reads, faults } = shown
    const own = reads.filter(includes)
    // Their answers are known by now: they are the evidence of this case, too.
    if (faults.length === 0)
      await Promise.all(own.flatMap(queriesOf).map((query) => ctx.api.list(list, query)))
    expectLawful(ctx, shown, [rule.id])
    const kept = new Set(own.flatMap((read) => snapshot.rows.map(keeps(read))))
    if (!kept.has('in') || !kept.has('out')) ctx.inconclusive(`needs ${needed}`)
  })
}

/** Whether a read has a filter. */
export const uses =
  (name: string) =>
  ({ filters }: Read): boolean =>
    filters.some((one) => one.name === name)

/** The cases of all filters of a list: each alone, several together, and on every page. */
export function filterCases(verify: Verify, list: ListKey): void {
  const { items, combined, paged } = LIST_FACTS[list]
  const part4 = statementsOf({ part: 4, section: list, theme: 'filters' })
  for (const [name, filter] of Object.entries(FILTERS[list])) {
    if (filter.rule.strength === 'open') continue
    verifyReads(verify, list, {
      rule: filter.rule,
      title: `filters by \`${name}\``,
      includes: uses(name),
      keeps: ({ filters }) => filters.find((one) => one.name === name)?.keeps ?? (() => 'open'),
      needed: `${items} that differ in \`${filter.field}\``,
    })
  }
  if (combined !== undefined) {
    verifyReads(verify, list, {
      rule: part4.derived(
        combined,
        'Query param',
        'When a request has several filters, all of them apply.',
        'Each parameter narrows the list, and nothing says that one disables another.',
        major('Each filter works when it is tried alone; the report that combines two is wrong.'),
      ),
      title: 'applies all filters of a request',
      includes: ({ filters }) => filters.length > 1,
      needed: `${items} that differ in two filters`,
      smoke: true,
    })
  }
  if (paged === undefined) return
  verifyReads(verify, list, {
    rule: part4.derived(
      paged,
      'limit, offset',
      'Every page of a filtered list keeps the filter, and `total` counts the filtered list.',
      '`limit` and `offset` page through the list that the filters select.',
      major('An export of a filtered list is right on its first page, and wrong or endless behind it.'),
    ),
    title: 'keeps the filter on every page',
    includes: ({ filters, place }) => filters.length > 0 && place !== '',
    needed: `${items} of which a filter keeps some`,
  })
}

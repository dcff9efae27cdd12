/** The drawn reads of a list, sent and judged once for all of its cases; and the cases of its filters. */
import type { Context } from '../../lib/engine/case/context.ts'
import { isSame, showsOthersAtWork } from '../../lib/engine/case/certainty.ts'
import type { Terms, Verify } from '../../lib/engine/case/suite.ts'
import type { Requirement } from '../../lib/engine/judge/requirement.ts'
import { major, statementsOf } from '../../lib/engine/judge/rows.ts'
import type { ListKey } from '../../lib/engine/contract/operations.ts'
import { drawReads } from './drawing.ts'
import { FILTERS } from './filters.ts'
import { Judge, type ListFault } from './judge.ts'
import { plainest } from './plainest.ts'
import { isSent, membershipIn, queriesOf, type Read } from './reads.ts'
import { LIST_FACTS } from './rules.ts'
import { readSnapshot, type Snapshot } from './snapshot.ts'

interface ListShown {
  readonly snapshot: Snapshot
  readonly reads: readonly Read[]
  readonly faults: readonly ListFault[]
}

type ListContext = Pick<
  Context<never>,
  'answersTo' | 'api' | 'expect' | 'inconclusive' | 'settings' | 'store' | 'world'
>

/** The key of the drawn reads of a list in the store of the run. */
const stepOf = (list: ListKey): string => `drawn reads of ${list}`

/** The results of the drawn reads of a list: sent and judged once for all of its cases. */
export function shownReads(ctx: ListContext, list: ListKey): Promise<ListShown> {
  return ctx.store.once(stepOf(list), () => judgeReads(ctx, list))
}

/** Expects the drawn reads of a list to violate none of some requirements. */
export function expectLawful(
  { expect }: Pick<Context<never>, 'expect'>,
  { faults }: ListShown,
  requirements: readonly string[],
): void {
  for (const { requirement, page, expected, received, pointer, also } of faults)
    if (requirements.includes(requirement))
      expect(page).toSatisfy(false, expected, received, { requirement, pointer, also })
}

/**
 * Sends the drawn reads of a list and judges them; once more, with fresh answers, if others changed the list
 * meanwhile. A second run of the case repeats only the reads that were wrong in the first one.
 */
async function judgeReads(
  ctx: ListContext,
  list: ListKey,
  actor = ctx.api,
  isLast = false,
): Promise<ListShown> {
  const first = await ctx.store.before<ListShown>(stepOf(list))
  if (first?.faults.length === 0) return first
  const snapshot = await readSnapshot(actor, list, ctx.expect)
  const reads = first?.reads ?? drawReads(snapshot, ctx.world.discovery, ctx.settings)
  const judge = new Judge(actor, snapshot)
  const again = await judge.faultsIn(first?.faults.map(({ read }) => read) ?? [])
  // If one host of several is at fault, other reads may be wrong this time.
  const wrong = withoutConsequences(snapshot, again.length > 0 ? again : await judge.faultsIn(reads))
  if (wrong.length === 0 && snapshot.refusal === undefined) return { snapshot, reads, faults: [] }
  if (!(await isChanged(ctx, snapshot)))
    return { snapshot, reads, faults: again.length > 0 ? wrong : await plainest(judge, wrong) }
  if (isLast) ctx.inconclusive('the workspace changed during the check')
  return judgeReads(ctx, list, ctx.api.afresh(), true)
}

/**
 * The faults without those that follow from another one: if the list of all statuses lacks an item, nothing can
 * be counted by it. But if its pages repeat items, the offset itself is wrong.
 */
function withoutConsequences(
  { answers, rows }: Snapshot,
  faults: readonly ListFault[],
): readonly ListFault[] {
  if (!faults.some(({ rule }) => rule === 'unlisted')) return faults
  const isRepeating = answers.flatMap(({ items }) => items).length > rows.length
  const counted = ['total', 'beyondEnd', ...(isRepeating ? [] : ['offset'])]
  return faults.filter(({ rule }) => !counted.includes(rule))
}

/**
 * Whether others have changed a list since it was read: its first page differs, or some answer shows that they
 * add or remove items.
 */
async function isChanged(
  { api, answersTo, world: { discovery } }: ListContext,
  { list, pages }: Snapshot,
): Promise<boolean> {
  const [first] = pages
  if (first === undefined) return false
  const again = await api.afresh().list(list, Object.fromEntries(first.page.exchange.request.query))
  const atFirst = discovery.main.lists[list]
  return !isSame(first.page, again) || answersTo(list).some((answer) => showsOthersAtWork(answer, atFirst))
}

/** A case about some drawn reads of a list: its requirement, and which reads it concerns. */
export interface ReadsCase extends Pick<Terms, 'smoke'> {
  readonly title: string
  readonly rule: Requirement
  readonly includes: (read: Read) => boolean
  /** The items that the reads need in order to show anything, in words. */
  readonly needed: string
}

/** Verifies a requirement on those of the drawn reads that it concerns. */
export function verifyReads(
  verify: Verify,
  list: ListKey,
  { title, rule, includes, needed, ...terms }: ReadsCase,
): void {
  verify(rule, title, terms, async (ctx) => {
    const shown = await shownReads(ctx, list)
    const { snapshot, reads, faults } = shown
    const own = reads.filter(includes)
    // Their answers are known already: asked for again, they are the evidence of this case, too.
    if (faults.length === 0 && ctx.store.isFirst)
      await Promise.all(own.flatMap(queriesOf).map(({ query }) => ctx.api.list(list, query)))
    expectLawful(ctx, shown, [rule.id])
    const kept = new Set(own.flatMap((read) => snapshot.rows.map(membershipIn(list, read))))
    if (!kept.has('in') || !kept.has('out')) ctx.inconclusive(`needs ${needed}`)
  })
}

/** Whether a read has a filter, with a value in its query. */
export const uses =
  (name: string) =>
  ({ filters }: Read): boolean =>
    filters.some((one) => one.name === name && isSent(one))

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

/** The drawn reads of a list, sent and judged once for all of its cases; and the cases of its filters. */
import type { Actor } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { isSame, showsNewItem } from '../../lib/engine/case/certainty.ts'
import { byList } from '../../lib/engine/case/discovery.ts'
import type { Terms, Verify } from '../../lib/engine/case/suite.ts'
import type { Requirement } from '../../lib/engine/judge/requirement.ts'
import { major, statementsOf } from '../../lib/engine/judge/rows.ts'
import { STATUSES_OF_RESERVATIONS } from '../../lib/engine/contract/api.ts'
import type { ListKey } from '../../lib/engine/contract/operations.ts'
import { drawReads } from './drawing.ts'
import { demandOf, filterOf, FILTERS, UNNAMED } from './filters.ts'
import { type Problem, problemIn } from './law.ts'
import { type Chosen, readInWords, isSent, membershipIn, queriesOf, type Read, uncut } from './reads.ts'
import { LIST_FACTS, listRule } from './rules.ts'
import { type PlacedPage, readSnapshot, type Snapshot } from './snapshot.ts'

/** The mistake of a read, the requirement that it violates, and further evidence. */
interface ListFault extends Problem {
  readonly read: Read
  readonly requirement: string
  readonly also: readonly Answer[]
}

interface ListShown {
  readonly snapshot: Snapshot
  readonly reads: readonly Read[]
  readonly faults: readonly ListFault[]
}

type ListContext = Pick<
  Context<never>,
  'answersTo' | 'api' | 'expect' | 'inconclusive' | 'settings' | 'store' | 'world'
>

const JUDGED = byList(
  (list) =>
    (ctx: ListContext): Promise<ListShown> =>
      judgeReads(ctx, list),
)

/** The results of the drawn reads of a list: sent and judged once for all of its cases. */
export function shownReads(ctx: ListContext, list: ListKey): Promise<ListShown> {
  return ctx.store.once(JUDGED[list], () => JUDGED[list](ctx))
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
  const first = await ctx.store.before(JUDGED[list])
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
 * Whether others have changed a list since it was read: its first page differs, or some answer shows a new
 * item.
 */
async function isChanged(
  { api, answersTo, world: { discovery } }: ListContext,
  { list, pages }: Snapshot,
): Promise<boolean> {
  const [first] = pages
  const { items } = discovery.main.lists[list]
  if (first === undefined) return false
  const again = await api.afresh().list(list, Object.fromEntries(first.page.exchange.request.query))
  return !isSame(first.page, again) || answersTo(list).some((answer) => showsNewItem(answer, items))
}

/** Sends reads of a list, each once, and finds the mistakes of their pages. */
class Judge {
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

/** How many further reads search for the cause of a wrong one. */
const FURTHER_READS = 2

/**
 * The plainest reads that show the faults: of several with the same filters, or more, and no other fault, one
 * is enough.
 */
async function plainest(judge: Judge, wrong: readonly ListFault[]): Promise<readonly ListFault[]> {
  const { snapshot } = judge
  const shown: ListFault[] = []
  const refused = snapshot.refusal && (await refusedStatus(judge))
  if (refused) shown.push(refused)
  let left = FURTHER_READS
  for (const fault of wrong.toSorted((one, other) => plainness(one) - plainness(other))) {
    if (shown.some((one) => isShownBy(one, fault))) continue
    let found: ListFault | undefined
    for (const form of plainerForms(snapshot, fault)) {
      if (!judge.knows(form)) left -= 1
      if (left < 0) break
      // oxlint-disable-next-line no-await-in-loop -- the first filter that shows it alone is enough
      const plainer = found?.read.filters.length === 1 ? undefined : await judge.faultOf(form)
      if (plainer !== undefined && isShownBy(plainer, fault)) found = plainer
    }
    shown.push(found ?? fault)
  }
  return shown
}

function plainness({ read: { filters, place } }: ListFault): number {
  return 2 * filters.length + Number(place !== '')
}

/**
 * Whether a plainer read shows the same: it has some of the filters, and the same rule, or a filter that is
 * wrong by itself.
 */
function isShownBy(plainer: ListFault, { read, rule }: ListFault): boolean {
  const names = new Set(read.filters.map(({ name }) => name))
  const isPart = plainer.read.filters.every(({ name }) => names.has(name))
  const isOfFilters = plainer.rule === 'rows' && plainer.read.place === ''
  return isPart && (plainer.rule === rule || isOfFilters)
}

/**
 * Plainer forms of a read: without its place; with each filter alone, first the one that an item fails and
 * then bounds in time; and with its window alone.
 */
function plainerForms(snapshot: Snapshot, { read: { filters, place }, failed }: ListFault): readonly Read[] {
  const window = filters.filter(isEndOfWindow)
  const suspicion = ({ name }: Chosen): number => {
    if (name === failed) return 2
    return filterOf(snapshot.list, name)?.kind.bound === undefined ? 0 : 1
  }
  const suspects = filters.toSorted((one, other) => suspicion(other) - suspicion(one))
  const parts = filters.length > 1 ? suspects.map((one) => [one]) : []
  return [
    ...(place === '' ? [] : [filters]),
    ...parts,
    ...(window.length > 1 && filters.length > window.length ? [window] : []),
  ].map((some) => uncut(snapshot, some))
}

/** If a service refuses the list of every status: the status that it refuses alone, or else all together. */
async function refusedStatus(judge: Judge): Promise<ListFault | undefined> {
  const { list } = judge.snapshot
  const named = (statuses: readonly string[]): Read => {
    const [words, text] = ['of some statuses', statuses.join()]
    const chosen = { ...demandOf('status', FILTERS[list]['status']!, text), name: 'status', words, text }
    return uncut(judge.snapshot, [chosen])
  }
  const [alone] = await judge.faultsIn(STATUSES_OF_RESERVATIONS.map((status) => named([status])))
  return alone ?? judge.faultOf(named(STATUSES_OF_RESERVATIONS))
}

function isEndOfWindow({ name }: Chosen): boolean {
  return name === 'from' || name === 'to'
}

/**
 * The requirement that a wrong read violates: that of its filter, of several filters together, of its page,
 * or of reservations without a status.
 */
function blamed(list: ListKey, { filters, place }: Read, { rule }: Problem): string {
  const { combined, paged } = LIST_FACTS[list]
  const [first, ...others] = filters
  // The list that lacks the reservation was requested with every status.
  if (rule === 'unlisted') return 'LIST-RESERVATIONS-22'
  if (rule === 'unnamed') return UNNAMED.requirement
  if (first === undefined) {
    if (rule !== 'rows') return listRule(list, rule)
    return list === 'GET /reservations' ? 'LIST-RESERVATIONS-23' : listRule(list, 'walk')
  }
  if ((place !== '' || rule !== 'rows') && paged !== undefined) return paged
  if (others.length === 0) return first.requirement
  return filters.every(isEndOfWindow) ? 'LIST-RESERVATIONS-29' : (combined ?? first.requirement)
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
    // Their answers are known already: they are also the evidence of this case.
    if (faults.length === 0 && ctx.store.isFirst)
      await Promise.all(own.flatMap(queriesOf).map(({ query }) => ctx.api.list(list, query)))
    expectLawful(ctx, shown, [rule.id])
    const kept = new Set(own.flatMap((read) => snapshot.rows.map(membershipIn(list, read))))
    if (!kept.has('in') || !kept.has('out')) ctx.inconclusive(`needs ${needed}`)
  })
}

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

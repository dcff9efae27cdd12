/** The drawn reads of a list, asked and judged once for all of its cases; and the cases of its filters. */
import type { Actor } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { byList } from '../../lib/engine/case/discovery.ts'
import type { Terms, Verify } from '../../lib/engine/case/suite.ts'
import type { Requirement } from '../../lib/engine/judge/requirement.ts'
import { major, statementsOf } from '../../lib/engine/judge/rows.ts'
import type { ListKey } from '../../lib/engine/contract/operations.ts'
import { drawReads } from './drawing.ts'
import { FILTERS, UNNAMED } from './filters.ts'
import { type Problem, problemIn } from './law.ts'
import { type Chosen, inWords, isSent, membershipIn, queriesOf, type Read, uncut } from './reads.ts'
import { LIST_FACTS, listRule } from './rules.ts'
import { type PlacedPage, readSnapshot, type Snapshot } from './snapshot.ts'

/** What is wrong with a read, the requirement that it violates, and further evidence. */
interface Fault extends Problem {
  readonly read: Read
  readonly requirement: string
  readonly also: readonly Answer[]
}

/** What the drawn reads of a list have shown. */
interface Shown {
  readonly snapshot: Snapshot
  readonly reads: readonly Read[]
  readonly faults: readonly Fault[]
}

type Reading = Pick<Context<never>, 'api' | 'quiet' | 'settings' | 'store' | 'world' | 'isViolated'>

const JUDGED = byList(
  (list) =>
    (ctx: Reading): Promise<Shown> =>
      judgeReads(ctx, list),
)

/** What the drawn reads of a list have shown: asked and judged once for all of its cases. */
export function shownReads(ctx: Reading, list: ListKey): Promise<Shown> {
  return ctx.store.once(JUDGED[list], () => JUDGED[list](ctx))
}

/** Expects the drawn reads of a list to violate none of some requirements. */
export function expectLawful(
  { expect }: Pick<Context<never>, 'expect'>,
  { faults }: Shown,
  requirements: readonly string[],
): void {
  for (const { requirement, page, expected, received, pointer, also } of faults)
    if (requirements.includes(requirement))
      expect(page).toSatisfy(false, expected, received, { requirement, pointer, also })
}

/**
 * Asks for the drawn reads. What is looked at again is what was wrong: between two looks at the list, and in the second run of a
 * case. Where one host of several is at fault, other reads may be wrong this time.
 */
async function judgeReads(ctx: Reading, list: ListKey): Promise<Shown> {
  const { api, quiet, settings, store, world, isViolated } = ctx
  const first = await store.before(JUDGED[list])
  if (first?.faults.length === 0) return first
  let suspects = first?.faults.map(({ read }) => read) ?? []
  let latest: Snapshot | undefined
  return quiet(
    async () => {
      const snapshot = latest ?? (await readSnapshot(api, list))
      const reads = first?.reads ?? drawReads(snapshot, world.discovery, settings)
      const judge = judgeFor(api, snapshot)
      const faultsAmong = async (some: readonly Read[]): Promise<readonly Fault[]> =>
        (await Promise.all(some.map(judge))).flatMap((fault) => fault ?? [])
      const same = await faultsAmong(suspects)
      const found = same.length > 0 ? same : await faultsAmong(reads)
      const faults = await Promise.all(oneOfEachKind(found).map((one) => plainestOf(snapshot, one, judge)))
      suspects = faults.map(({ read }) => read)
      return { snapshot, reads, faults }
    },
    ({ faults }) => faults.every(({ requirement }) => isViolated(requirement, list)),
    async () => {
      latest = await readSnapshot(api, list)
      return latest.answers
    },
  )
}

type Judge = (read: Read) => Promise<Fault | undefined>

/** Asks for a read of a list, and says what is wrong with its pages. Reads with equal queries are asked for once. */
function judgeFor(api: Actor, snapshot: Snapshot): Judge {
  const { list } = snapshot
  const asked = new Map<string, Promise<readonly PlacedPage[]>>()
  return async (read) => {
    const queries = queriesOf(read)
    const key = JSON.stringify(queries)
    const asking =
      asked.get(key) ??
      Promise.all(queries.map(async ({ query, offset }) => ({ offset, page: await api.list(list, query) })))
    asked.set(key, asking)
    const pages = await asking
    const problem = problemIn(snapshot, read, pages)
    return (
      problem && {
        ...problem,
        read,
        expected: `${problem.expected} (${inWords(read)})`,
        requirement: blamed(list, read, problem),
        also: pages.map(({ page }) => page).filter((page) => page !== problem.page),
      }
    )
  }
}

/**
 * The plainest fault of each kind: of one requirement, with the same filters. A filter that is wrong alone explains what is wrong
 * beside others.
 */
function oneOfEachKind(faults: readonly Fault[]): readonly Fault[] {
  const kinds = new Map<string, Fault>()
  const alone = new Set<string>()
  for (const fault of faults.toSorted((a, b) => partsOf(a.read) - partsOf(b.read))) {
    const { requirement, read, rule } = fault
    const names = read.filters.map(({ name }) => name)
    if (rule === 'rows') {
      if (partsOf(read) === 1) for (const name of names) alone.add(name)
      else if (names.some((name) => alone.has(name))) continue
    }
    const kind = [requirement, ...names.toSorted()].join(' ')
    if (!kinds.has(kind)) kinds.set(kind, fault)
  }
  return [...kinds.values()]
}

/** How many filters a read has; a place counts, too. */
function partsOf({ filters, place }: Read): number {
  return filters.length + Number(place !== '')
}

/**
 * The plainest form of a read in which something is wrong, too: its place alone, then each filter alone, then the window
 * and all of its filters without the place. So a filter that is ignored is blamed on itself, and not on those beside it.
 */
async function plainestOf(snapshot: Snapshot, whole: Fault, judge: Judge): Promise<Fault> {
  const { filters } = whole.read
  if (filters.length === 0 || (whole.rule === 'rows' && partsOf(whole.read) === 1)) return whole
  const some = [...filters.map((one) => [one]), filters.filter(isEndOfWindow), filters]
  const forms = [
    { ...whole.read, filters: [] },
    ...some.filter((one) => one.length > 0).map((one) => uncut(snapshot, one)),
  ]
  for (const form of forms) {
    // oxlint-disable-next-line no-await-in-loop -- the first that is wrong, too, ends it
    const fault = await judge(form)
    if (fault !== undefined) return fault
  }
  return whole
}

function isEndOfWindow({ name }: Chosen): boolean {
  return name === 'from' || name === 'to'
}

/** The requirement that a wrong read violates: that of its filter, of several together, of its page, or of reservations without a status. */
function blamed(list: ListKey, { filters, place }: Read, { rule }: Problem): string {
  const { combined, paged } = LIST_FACTS[list]
  const [first, ...others] = filters
  // The list that lacks the reservation was asked for with every status.
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

/** A case of some drawn reads of a list: what it requires of them, and which they are. */
export interface ReadsCase extends Pick<Terms, 'smoke'> {
  readonly title: string
  readonly rule: Requirement
  readonly includes: (read: Read) => boolean
  /** The items without which the reads would show nothing, in words. */
  readonly needed: string
}

/** Verifies a requirement on the drawn reads that it concerns. */
export function verifyReads(
  verify: Verify,
  list: ListKey,
  { title, rule, includes, needed, ...terms }: ReadsCase,
): void {
  verify(rule, title, terms, async (ctx) => {
    const shown = await shownReads(ctx, list)
    const { snapshot, reads, faults } = shown
    const own = reads.filter(includes)
    // Their answers are known by now: they are the evidence of this case, too.
    if (faults.length === 0 && ctx.store.isFirst)
      await Promise.all(own.flatMap(queriesOf).map(({ query }) => ctx.api.list(list, query)))
    expectLawful(ctx, shown, [rule.id])
    const kept = new Set(own.flatMap((read) => snapshot.rows.map(membershipIn(list, read))))
    if (!kept.has('in') || !kept.has('out')) ctx.inconclusive(`needs ${needed}`)
  })
}

/** Whether a read has a filter. */
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

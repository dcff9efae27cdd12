/** The drawn reads of a list, asked and judged once for all of its cases; and the cases of its filters. */
import type { Actor } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { byList } from '../../lib/engine/case/discovery.ts'
import { oncePerRun } from '../../lib/engine/case/run-store.ts'
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

type Reading = Pick<Context<never>, 'api' | 'quiet' | 'settings' | 'store' | 'world'>

/** What the drawn reads of a list have shown: asked and judged once for all of its cases. */
const SHOWN = byList((list) => oncePerRun((ctx: Reading): Promise<Shown> => judgeReads(ctx, list)))

/** What the drawn reads of a list have shown. */
export function shownReads(ctx: Reading, list: ListKey): Promise<Shown> {
  return SHOWN[list](ctx)
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

async function judgeReads({ api, quiet, settings, world }: Reading, list: ListKey): Promise<Shown> {
  // The reads that were wrong at the look before; none at the first one.
  let suspects: readonly Read[] = []
  return quiet(
    async () => {
      const snapshot = await readSnapshot(api, list)
      const reads = drawReads(snapshot, world.discovery, settings)
      const judge = judgeFor(api, snapshot)
      const faultsAmong = async (some: readonly Read[]): Promise<readonly Fault[]> =>
        (await Promise.all(some.map(judge))).flatMap((fault) => fault ?? [])
      const isFirst = suspects.length === 0
      const same = await faultsAmong(suspects)
      // Where one host of several is at fault, other reads may be wrong this time.
      const found = same.length > 0 ? same : await faultsAmong(reads)
      const telling = tellingOf(found)
      suspects = telling.map(({ read }) => read)
      if (isFirst) return { snapshot, reads, faults: telling }
      // The list did not change meanwhile: now the requests to find the parameter at fault are well spent.
      const faults = await Promise.all(telling.map((fault) => plainestOf(snapshot, fault, judge)))
      return { snapshot, reads, faults }
    },
    ({ faults }) => faults.length === 0,
    async () => (await readSnapshot(api, list)).answers,
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

/** Of wrong reads those that tell most, fewest filters first: what one of them shows is not asked about again. */
function tellingOf(faults: readonly Fault[]): readonly Fault[] {
  const telling: Fault[] = []
  for (const fault of faults.toSorted((a, b) => a.read.filters.length - b.read.filters.length))
    if (!telling.some((plainer) => isShownBy(fault, plainer))) telling.push(fault)
  return telling
}

/** Whether a plainer read shows what is wrong with another one: the same of its page, or the same filters among others. */
function isShownBy(fault: Fault, plainer: Fault): boolean {
  if (fault.rule !== plainer.rule) return false
  if (fault.rule !== 'rows') return fault.requirement === plainer.requirement
  const names = fault.read.filters.filter(isSent).map(({ name }) => name)
  const known = plainer.read.filters.filter(isSent)
  return known.length > 0 && known.every(({ name }) => names.includes(name))
}

/**
 * The plainest form of a read in which something is wrong, too: its place alone, then each filter alone, then the window
 * and all of its filters without the place. So a filter that is ignored is blamed on itself, and not on those beside it.
 */
async function plainestOf(snapshot: Snapshot, whole: Fault, judge: Judge): Promise<Fault> {
  const { filters } = whole.read
  const some = [...filters.map((one) => [one]), filters.filter(isEndOfWindow), filters]
  const forms = [
    { ...whole.read, filters: [] },
    ...some.filter((one) => one.length > 0).map((one) => uncut(snapshot, one)),
  ]
  for (const form of forms) {
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
    if (faults.length === 0)
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

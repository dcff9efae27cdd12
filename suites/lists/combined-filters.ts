import type { ListKey } from '../../lib/spec/operations.ts'
import type { Context, Verify } from '../../lib/harness/context.ts'
import { expectExactItems, reference } from './filtering.ts'
import { expectSameOnLaterPages } from './paging.ts'
import { Slot } from '../../lib/harness/run-store.ts'
import type { Query } from '../../lib/harness/actor.ts'
import { ofListedChatbots } from './filter-values.ts'
import type { Need } from '../../lib/harness/needs.ts'
import { FILTERS, isPlain, isShownUnnamed, type Membership } from './filter-table.ts'
import { given, instant, type JsonObject } from '../../lib/util/values.ts'

/** What differs from list to list in the cases on combined filters. */
interface Combined {
  readonly requirements: { readonly whole: string; readonly paged: string }
  readonly costs: { readonly whole: number; readonly paged: number }
  /** The plural of the resource. */
  readonly items: string
}

/** Combined filters all apply, on the first page and on later ones. Part 4. */
export function combinedFilters(
  verify: Verify,
  list: ListKey,
  { requirements, costs, items }: Combined,
): void {
  verify(
    requirements.whole,
    'filters that are given together all apply',
    { cost: costs.whole, smoke: true },
    async (ctx) => {
      const { whole } = await combinedQueries(ctx, list)

      await expectExactItems(ctx, list, whole, `${items} that differ in two filters`)
    },
  )

  verify(requirements.paged, 'filters hold on every page', { cost: costs.paged }, async (ctx) => {
    const { paged } = await combinedQueries(ctx, list)

    await expectSameOnLaterPages(ctx, list, paged)
  })
}

/** The most combinations that a run sends to each list. */
const MOST = 4

/** Queries for one list. */
interface Together {
  /** Combined filters: does one get lost beside another? */
  readonly whole: readonly Query[]
  /** Later pages: does one get lost there? Taken from the others, so that their first pages are known. */
  readonly paged: readonly Query[]
}

const TOGETHER = new Slot<Together>('combined filters')

/** The combinations of filters that reveal most with the present items. */
export async function combinedQueries<N extends Need>(
  tools: Pick<Context<N>, 'api' | 'store'>,
  list: ListKey,
): Promise<Together> {
  const known = await reference(tools, list)
  const items = await ofListedChatbots(tools, known.items)
  return tools.store.once(TOGETHER, `${list} ${known.exchange.id}`, () => {
    const candidates = candidatesOf(list, items)
    const first = combinations(candidates, MOST)
    return {
      whole: first.map(({ query }) => query),
      paged: pagedCombinations(list, candidates, first).map(({ query }) => query),
    }
  })
}

/** Combined filters with values of known items. */
export interface Combination {
  readonly query: Query
  /** The filters that would be missed if they were lost: some item passes all others and fails this one. */
  readonly shows: readonly string[]
}

/** The items that values are taken from: enough to find good combinations, few enough to be quick. */
const SAMPLE = 8

const BOUNDS = new Set(['since', 'from', 'to'])
/** Bounds that are stated to include or exclude the item on them. */
const EDGES = new Set(['from', 'to'])

/**
 * Combinations of two or more filters, chosen so that the loss of any one shows wherever the items allow it.
 * Greedy: each further combination covers the most pairs "this filter is lost beside that one" or "this bound shifts
 * beside that filter" not yet covered.
 */
export function combinations(candidates: readonly Candidate[], most: number): Combination[] {
  const several = candidates.filter(({ tests }) => tests.length > 1)
  return covering(several, pairsOf, most).map(combinationOf)
}

/** The pairs that a candidate covers: one filter lost, or its bound shifted, beside another. */
function pairsOf({ tests, shows, edges }: Candidate): readonly string[] {
  const beside = (one: string): string[] => tests.filter(({ name }) => name !== one).map(({ name }) => name)
  return [
    ...shows.flatMap((lost) => beside(lost).map((name) => `${lost} ${name}`)),
    ...edges.flatMap((bound) => beside(bound).map((name) => `bound of ${bound} ${name}`)),
  ]
}

/**
 * Combinations, or single filters where those do not suffice, that show for each filter whether a later page loses
 * it.
 */
export function pagedCombinations(
  list: ListKey,
  candidates: readonly Candidate[],
  first: readonly Combination[],
): Combination[] {
  const lasting = candidates.filter(({ isLong }) => isLong)
  const known = new Set(first.map(({ query }) => keyOf(query)))
  const asked = lasting.filter((one) => known.has(keyOf(combinationOf(one).query)))
  const filters = ({ shows }: Candidate): readonly string[] => shows
  const chosen = covering(asked, filters, asked.length)
  const covered = new Set(chosen.flatMap(filters))
  const rest = covering(
    lasting,
    (one) => filters(one).filter((name) => !covered.has(name)),
    Object.keys(FILTERS[list]).length,
  )
  return [...chosen, ...rest].map(combinationOf)
}

/** One filter with one value, and what it means for each item, by the item's position. */
interface Test {
  readonly name: string
  readonly value: string
  readonly memberships: readonly Membership[]
  /** Whether the item is on its bound, where the side that it belongs to is stated. */
  readonly onBound: readonly boolean[]
}

export interface Candidate {
  readonly tests: readonly Test[]
  readonly shows: readonly string[]
  /** The bounds with an item on them that all other filters keep. */
  readonly edges: readonly string[]
  /** Whether it keeps two items, and so has a second page. */
  readonly isLong: boolean
}

function combinationOf({ tests, shows }: Candidate): Combination {
  return { query: Object.fromEntries(tests.map(({ name, value }) => [name, value])), shows }
}

function keyOf(query: Query): string {
  return JSON.stringify(Object.entries(query))
}

/** Picks the candidates that together cover most, each adding to those before it. */
function covering(
  candidates: readonly Candidate[],
  covers: (candidate: Candidate) => readonly string[],
  most: number,
): Candidate[] {
  const open = candidates.map((candidate) => ({ candidate, covered: covers(candidate) }))
  const known = new Set<string>()
  const chosen: Candidate[] = []
  while (chosen.length < most) {
    let [best, gain]: [(typeof open)[number] | undefined, number] = [undefined, 0]
    for (const one of open) {
      const own = one.covered.filter((what) => !known.has(what)).length
      if (own > gain) [best, gain] = [one, own]
    }
    if (best === undefined) break
    chosen.push(best.candidate)
    for (const what of best.covered) known.add(what)
  }
  return chosen
}

/** All subsets of filters with values of known items; among equivalent ones, the first that keeps two items. */
export function candidatesOf(list: ListKey, items: readonly JsonObject[]): readonly Candidate[] {
  const found = new Map<string, Candidate>()
  const shown = items.map((item) => isShownUnnamed(list, item))
  for (const tests of queriesOf(list, items)) {
    const candidate = judged(tests, shown)
    if (candidate === undefined) continue
    const key = [tests.map(({ name }) => name), candidate.shows, candidate.edges].join(' ')
    const known = found.get(key)
    if (known === undefined || (!known.isLong && candidate.isLong)) found.set(key, candidate)
  }
  return [...found.values()]
}

/**
 * What a combination would show. Undefined if it keeps no item.
 * @param shown whether each item is listed without a status filter
 */
function judged(tests: readonly Test[], shown: readonly boolean[]): Candidate | undefined {
  const namesStatus = tests.some(({ name }) => name === 'status')
  const shows = new Set<Test>()
  const edges = new Set<Test>()
  let kept = 0
  for (const [index, isShown] of shown.entries()) {
    if (!isShown && !namesStatus) continue
    const failing = failingAlone(tests, index)
    if (failing === 'several') continue
    if (failing === 'none') kept += 1
    for (const test of failing === 'none' ? tests : [failing]) {
      // Without the status filter, the list hides the item whatever the others keep.
      if (test.name === 'status' && !isShown) continue
      if (test.memberships[index] === 'out') shows.add(test)
      if (test.onBound[index] === true) edges.add(test)
    }
  }
  if (kept === 0) return undefined
  const namesOf = (some: ReadonlySet<Test>): readonly string[] =>
    tests.filter((test) => some.has(test)).map(({ name }) => name)
  return { tests, shows: namesOf(shows), edges: namesOf(edges), isLong: kept > 1 }
}

/** The one filter that does not keep an item while all others do. */
function failingAlone(tests: readonly Test[], index: number): Test | 'none' | 'several' {
  let failing: Test | 'none' = 'none'
  for (const test of tests) {
    if (test.memberships[index] === 'in') continue
    if (failing !== 'none') return 'several'
    failing = test
  }
  return failing
}

function* queriesOf(list: ListKey, items: readonly JsonObject[]): Generator<readonly Test[]> {
  const names = Object.keys(FILTERS[list])
  const known = new Map<string, Test>()
  const testOf = (name: string, value: string): Test => {
    const test = known.get(`${name}=${value}`) ?? measured(list, items, name, value)
    known.set(`${name}=${value}`, test)
    return test
  }
  const bounds = new Map(
    names.filter((name) => BOUNDS.has(name)).map((name) => [name, boundsOf(list, items, name)]),
  )
  const step = Math.max(1, Math.floor(items.length / SAMPLE))
  const seen = new Set<string>()
  for (let index = 0; index < items.length && index / step < SAMPLE; index += step) {
    const choices = names.map((name): readonly Test[] => {
      const field = FILTERS[list][name]?.field ?? name
      const own = [items[index]?.[field]].filter(given).map(String)
      const values = bounds.get(name)?.concat(edgesOf(list, items, index, name)) ?? own
      return [...new Set(values)]
        .filter((value) => isPlain(list, name, value))
        .map((value) => testOf(name, value))
        .filter(({ memberships }) => memberships[index] === 'in')
    })
    const key = choices.map((some) => some.map(({ value }) => value).join()).join(' ')
    if (seen.has(key)) continue
    seen.add(key)
    yield* selections(choices)
  }
}

/** Every selection of at most one option from each choice, and at least one in all. */
function selections(choices: readonly (readonly Test[])[]): (readonly Test[])[] {
  const all = choices.reduce<(readonly Test[])[]>(
    (some, choice) => [...some, ...choice.flatMap((test) => some.map((tests) => [...tests, test]))],
    [[]],
  )
  return all.slice(1)
}

function measured(list: ListKey, items: readonly JsonObject[], name: string, value: string): Test {
  const filter = FILTERS[list][name]
  const membership = filter?.test(value) ?? ((): Membership => 'open')
  const field = filter?.field ?? name
  return {
    name,
    value,
    memberships: items.map(membership),
    onBound: items.map((item) => EDGES.has(name) && item[field] === value),
  }
}

/**
 * Values of a bound with an item on it: the item's own time if the bound is inclusive, otherwise that of the next
 * item of its chatbot.
 */
function edgesOf(list: ListKey, items: readonly JsonObject[], index: number, name: string): string[] {
  if (!EDGES.has(name)) return []
  const field = FILTERS[list][name]?.field ?? name
  const [item, own] = [items[index], String(items[index]?.[field])]
  if (name === 'from') return [own]
  const later = items.filter((other) => other['chatbot_id'] === item?.['chatbot_id'])
  return later
    .map((other) => String(other[field]))
    .filter((at) => at > own)
    .sort()
    .slice(0, 1)
}

/** Two bounds that each exclude a third of the items, in the form of the specification. */
function boundsOf(list: ListKey, items: readonly JsonObject[], name: string): string[] {
  const field = FILTERS[list][name]?.field ?? name
  const instants = items.flatMap((item) => instant(item[field]) ?? []).sort((a, b) => a - b)
  const at = [1 / 3, 2 / 3].flatMap((fraction) => instants[Math.floor(instants.length * fraction)] ?? [])
  return [...new Set(at)].map((ms) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z'))
}

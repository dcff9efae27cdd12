import type { ListKey } from '../catalogue/index.ts'
import { FILTERS } from '../oracles/filters.ts'
import { given, instant, type Row } from '../oracles/values.ts'
import type { Query } from './actor.ts'

const BOUNDS = new Set(['since', 'from', 'to'])

/** Rows that values are taken from: enough to find telling combinations, few enough to be quick. */
const SAMPLE = 10

/**
 * Combinations of filters, chosen so that leaving one out would show: for each filter of a query there is a row that passes all the
 * others and not that one. Greedy: each further query covers the most pairs of filters that are not covered yet.
 * @param fields which field of a row gives a value for which filter
 */
export function combinations(
  list: ListKey,
  rows: readonly Row[],
  fields: Readonly<Record<string, string>>,
  most: number,
): Query[] {
  const candidates = queries(rows, fields)
    .filter((query) => rows.some((row) => passes(list, row, query)))
    .map((query) => ({ query, pairs: coveredPairs(list, query, rows) }))
  const covered = new Set<string>()
  const chosen: Query[] = []
  while (chosen.length < most) {
    const gain = ({ pairs }: (typeof candidates)[number]): number =>
      pairs.filter((pair) => !covered.has(pair)).length
    const best = candidates.reduce<(typeof candidates)[number] | undefined>(
      (top, next) => (gain(next) > (top === undefined ? 0 : gain(top)) ? next : top),
      undefined,
    )
    if (best === undefined) break
    chosen.push(best.query)
    for (const pair of best.pairs) covered.add(pair)
  }
  return chosen
}

/** Every pair and every three of the filters, with values that one row has. */
function queries(rows: readonly Row[], fields: Readonly<Record<string, string>>): Query[] {
  const names = Object.keys(fields)
  const step = Math.max(1, Math.floor(rows.length / SAMPLE))
  const sample = rows.filter((_, index) => index % step === 0).slice(0, SAMPLE)
  return subsets(names).flatMap((some) =>
    sample.flatMap((row) => {
      const entries = some.map((name) => [name, valueFor(name, row[fields[name] ?? name])] as const)
      return entries.every(([, value]) => given(value))
        ? [Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))]
        : []
    }),
  )
}

/** A value as a filter takes it; a bound in time in the form of the specification, however the row writes it. */
function valueFor(name: string, value: unknown): unknown {
  if (!BOUNDS.has(name)) return value
  const at = instant(value)
  return at === undefined ? undefined : new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
}

function subsets(names: readonly string[]): string[][] {
  const pairs = names.flatMap((a, i) => names.slice(i + 1).map((b) => [a, b]))
  const threes = pairs.flatMap(([a = '', b = '']) => names.slice(names.indexOf(b) + 1).map((c) => [a, b, c]))
  return [...pairs, ...threes]
}

function passes(list: ListKey, row: Row, query: Query): boolean {
  return Object.entries(query).every(
    ([name, value]) => FILTERS[list][name]?.test(row, String(value)) === 'in',
  )
}

/** The pairs `f beside g` that a query tests: a row fails f alone, so that it shows up where f is left out. */
function coveredPairs(list: ListKey, query: Query, rows: readonly Row[]): string[] {
  const names = Object.keys(query)
  const membership = (row: Row, name: string): string =>
    FILTERS[list][name]?.test(row, String(query[name])) ?? 'open'
  return names.flatMap((name) => {
    const others = names.filter((other) => other !== name)
    const witness = rows.some(
      (row) => membership(row, name) === 'out' && others.every((other) => membership(row, other) === 'in'),
    )
    return witness ? others.map((other) => `${name} beside ${other}`) : []
  })
}

import type { Verify } from '../../lib/harness/suite.ts'
import { distinct } from '../../lib/harness/items.ts'
import type { ListKey } from '../../lib/spec/operations.ts'
import { quote } from '../../lib/util/values.ts'
import { FILTERS } from './filters.ts'
import { cheaperSide } from './sides.ts'

/** A value that no item has, and that a filter may mistake for others. */
interface OddValue {
  readonly what: string
  /** Made from the values that items have, the most frequent first; undefined if none can be made. */
  readonly make: (known: readonly string[]) => string | undefined
  /** Only in the full profile. */
  readonly deep?: true
}

/** What pattern matching, query languages and careless conversions make of a text. */
const ODD_VALUES: readonly OddValue[] = [
  {
    what: 'part of a known value',
    make: (values) => absent(values, (value) => [value.slice(0, -1).trim(), value.slice(1).trim()]),
  },
  { what: 'the SQL LIKE wildcard', make: () => '%' },
  { what: 'the word null', make: () => 'null', deep: true },
  { what: 'one wildcard per character', make: ([first]) => first && '_'.repeat(first.length), deep: true },
  {
    what: 'end of a known value',
    make: (values) => absent(values, (value) => [value.slice(1).trim()]),
    deep: true,
  },
  { what: 'a search-engine wildcard', make: () => '*', deep: true },
  { what: 'the word undefined', make: () => 'undefined', deep: true },
  { what: 'not a number', make: () => 'NaN', deep: true },
  { what: 'a number', make: () => '0', deep: true },
  { what: 'a number beyond 53 bits', make: () => '9007199254740993', deep: true },
]

/** A text made from a known value that is not a known value itself, in any letter case. */
function absent(values: readonly string[], make: (value: string) => readonly string[]): string | undefined {
  const taken = new Set(values.map((value) => value.toLowerCase()))
  return values.flatMap(make).find((text) => text.length > 1 && !taken.has(text.toLowerCase()))
}

/** A filter never selects an item that plain comparison would not: a value that no item has selects none, or is refused. */
export function oddValues(verify: Verify, list: ListKey): void {
  const texts = Object.entries(FILTERS[list]).filter(([, { kind }]) => kind.anyText)
  const [first, ...others] = texts.map(([, { requirement }]) => requirement)
  if (first === undefined) return
  for (const { title, deep } of [
    { title: 'returns no items for a filter value that no item has', deep: false },
    { title: 'returns no items for more filter values that no item has', deep: true },
  ]) {
    const odd = ODD_VALUES.filter((value) => (value.deep ?? false) === deep)
    const stimuli = texts.flatMap(([name, filter]) => odd.map((value) => ({ name, ...filter, ...value })))
    verify([first, ...others], title, { cost: stimuli.length, deep }, async (ctx) => {
      const { actor, workspace } = cheaperSide(ctx, list)
      await ctx.each(stimuli, async ({ name, field, kind, requirement, what, make }) => {
        const value = make(distinct(workspace.lists[list].items, field))
        if (value === undefined) return
        const keeps = kind.keeps(value)
        const page = (await actor.fullPage(list, { [name]: value })).arrived()
        const strange = page.items.find((item) => keeps(item[field]) === 'out')
        ctx
          .expect(page)
          .toSatisfy(
            page.isRefusal || (page.status === 200 && strange === undefined),
            `no item, or a refusal: no item has the ${name} ${quote(value)} (${what})`,
            () => (strange === undefined ? `status ${page.status}` : `item ${quote(strange['id'])}`),
            { requirement, pointer: strange && '/data' },
          )
      })
    })
  }
}

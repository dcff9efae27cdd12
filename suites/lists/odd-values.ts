import type { Verify } from '../../lib/harness/context.ts'
import { distinct } from '../../lib/harness/discovery.ts'
import type { ListKey } from '../../lib/spec/operations.ts'
import { quote } from '../../lib/util/values.ts'
import { FILTERS } from './filters.ts'
import { cheaperSide } from './sides.ts'

/** Makes a value from those that items have, the most frequent first; undefined if none can be made. */
type Make = (known: readonly string[]) => string | undefined

/**
 * Values that no item has, and that a filter may mistake for others: what pattern matching, query languages and
 * careless conversions make of a text. A standard run tries the first on each filter, and the second or the third in turn.
 */
const ODD_VALUES: Readonly<Record<string, Make>> = {
  'part of a known value': (values) =>
    absent(values, (value) => [value.slice(0, -1).trim(), value.slice(1).trim()]),
  'the SQL LIKE wildcard': () => '%',
  'the word null': () => 'null',
  'one wildcard per character': ([first]) => first && '_'.repeat(first.length),
  'end of a known value': (values) => absent(values, (value) => [value.slice(1).trim()]),
  'a search-engine wildcard': () => '*',
  'the word undefined': () => 'undefined',
  'not a number': () => 'NaN',
  'a number': () => '0',
  'a number beyond 53 bits': () => '9007199254740993',
}

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
  for (const [title, deep] of [
    ['returns no items for a filter value that no item has', false],
    ['returns no items for more filter values that no item has', true],
  ] as const) {
    const stimuli = texts.flatMap(([name, filter], place) =>
      Object.entries(ODD_VALUES)
        .filter((_, value) => (value === 0 || value === 1 + (place % 2)) !== deep)
        .map(([what, make]) => ({ name, filter, what, make })),
    )
    verify([first, ...others], title, { cost: 0, costAlone: stimuli.length, deep }, async (ctx) => {
      const { actor, workspace } = cheaperSide(ctx, list)
      await ctx.each(stimuli, async ({ name, filter: { field, kind, requirement }, what, make }) => {
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

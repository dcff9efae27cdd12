/** Makes a value from those that items have, the most frequent first; undefined if none can be made. */
type Make = (known: readonly string[]) => string | undefined

/**
 * Values that no item has, and that a filter may mistake for others: what pattern matching, query languages and
 * careless conversions make of a text. The likeliest first: what a standard run takes, see {@link isTaken}.
 */
export const ODD_VALUES: Readonly<Record<string, Make>> = {
  'part of a known value': (known) =>
    absent(known, (value) => [value.slice(0, -1).trim(), value.slice(1).trim()]),
  'the SQL LIKE wildcard': () => '%',
  'the word null': () => 'null',
  'one wildcard per character': ([first]) => first && '_'.repeat(first.length),
  'end of a known value': (known) => absent(known, (value) => [value.slice(1).trim()]),
  'a search-engine wildcard': () => '*',
  'the word undefined': () => 'undefined',
  'not a number': () => 'NaN',
  'a number': () => '0',
  'a number beyond 53 bits': () => '9007199254740993',
}

/** Whether a standard run tries a value on a filter: the first one on all, the second and the third in turn. */
export function isTaken(value: number, filter: number): boolean {
  return value === 0 || (value <= 2 && value % 2 === filter % 2)
}

/** A text made from a known value that is not a known value itself, in any letter case. */
function absent(known: readonly string[], make: (value: string) => readonly string[]): string | undefined {
  const taken = new Set(known.map((value) => value.toLowerCase()))
  return known.flatMap(make).find((text) => text.length > 1 && !taken.has(text.toLowerCase()))
}

import { secretForms } from './scrub-forms.ts'

export interface Secret {
  /** What stands in its place: `$NAME`. */
  readonly name: string
  readonly value: string
}

export interface Scrubber {
  readonly text: (text: string) => string
  /** A copy in which every string and every property name is scrubbed; other values as they are. */
  readonly deep: <T>(value: T) => T
}

/**
 * The one door through which text leaves the process. It replaces each secret by value: raw, in Base64 at any
 * alignment, URL-, JSON- and HTML-escaped and in hex, with `$NAME`; and what gives nearly all of it away (cut
 * short, with another ending, in another letter case) with `$NAME(altered)`. The short beginning that
 * `key_prefix` shows stays.
 */
export function createScrubber(secrets: readonly Secret[]): Scrubber {
  // The longest first: one secret may begin with another.
  const known = secrets.filter(({ value }) => value !== '').sort((a, b) => b.value.length - a.value.length)
  if (known.length === 0) return { text: (text) => text, deep: (value) => value }

  const forms = known.map(({ name, value }) => ({ name, ...secretForms(value) }))
  const placeholders = forms.flatMap(({ name }) => [`$${name}`, `$${name}(altered)`])
  const groups = [...forms.map(({ whole }) => group(whole)), ...forms.map(({ most }) => group(most))]
  const order = [...forms.map((_, i) => 2 * i), ...forms.map((_, i) => 2 * i + 1)]
  const pattern = new RegExp(groups.join('|'), 'gi')
  const values = known.map(({ value }) => value)

  const replacement = (match: string, ...captured: unknown[]): string => {
    const at = captured.findIndex((part) => part !== undefined)
    const index = order[at] ?? 0
    const value = values[index >> 1] ?? ''
    const otherCase =
      match.length === value.length && match !== value && match.toLowerCase() === value.toLowerCase()
    return placeholders[otherCase ? index | 1 : index] ?? ''
  }
  const text = (input: string): string => input.replace(pattern, replacement)
  return { text, deep: (value) => scrubbed(value, text) }
}

function group(alternatives: readonly string[]): string {
  return alternatives.length === 0 ? '((?!))' : `(${alternatives.join('|')})`
}

function scrubbed<T>(value: T, text: (input: string) => string): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the copy has the shape of the value
  return copied(value, text) as T
}

/** Plain data is copied; objects of a class are no data, and stay as they are. */
function copied(value: unknown, text: (input: string) => string): unknown {
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return value.map((item) => copied(item, text))
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value
  // fromEntries defines properties, so that a name such as __proto__ stays data.
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [text(name), copied(item, text)]))
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

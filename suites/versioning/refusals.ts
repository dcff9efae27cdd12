/** Refusals of a served description in words, and those that contradict nothing. */
import { own, pointerTo, tokensOf } from '../../lib/engine/contract/json.ts'
import type { Acceptance, ServedRefusal } from '../../lib/engine/contract/served/acceptance.ts'
import { count } from '../../lib/engine/util/text.ts'
import { isObject, quote } from '../../lib/engine/util/values.ts'

/**
 * The noun for the units that a keyword counts, and the distance of the first refused number from the bound.
 */
const BEYOND: Readonly<Record<string, readonly [step: number, unit: string]>> = {
  maxLength: [1, 'character'],
  minLength: [-1, 'character'],
  maxItems: [1, 'item'],
  minItems: [-1, 'item'],
  maximum: [1, ''],
  minimum: [-1, ''],
  exclusiveMaximum: [0, ''],
  exclusiveMinimum: [0, ''],
}

/**
 * A refusal as a continuation of "the description": `refuses a status of 33 characters`, `refuses null for
 * tags`, `requires chatbotId`.
 * @param name - the field or parameter
 * @param shown - words for a value to which no bound applies; absent: the field with its value
 */
export function refusalInWords(
  name: string,
  { keyword, limit }: Pick<ServedRefusal, 'keyword' | 'limit'>,
  value: unknown,
  shown = name === '' ? 'the whole answer' : `the \`${name}\` ${quote(value, 60)}`,
): string {
  const [step, unit = ''] = BEYOND[keyword] ?? []
  if (keyword === 'required') return `requires \`${name}\``
  if (keyword === 'unknown') return `has no \`${name}\``
  if (value === null) return `refuses null for \`${name}\``
  if (limit !== undefined && step !== undefined) {
    const article = /^[aeiou]/.test(name) ? 'an ' : 'a '
    const amount = unit === '' ? String(limit + step) : count(limit + step, unit)
    return `refuses ${unit === 'item' ? '' : article}\`${name}\` of ${amount}`
  }
  return `refuses ${shown}`
}

/** Whether a field is required or not described: one schema may say so of several fields, each a contradiction. */
export const isOfField = ({ keyword }: ServedRefusal): boolean =>
  keyword === 'required' || keyword === 'unknown'

/** Whether a value is refused because it lacks a field that only answers have, or only bodies. */
export function isOnly(side: 'readOnly' | 'writeOnly', { keyword, pointer, by }: ServedRefusal): boolean {
  const [name = ''] = tokensOf(pointer).slice(-1)
  return keyword === 'required' && own(own(own(by, 'properties'), name), side) === true
}

/** A field by its pointer into a body: `email` for `/data/3/email`, `messages[].role` for `/data/messages/0/role`. */
export function fieldAt(pointer: string): string {
  const names = tokensOf(pointer).map((name) => (/^\d+$/.test(name) ? '[]' : name))
  const within = names[0] === 'data' && names.length > 1 ? names.slice(names[1] === '[]' ? 2 : 1) : names
  return within.join('.').replaceAll('.[]', '[]')
}

/** A value that no field of this API has: a schema that accepts it accepts everything. */
const NOTHING_LIKE_IT = [[0]]

/**
 * Whether a description of an object states which of its fields may be null. Many generators never do, and
 * then a missing null means nothing.
 * @param pointer - the object within the value
 */
export function statesNull(
  { refusals }: Acceptance,
  schema: unknown,
  value: unknown,
  pointer: string,
  names: readonly string[],
): boolean {
  const accepts = (name: string, probe: unknown): boolean => {
    const place = pointerTo(pointer, name)
    const found = refusals(schema, withMember(value, tokensOf(place), probe))
    return !found.some((one) => `${one.pointer}/`.startsWith(`${place}/`))
  }
  return names.some((name) => accepts(name, null) && !accepts(name, NOTHING_LIKE_IT))
}

/** A copy of a value with the member at a path set. */
export function withMember(value: unknown, [key, ...deeper]: readonly string[], member: unknown): unknown {
  if (key === undefined) return member
  const inside = withMember(own(value, key), deeper, member)
  if (Array.isArray(value)) return value.with(Number(key), inside)
  return { ...(isObject(value) ? value : {}), [key]: inside }
}

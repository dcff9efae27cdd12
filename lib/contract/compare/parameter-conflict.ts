import type { Conflict } from './conflicts.ts'
import { formatConflict, listed, rangeConflict } from './conflicts.ts'
import type { Facets, JsonType, Shape } from './shape.ts'
import { typeNames } from './shape.ts'

/**
 * Compares a parameter. On the wire every value is text, so a description is wrong only where the contract's type is
 * not among those it allows. Which values a text filter understands is open (part 4), so an enumeration of them is not
 * compared, and a nullable parameter says no more than an optional one.
 * @param list whether the specification wants a comma-separated list: an enumeration of single values would allow one of them alone
 */
export function parameterConflict(wanted: Shape, stated: Shape, list = false): Conflict | undefined {
  // A parameter of the contract has exactly one type.
  const [only] = wanted.types
  if (only === undefined || !stated.typeStated) return undefined
  const [type, facets] = only
  const other = stated.types.get(type) ?? spelled(type, stated)
  if (other === undefined || (facets.integer === true && other.integer !== true))
    return { expected: typeNames(wanted), received: typeNames(stated) }
  if (type === 'number' && other.values !== undefined)
    return { expected: 'every integer within the bounds', received: `one of ${listed(other.values)}` }
  if (list && !stated.types.has('array') && other.values?.every((value) => !String(value).includes(',')))
    return { expected: 'a comma-separated list', received: `one of ${listed(other.values)}` }
  return rangeConflict('request', type, facets, other) ?? formatConflict(facets, other)
}

/** Another type that reads the same in a query: `true` and `false` as texts, a comma-separated list as an array of texts. */
function spelled(type: JsonType, stated: Shape): Facets | undefined {
  const text = stated.types.get('string')
  const literals = text?.values ?? []
  if (type === 'boolean' && literals.includes('true') && literals.includes('false')) return {}
  return type === 'string' && stated.types.has('array') ? {} : undefined
}

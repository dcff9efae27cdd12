const MAX_LENGTH = 80

/** The JSON type of a value, in words; `integer` for a whole number. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

/**
 * A JSON value on one line of at most 80 characters. Arrays and objects are summed up, not written out: a hostile
 * body may be nested deeper than JSON.stringify survives.
 */
export function shortValue(value: unknown): string {
  if (Array.isArray(value)) return `with ${value.length} ${value.length === 1 ? 'item' : 'items'}`
  if (typeof value === 'object' && value !== null) return cut(withFields(Object.keys(value)))
  return cut(typeof value === 'string' ? JSON.stringify(value.slice(0, MAX_LENGTH + 1)) : String(value))
}

function withFields(names: readonly string[]): string {
  return names.length === 0
    ? 'without fields'
    : `with the fields ${names.slice(0, 8).join(', ').slice(0, 200)}`
}

function cut(text: string): string {
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH - 1)}…`
}

import { capChars, count } from '../util/text.ts'
import { isObject, type JsonObject } from '../util/values.ts'

/**
 * The own member `key` of a JSON object or array; undefined if there is none. Never reads a prototype: a foreign
 * document may hold `__proto__` and `constructor`.
 */
export function own(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  const member: unknown = Reflect.get(value, key)
  return member
}

/** A JSON object, or an empty one for any other value. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** The own members of a JSON object; none for any other value. */
export function entries(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : []
}

/** The strings in a JSON array; none for any other value. */
export function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/** A JSON pointer (RFC 6901) one step deeper. */
export function pointerTo(parent: string, ...keys: readonly string[]): string {
  return parent + keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** The member names and positions of a JSON pointer. */
export function tokensOf(pointer: string): string[] {
  const [, ...tokens] = pointer.split('/')
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** A JSON pointer with `*` for each array position: the same for every item of a page. */
export function anyPosition(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')
}

/** The value at a JSON pointer; undefined if there is none. */
export function atPointer(root: unknown, pointer: string): unknown {
  if (pointer !== '' && !pointer.startsWith('/')) return undefined
  return tokensOf(pointer).reduce(own, root)
}

const MAX_LENGTH = 80

/** The JSON type of a value, in words; `integer` for a whole number. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

/**
 * A JSON value on one line of at most 80 characters. Arrays and objects are summarised: a hostile body may be nested
 * too deeply for JSON.stringify.
 */
export function shortValue(value: unknown): string {
  if (Array.isArray(value)) return `with ${count(value.length, 'item')}`
  if (typeof value === 'object' && value !== null) {
    const names = Object.keys(value).join(', ')
    return capChars(names === '' ? 'without fields' : `with the fields ${names}`, MAX_LENGTH)
  }
  const text = typeof value === 'string' ? JSON.stringify(value.slice(0, MAX_LENGTH + 1)) : String(value)
  return capChars(text, MAX_LENGTH)
}

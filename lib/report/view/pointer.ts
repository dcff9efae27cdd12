import { MOST_LISTED } from '../../util/bounds.ts'
import { isObject } from '../../util/values.ts'

/** The member names and positions of a JSON pointer. */
export function tokensOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/**
 * What stands where a member is missing: `no total; present: limit, offset, has_more`. Undefined if the pointer leads to a
 * value, or past what is there.
 */
export function missingMember(pointer: string, value: unknown): string | undefined {
  let at = value
  for (const name of tokensOf(pointer)) {
    if (Array.isArray(at) && Number(name) < at.length) at = at[Number(name)]
    else if (!isObject(at) || /^\d+$/.test(name)) return undefined
    else if (Object.hasOwn(at, name)) at = at[name]
    else return `no \`${name}\`; ${membersOf(at)}`
  }
  return undefined
}

function membersOf(value: object): string {
  const names = Object.keys(value)
  if (names.length === 0) return 'the object is empty'
  const rest = names.length > MOST_LISTED ? ` and ${names.length - MOST_LISTED} more` : ''
  return `present: ${names.slice(0, MOST_LISTED).join(', ')}${rest}`
}

/** The value of a JSON text; undefined where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

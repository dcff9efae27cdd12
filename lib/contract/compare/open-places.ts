import type { Place } from './context.ts'

/**
 * Whether the specification leaves null open at a place. In PATCH a null beside a valid field is neither allowed nor
 * refused by part 4, so a description may allow it.
 */
export function nullIsOpen({ base, path }: Place): boolean {
  return base === 'PATCH /conversations/{id} body' && path !== ''
}

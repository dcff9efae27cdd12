import type { Place } from './context.ts'

/**
 * Whether the specification leaves null open at a place. In PATCH a null beside a valid field is neither allowed nor
 * refused by part 4, so a description may allow it.
 */
export function nullIsOpen({ base, path }: Place): boolean {
  return base === 'PATCH /conversations/{id} body' && path !== ''
}

/** Whether the description of one answer may leave out an error code: which of them a status carries is open, but for that of 401. */
export function codeIsOpen({ base }: Place, code: unknown): boolean {
  return code !== 'unauthorized' || !base.endsWith(' 401')
}

/** Fields that the specification says an answer does not have. Others may be added freely. */
export function excludedFields({ base, path }: Place): readonly string[] {
  if (base === 'GET /knowledge/sources 200' && path === '') return ['pagination']
  return base === 'GET /conversations 200' && path === 'data[]' ? ['messages'] : []
}

/** Whether a parameter holds several values, with commas between them. */
export function isList({ base }: Place): boolean {
  return base === 'GET /reservations query status'
}

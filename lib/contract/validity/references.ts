import { atPointer, own } from '../json.ts'

/** What a value refers to inside of the document, or the value itself; undefined where that cannot be found. */
export function referred(document: unknown, value: unknown): unknown {
  const reference = own(value, '$ref')
  if (typeof reference !== 'string') return value
  return reference.startsWith('#/') ? atPointer(document, reference.slice(1)) : undefined
}

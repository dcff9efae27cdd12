import { METHODS } from './methods.ts'
import { entries, own } from '../json.ts'

/**
 * Operation ids that stand at two operations. OpenAPI 3.1 wants them unique in a description, and its schema cannot say so. Only what
 * is written below `paths` counts: a path item that two paths share by reference has its ids once.
 */
export function operationIdProblems(document: unknown): string[] {
  const places = new Map<string, string[]>()
  for (const [path, item] of entries(own(document, 'paths'))) {
    for (const method of METHODS) {
      const id = own(own(item, method), 'operationId')
      if (typeof id === 'string') places.set(id, [...(places.get(id) ?? []), `/paths/${path}/${method}`])
    }
  }
  return [...places].flatMap(([id, [first = '', ...others]]) =>
    others.map((place) => `${place}: the operationId ${id} stands at ${first} too`),
  )
}

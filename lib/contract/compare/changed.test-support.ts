import { CONTRACT } from '../../api/contract.ts'
import { examineDescription } from '../../api/description.ts'
import type { JsonObject } from '../json.ts'
import type { Contradiction } from './findings.ts'
import { own } from '../json.ts'

/**
 * A copy of the contract with some members replaced: `{ 'info.version': '1.0.0' }`; undefined removes.
 * A path segment that holds a dot cannot be addressed; the contract has none.
 */
export function changed(changes: Readonly<Record<string, unknown>>): JsonObject {
  const copy = structuredClone(CONTRACT.document)
  for (const [path, value] of Object.entries(changes)) put(copy, path.split('.'), structuredClone(value))
  return copy
}

/** Sets, or with undefined removes, the member of a document at a path that exists but for its last step. */
export function put(document: JsonObject, path: readonly string[], value: unknown): void {
  const parent = path.slice(0, -1).reduce<unknown>(own, document)
  const key = path.at(-1)
  if (typeof parent !== 'object' || parent === null || key === undefined)
    throw new Error(`No place at ${path.join('.')}`)
  if (value === undefined) Reflect.deleteProperty(parent, key)
  else Reflect.set(parent, key, value)
}

/** What in a served description contradicts the contract. */
export function contradictionsIn(served: unknown): readonly Contradiction[] {
  return examineDescription(served).contradictions
}

import { CONTRACT } from '../api.ts'
import { entries, own } from '../json.ts'
import type { JsonObject } from '../../util/values.ts'

/**
 * A copy of the contract with some members replaced: `{ 'info.version': '1.0.0' }`; undefined removes. Schemas and paths are named
 * as they are: `Lead.properties.id`, `/leads.get`. A path segment that holds a dot cannot be addressed; the contract has none.
 */
export function changed(changes: Readonly<Record<string, unknown>>): JsonObject {
  const copy = structuredClone(CONTRACT.document)
  for (const [path, value] of Object.entries(changes)) put(copy, placeOf(path), structuredClone(value))
  return copy
}

function placeOf(path: string): string[] {
  const steps = path.split('.')
  if (path.startsWith('/')) return ['paths', ...steps]
  return /^[A-Z]/.test(path) ? ['components', 'schemas', ...steps] : steps
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

/** The contract with its paths under other names; several namings give several sets of paths. */
export function renamed(...namings: readonly ((path: string) => string)[]): JsonObject {
  const paths = entries(CONTRACT.document['paths'])
  return changed({
    paths: Object.fromEntries(namings.flatMap((name) => paths.map(([path, item]) => [name(path), item]))),
  })
}

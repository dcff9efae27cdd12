import { CONTRACT } from '../api.ts'
import { examineDescription } from '../served/examine.ts'
import { entries, own } from '../json.ts'
import { isObject, type JsonObject } from '../../util/values.ts'
import type { Contradiction } from '../served/contradiction.ts'

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

/** What in a served description contradicts the contract. */
export function contradictionsIn(served: JsonObject): readonly Contradiction[] {
  return examineDescription(served)
}

type Rewrite = (schema: JsonObject) => JsonObject
const REQUEST_SCHEMAS = ['ConversationPatch', 'MessageCreate', 'LeadCreate']

/** The contract with its paths under other names; several namings give several sets of paths. */
export function renamed(...namings: readonly ((path: string) => string)[]): JsonObject {
  const paths = entries(CONTRACT.document['paths'])
  return changed({
    paths: Object.fromEntries(namings.flatMap((name) => paths.map(([path, item]) => [name(path), item]))),
  })
}

/**
 * The contract with each schema of its components written in another way, innermost first.
 * Request bodies are rewritten by the first function only, all others by both.
 */
export function rewritten(everywhere: Rewrite, inResponses: Rewrite = (schema) => schema): JsonObject {
  const changes: Record<string, unknown> = {}
  for (const [name, schema] of entries(own(CONTRACT.document['components'], 'schemas'))) {
    const rewrite: Rewrite = REQUEST_SCHEMAS.includes(name) ? everywhere : (s) => inResponses(everywhere(s))
    changes[name] = walked(schema, rewrite)
  }
  return changed(changes)
}

function walked(schema: unknown, rewrite: Rewrite): unknown {
  if (!isObject(schema)) return schema
  const members = entries(schema).map(([keyword, value]): [string, unknown] => {
    if (keyword === 'items') return [keyword, walked(value, rewrite)]
    if (keyword === 'allOf' && Array.isArray(value))
      return [keyword, value.map((part) => walked(part, rewrite))]
    if (keyword !== 'properties') return [keyword, value]
    return [
      keyword,
      Object.fromEntries(entries(value).map(([name, member]) => [name, walked(member, rewrite)])),
    ]
  })
  return rewrite(Object.fromEntries(members))
}

import { CONTRACT } from '../../api/contract.ts'
import type { JsonObject } from '../json.ts'
import { asObject, atPointer, entries, isObject, own } from '../json.ts'
import { changed } from './changed.test-support.ts'

type Rewrite = (schema: JsonObject) => JsonObject
const REQUEST_SCHEMAS = ['ConversationPatch', 'MessageCreate', 'LeadCreate']

/** The contract with every reference replaced by what it points at. */
export function inlined(): JsonObject {
  const written = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(written)
    if (!isObject(value)) return value
    const ref = value['$ref']
    if (typeof ref === 'string') return written(atPointer(CONTRACT.document, ref.slice(1)))
    return Object.fromEntries(entries(value).map(([name, member]) => [name, written(member)]))
  }
  return asObject(written(CONTRACT.document))
}

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
    changes[`components.schemas.${name}`] = walked(schema, rewrite)
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

/** The contract with members added to each operation. */
export function perOperation(members: JsonObject): Record<string, unknown> {
  const changes: Record<string, unknown> = {}
  for (const [path, item] of entries(CONTRACT.document['paths'])) {
    for (const [method] of entries(item)) {
      if (method === 'parameters') continue
      for (const [name, value] of entries(members)) changes[`paths.${path}.${method}.${name}`] = value
    }
  }
  return changes
}

import { atPointer, entries, isObject, own } from '../json.ts'
import { openapiSchemaErrors } from './openapi-schema.ts'

/**
 * Holds a document against the OpenAPI 3.1 schema, and looks for references that lead nowhere. References are not resolved: what they
 * lead to is judged where it stands, and schemas that each refer twice to the one before would grow without end.
 */
export async function structureProblems(document: unknown): Promise<string[]> {
  if (!isObject(document)) return []
  // `if` wraps other errors: it names an alternative of the schema, not a mistake. And a path item may have a `$ref`, which that schema forgot.
  const telling = (await openapiSchemaErrors(document)).filter(
    ({ keyword, params }) => keyword !== 'if' && own(params, 'unevaluatedProperty') !== '$ref',
  )
  return [...danglingReferences(document), ...new Set(telling.map(lineOf))]
}

/** References into the document that point at nothing. A schema with an `$id` has pointers of its own: then none is looked at. */
function danglingReferences(document: object): string[] {
  const references = new Set<string>()
  const open: unknown[] = [document]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) open.push(...value.filter((item) => item !== undefined))
    for (const [name, member] of entries(value)) {
      if (name === '$id' && typeof member === 'string') return []
      if (name === '$ref' && typeof member === 'string' && member.startsWith('#/')) references.add(member)
      else if (member !== undefined) open.push(member)
    }
  }
  return [...references]
    .filter((reference) => atPointer(document, decoded(reference.slice(1))) === undefined)
    .map((reference) => `the reference ${reference} points nowhere`)
}

function decoded(pointer: string): string {
  try {
    return decodeURIComponent(pointer)
  } catch {
    return pointer
  }
}

function lineOf(detail: unknown): string {
  const params = own(detail, 'params')
  const extra = own(params, 'unevaluatedProperty') ?? own(params, 'additionalProperty')
  const name = typeof extra === 'string' ? ` (${extra})` : ''
  return `${String(own(detail, 'instancePath')) || '/'}: ${String(own(detail, 'message'))}${name}`
}

import { isDeepStrictEqual } from 'node:util'
import type { Contract } from './contract.ts'
import { deeperThan, own } from './json.ts'
import { duplicateParameterProblems } from './validity/duplicate-parameters.ts'
import { legibleCopy } from './validity/legible.ts'
import { isKnownDialect, metaSchemaProblems } from './validity/meta-schema.ts'
import { operationIdProblems } from './validity/operation-ids.ts'
import { pathParameterProblems } from './validity/path-parameters.ts'
import { schemaObjects } from './validity/schema-objects.ts'
import { structureProblems } from './validity/structure.ts'

/** No description needs more, and the validators recurse. */
const DEEPEST = 200
const MAX_PROBLEMS = 50

/**
 * Whether a served document is structurally valid OpenAPI 3.1.
 * The validators are loaded when first asked for. Documents of another version are passed over, since the comparison
 * reports the version, and so are documents nested deeper than 200 levels.
 * @param served any JSON value; not altered, and nothing that it refers to is fetched
 * @param known a contract that is known to be valid
 * @returns at most 50 problems, one line each, beginning with a JSON pointer where there is one; none for a valid document
 */
export async function describeValidity(served: unknown, known?: Contract): Promise<string[]> {
  const version = own(served, 'openapi')
  if (typeof version !== 'string' || !version.startsWith('3.1.') || deeperThan(served, DEEPEST)) return []
  // The contract itself is proven valid by its unit test; the validators take 0.3 s, which every run of the embedded service would pay.
  if (known !== undefined && isDeepStrictEqual(served, known.document)) return []
  const copy = legibleCopy(served)
  const schemas = isKnownDialect(served) ? await metaSchemaProblems(schemaObjects(copy)) : []
  // Last, because it alters the copy.
  const structure = await structureProblems(copy)
  const further = [
    ...pathParameterProblems(served),
    ...duplicateParameterProblems(served),
    ...operationIdProblems(served),
  ]
  return [...structure, ...further, ...schemas].slice(0, MAX_PROBLEMS)
}

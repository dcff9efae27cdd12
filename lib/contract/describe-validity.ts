import { isDeepStrictEqual } from 'node:util'
import type { Contract } from './contract.ts'
import { isBeyond, own } from './json.ts'
import { duplicateParameterProblems, operationIdProblems, pathParameterProblems } from './validity/rules.ts'
import { legibleCopy } from './validity/legible.ts'
import { isKnownDialect, metaSchemaProblems, schemaObjects, structureProblems } from './validity/schemas.ts'

/** No description needs more, and the validators recurse. */
const DEEPEST = 150
/** Values in a document; that of this API has some 3,000. The validators keep an error for each that is wrong. */
const MOST_VALUES = 100_000
const MAX_PROBLEMS = 50

/** Which limit of this tool a served document exceeds; undefined where it exceeds none. Exceeding one is not a mistake of the document. */
export function beyondLimits(served: unknown): string | undefined {
  return isBeyond(served, DEEPEST, MOST_VALUES)
    ? `nested deeper than ${DEEPEST} levels, or more than ${MOST_VALUES} values`
    : undefined
}

/**
 * Whether a served document is structurally valid OpenAPI 3.1.
 * The validators are loaded when first asked for. Documents of another version are skipped, since the comparison
 * reports the version, and so are documents {@link beyondLimits}.
 * @param served any JSON value; not altered, and nothing that it refers to is fetched
 * @param known a contract that is known to be valid
 * @returns at most 50 problems, one line each, beginning with a JSON pointer where there is one; none for a valid document
 */
export async function describeValidity(served: unknown, known?: Contract): Promise<string[]> {
  const version = own(served, 'openapi')
  if (typeof version !== 'string' || !version.startsWith('3.1.') || isBeyond(served, DEEPEST, MOST_VALUES))
    return []
  // The contract itself is proven valid by its unit test; the validators take 0.3 s, which every run of the embedded service would pay.
  if (known !== undefined && isDeepStrictEqual(served, known.document)) return []
  const copy = legibleCopy(served)
  const schemas = isKnownDialect(served) ? await metaSchemaProblems(schemaObjects(copy)) : []
  const structure = await structureProblems(copy)
  const further = [
    ...pathParameterProblems(served),
    ...duplicateParameterProblems(served),
    ...operationIdProblems(served),
  ]
  return [...structure, ...further, ...schemas].slice(0, MAX_PROBLEMS)
}

import type Parser from '@apidevtools/swagger-parser'
import { entries, isObject, own } from '../json.ts'
import { openapiSchemaErrors } from './openapi-schema.ts'

type Api = NonNullable<Parser['api']>

/** Nothing outside of the document is ever read: a reference could name any file or host. */
const OPTIONS = {
  resolve: { external: false, file: false, http: false },
  dereference: { circular: 'ignore' },
} as const

/**
 * Holds a document against the OpenAPI 3.1 schema: swagger-parser resolves its references, and says where that fails.
 * @param copy is altered: give a copy of the document
 */
export async function structureProblems(copy: unknown): Promise<string[]> {
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser')
  if (!isDocument(copy)) return []
  const scoped = hasOwnBase(copy)
  try {
    const document = await SwaggerParser.dereference(copy, OPTIONS)
    // Wrappers of the other errors: they name an alternative of the schema, not a mistake.
    const telling = (await openapiSchemaErrors(document)).filter(({ keyword }) => keyword !== 'if')
    return [...new Set(telling.map(lineOf))]
  } catch (error) {
    return problemsOf(error, scoped)
  }
}

/** Any object will do: the validator says itself what is wrong with it. */
function isDocument(value: unknown): value is Api {
  return isObject(value)
}

/** Only what the parser says of the document counts, not that it could not cope with it. */
function problemsOf(error: unknown, scoped: boolean): string[] {
  if (!(error instanceof Error)) return []
  if (error.name === 'MissingPointerError') return scoped ? [] : [error.message]
  return error instanceof SyntaxError ? [error.message] : []
}

function lineOf(detail: unknown): string {
  const params = own(detail, 'params')
  const extra = own(params, 'unevaluatedProperty') ?? own(params, 'additionalProperty')
  const name = typeof extra === 'string' ? ` (${extra})` : ''
  return `${String(own(detail, 'instancePath')) || '/'}: ${String(own(detail, 'message'))}${name}`
}

/** A schema with an `$id` has pointers of its own, which the validator looks up in the wrong place. */
function hasOwnBase(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasOwnBase)
  return entries(value).some(
    ([name, member]) => (name === '$id' && typeof member === 'string') || hasOwnBase(member),
  )
}

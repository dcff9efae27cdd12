import { contractDocument } from './document.ts'
import type { JsonObject } from './json.ts'
import type { SchemaProblem } from './problem.ts'
import { validate } from './schemas.ts'

/** The machine-readable contract: the OpenAPI 3.1 description that says what the specification says, and no more. */
export interface Contract {
  /** The parsed document. Do not alter it: everybody shares it. */
  readonly document: JsonObject
  /** Judges a value by a schema of the document; see {@link validate}. */
  readonly validate: (schema: string, value: unknown) => SchemaProblem[]
}

let cached: Contract | undefined

/** The contract of this package, read once. Schemas are compiled when first asked for. */
export function loadContract(): Contract {
  cached ??= { document: contractDocument(), validate }
  return cached
}

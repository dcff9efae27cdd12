import type { Requirement as AnyRequirement } from '../../judge/requirement.ts'
import type { OperationKey } from '../operations.ts'

export type { Source, Strength } from '../../judge/requirement.ts'

/** The nine parts of the specification. */
export type Part = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9

/** What a requirement is about: one operation, every operation (`*`), or something outside part 4. */
export type Endpoint = OperationKey | '*' | 'GET /openapi.json' | 'apex host' | 'webhooks'

/** A requirement of this API. */
export interface Requirement extends AnyRequirement {
  readonly part: Part
  readonly endpoint: Endpoint
}

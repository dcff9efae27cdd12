import type { Requirement as AnyRequirement } from '../../judge/requirement.ts'

export type { Source, Strength } from '../../judge/requirement.ts'

/** The nine parts of the specification. */
export type Part = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9

/** The 13 operations of part 4, in the specification's own notation. */
export const OPERATIONS = [
  'GET /me',
  'GET /chatbots',
  'GET /conversations',
  'GET /conversations/{id}',
  'PATCH /conversations/{id}',
  'POST /conversations/{id}/messages',
  'GET /leads',
  'POST /leads',
  'GET /leads/{id}',
  'GET /bookings',
  'GET /reservations',
  'GET /knowledge/sources',
  'GET /analytics/summary',
] as const
export type OperationKey = (typeof OPERATIONS)[number]

/** What a requirement speaks about: one operation, every operation (`*`), or something outside part 4. */
export type Endpoint = OperationKey | '*' | 'GET /openapi.json' | 'apex host' | 'webhooks'

/** A requirement of this API. */
export interface Requirement extends AnyRequirement {
  readonly part: Part
  readonly endpoint: Endpoint
}

/** Whether an exchange addresses one of the 13 operations. */
export function isOperation(key: string | undefined): key is OperationKey {
  return OPERATIONS.some((operation) => operation === key)
}

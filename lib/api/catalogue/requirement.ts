/** The nine parts of the specification. */
export type Part = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9

/**
 * How binding a requirement is.
 * - `must`: the specification states it.
 * - `derived`: it follows from what the specification states.
 * - `open`: the specification leaves it open or contradicts itself; observed, never failed.
 */
export type Strength = 'must' | 'derived' | 'open'

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

/** One normative statement of the specification, in our own words. Its id is permanent and never used again. */
export interface Requirement {
  readonly id: string
  readonly part: Part
  readonly endpoint: Endpoint
  readonly strength: Strength
  readonly text: string
  /** Why no case can judge it from outside. A row has either cases or oracles, or this reason. */
  readonly excluded?: string
}

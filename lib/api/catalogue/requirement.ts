import type { Requirement as AnyRequirement } from '../../judge/requirement.ts'

export type { Source, Strength } from '../../judge/requirement.ts'

/** The nine parts of the specification. */
export type Part = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9

/** What says that an operation works at all, and what its plainest refusal is: where these fail, much fails with them. */
interface Plain {
  readonly answer: string
  readonly refusal?: string
}

/** The 13 operations of part 4, in the specification's own notation. What else is known of them is read from the contract. */
const TABLE = {
  'GET /me': { answer: 'GET-ME-01' },
  'GET /chatbots': { answer: 'LIST-CHATBOTS-01' },
  'GET /conversations': { answer: 'LIST-CONVERSATIONS-01' },
  'GET /conversations/{id}': { answer: 'GET-CONVERSATION-01' },
  'PATCH /conversations/{id}': { answer: 'PATCH-CONVERSATION-01', refusal: 'PATCH-CONVERSATION-04' },
  'POST /conversations/{id}/messages': { answer: 'ADD-NOTE-01', refusal: 'ADD-NOTE-04' },
  'GET /leads': { answer: 'LIST-LEADS-01' },
  'POST /leads': { answer: 'CREATE-LEAD-01', refusal: 'CREATE-LEAD-05' },
  'GET /leads/{id}': { answer: 'GET-LEAD-01' },
  'GET /bookings': { answer: 'LIST-BOOKINGS-01' },
  'GET /reservations': { answer: 'LIST-RESERVATIONS-01' },
  'GET /knowledge/sources': { answer: 'LIST-SOURCES-01' },
  'GET /analytics/summary': { answer: 'GET-ANALYTICS-01' },
} as const satisfies Readonly<Record<string, Plain>>
export type OperationKey = keyof typeof TABLE

export const PLAIN: Readonly<Record<OperationKey, Plain>> = TABLE
export const OPERATIONS = Object.keys(TABLE) as readonly OperationKey[]

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

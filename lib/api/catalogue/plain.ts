import type { OperationKey } from './requirement.ts'

/** What says that an operation works at all, and what its plainest refusal is: where these fail, much fails with them. */
interface Plain {
  readonly answer: string
  readonly refusal?: string
}

export const PLAIN: Readonly<Record<OperationKey, Plain>> = {
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
}

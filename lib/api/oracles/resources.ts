import { isOperation, type OperationKey } from '../catalogue/requirement.ts'

/** The resource that each operation answers with, and whether as a page, a bare list or one object. */
export const ANSWERS: Record<
  OperationKey,
  { readonly resource: Resource; readonly form: 'page' | 'list' | 'object' }
> = {
  'GET /me': { resource: 'Me', form: 'object' },
  'GET /chatbots': { resource: 'Chatbot', form: 'page' },
  'GET /conversations': { resource: 'Conversation', form: 'page' },
  'GET /conversations/{id}': { resource: 'ConversationDetail', form: 'object' },
  'PATCH /conversations/{id}': { resource: 'Conversation', form: 'object' },
  'POST /conversations/{id}/messages': { resource: 'Message', form: 'object' },
  'GET /leads': { resource: 'Lead', form: 'page' },
  'POST /leads': { resource: 'Lead', form: 'object' },
  'GET /leads/{id}': { resource: 'Lead', form: 'object' },
  'GET /bookings': { resource: 'Booking', form: 'page' },
  'GET /reservations': { resource: 'Reservation', form: 'page' },
  'GET /knowledge/sources': { resource: 'KnowledgeSource', form: 'list' },
  'GET /analytics/summary': { resource: 'AnalyticsSummary', form: 'object' },
}

/** What an operation answers with; undefined for what is none of the 13. */
export function answerForm(operation: string | undefined): (typeof ANSWERS)[OperationKey] | undefined {
  return isOperation(operation) ? ANSWERS[operation] : undefined
}

export type Resource =
  | 'Me'
  | 'Chatbot'
  | 'Conversation'
  | 'ConversationDetail'
  | 'Message'
  | 'Lead'
  | 'Booking'
  | 'Reservation'
  | 'KnowledgeSource'
  | 'AnalyticsSummary'

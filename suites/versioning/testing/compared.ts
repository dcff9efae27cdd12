import type { Exchange } from '../../../lib/engine/http/exchange.ts'
import { exchange, page } from '../../../lib/engine/judge/testing/exchanges.ts'
import { AT, conversation, detail, lead, me, message } from '../../../lib/engine/judge/testing/items.ts'
import { Unreadable } from '../../../lib/engine/contract/served/acceptance.ts'
import type { JsonObject } from '../../../lib/engine/util/values.ts'
import { describedAnswers } from '../answers.ts'
import {
  type DescriptionCheck,
  type KnownValues,
  missingOperations,
  otherAnswers,
  otherSecurity,
  refusedBodies,
  refusedParameters,
} from '../contradictions.ts'

/** Data of a workspace: two ids, and some values of its filters. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  id: ['Uk4x9Qw2Lz', 'b7Kq2Xw9Rt'],
  status: ['open', 'new'],
  language_code: ['en', 'pt-BR'],
}

export const known: KnownValues = (_list, field) => KNOWN[field] ?? []

const COMPARISONS: readonly DescriptionCheck[] = [
  missingOperations,
  refusedParameters,
  refusedBodies,
  otherAnswers,
  otherSecurity,
]

/** All contradictions that need no answer, and why a description cannot be judged. */
export function contradictionsOf(served: JsonObject): string[] {
  return COMPARISONS.flatMap((compare) => {
    const found = compare(served, known)
    return found instanceof Unreadable ? found.message : found
  })
}

const uuid = 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6'
const RESERVATION = {
  id: uuid,
  chatbot_id: 'bot1',
  service_id: null,
  status: 'confirmed',
  start_at: AT,
  end_at: AT,
  party_size: 2,
  source: 'agent',
  cancelled_by: 'staff',
  created_at: AT,
  updated_at: AT,
}

/** Right answers to some operations, with null where it is allowed, and where it is unlikely. */
export const ANSWERS: readonly Exchange[] = [
  exchange('GET /me', { body: { data: me({ team_name: null }) } }),
  exchange('GET /conversations', { body: page([conversation(), conversation({ tags: null })]) }),
  exchange('GET /conversations/c1', {
    body: { data: detail({ messages: [message(), message({ role: 'note' })] }) },
  }),
  exchange('GET /leads', { body: page([lead(), lead({ email: null })]) }),
  exchange('GET /leads/l1', { body: { data: lead({ email: null }) } }),
  exchange('GET /bookings', {
    body: page([{ id: uuid, chatbot_id: 'bot1', status: 'confirmed', created_at: AT, end_at: null }]),
  }),
  exchange('GET /reservations', { body: page([RESERVATION]) }),
  exchange('GET /leads/l2', { status: 404, body: { error: 'No such lead', code: 'not_found' } }),
]

/** The right answers that a description refuses, a line each. */
export function objectionsOf(served: JsonObject, answers = ANSWERS): string[] {
  const description = exchange('GET /openapi.json', { body: served })
  return describedAnswers([description, ...answers]).findings.map(
    ({ where, pointer, received }) => `${[where, pointer].filter(Boolean).join(' ')}: ${received}`,
  )
}

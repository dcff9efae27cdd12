import type { OperationKey } from '../operations.ts'
import type { Exchange } from '../../http/exchange.ts'
import { isObject } from '../../util/values.ts'
import { HIDDEN_STATUSES } from '../oracles/filter-table.ts'
import { bodyOf, itemsOf, sentBody } from '../oracles/oracle.ts'
import {
  altered,
  GONE,
  type Operator,
  type Path,
  pointer,
  refused,
  succeeded,
  withBody,
} from '../../judge/fault.ts'

const WRITES =
  'what a write did is known to its case alone, and a case that writes cannot be repeated offline'

/** An operator on one place in the answers of one operation. */
function at(
  name: string,
  operation: OperationKey,
  path: Path,
  alter: (old: unknown, exchange: Exchange) => unknown,
  unseen = 'seen only where another answer of the run says otherwise',
): Operator {
  return {
    name: `api/${name}`,
    unseen,
    seed: (exchange) => {
      if (exchange.operation !== operation || !succeeded(exchange)) return []
      const old = path.reduce<unknown>(
        (value, step) => (isObject(value) ? value[step] : undefined),
        bodyOf(exchange),
      )
      const to = alter(old, exchange)
      if (to === undefined || to === old) return []
      return [{ exchange: altered(exchange, path, () => to), where: pointer(path) }]
    },
  }
}

/** A field of the request body; undefined if it was not sent. */
function sent(exchange: Exchange, field: string): unknown {
  return sentBody(exchange)[field]
}

/** Whether an answer shows a lead that its request created. */
function isNew(exchange: Exchange): boolean {
  return bodyOf(exchange)['existing'] !== true
}

const other = (id: unknown): unknown =>
  typeof id === 'string' ? `${id.slice(0, -1)}${id.endsWith('x') ? 'y' : 'x'}` : undefined

/** Faults specific to this API. */
export const API_OPERATORS: readonly Operator[] = [
  at('existing-dropped', 'POST /leads', ['existing'], (old) => (old === true ? GONE : undefined), WRITES),
  at('existing-invented', 'POST /leads', ['existing'], (old) => (old === true ? undefined : true), WRITES),
  at(
    'lead-of-another-chatbot',
    'POST /leads',
    ['data', 'chatbot_id'],
    (old, exchange) => (isNew(exchange) ? other(old) : undefined),
    WRITES,
  ),
  at(
    'lead-status-replaced',
    'POST /leads',
    ['data', 'status'],
    (_old, exchange) =>
      isNew(exchange) && typeof sent(exchange, 'status') === 'string' ? 'another' : undefined,
    WRITES,
  ),
  at('note-as-assistant', 'POST /conversations/{id}/messages', ['data', 'role'], () => 'assistant', WRITES),
  at(
    'note-cut',
    'POST /conversations/{id}/messages',
    ['data', 'content'],
    (old) => (typeof old === 'string' && old.length > 1 ? old.slice(0, -1) : undefined),
    WRITES,
  ),
  at(
    'tag-lost',
    'PATCH /conversations/{id}',
    ['data', 'tags'],
    (old) => (Array.isArray(old) && old.length > 0 ? old.slice(1) : undefined),
    WRITES,
  ),
  at(
    'tag-kept',
    'PATCH /conversations/{id}',
    ['data', 'tags'],
    (old) => (Array.isArray(old) ? [...(old as unknown[]), 'before'] : undefined),
    WRITES,
  ),
  at(
    'flag-flipped',
    'PATCH /conversations/{id}',
    ['data', 'is_resolved'],
    (old, exchange) => (typeof sent(exchange, 'is_resolved') === 'boolean' ? old !== true : undefined),
    WRITES,
  ),
  at('conversation-mistaken', 'GET /conversations/{id}', ['data', 'id'], other),
  at('lead-mistaken', 'GET /leads/{id}', ['data', 'id'], other),
  at(
    'detail-disagrees',
    'GET /leads/{id}',
    ['data', 'status'],
    () => 'another',
    'seen only where the list was compared with this detail',
  ),
  at('whole-key-shown', 'GET /me', ['data', 'key_prefix'], (_old, exchange) =>
    exchange.request.headers
      .find(([name]) => name.toLowerCase() === 'authorization')?.[1]
      .replace(/^Bearer /i, ''),
  ),
  at('key-of-somebody-else', 'GET /me', ['data', 'key_prefix'], () => 'zzz_'),
  at('another-team', 'GET /me', ['data', 'team_id'], other),
  at('day-repeated', 'GET /analytics/summary', ['data', 'by_day'], (old) =>
    Array.isArray(old) && old.length > 0 ? [old[0], ...(old as unknown[])] : undefined,
  ),
  at('chatbot-ignored', 'GET /analytics/summary', ['data', 'totals', 'messages'], (old, exchange) =>
    exchange.request.query.length > 0 && typeof old === 'number' ? old + 1_000_000 : undefined,
  ),
  at('sources-paged', 'GET /knowledge/sources', ['pagination'], () => ({
    limit: 50,
    offset: 0,
    total: 1,
    has_more: false,
  })),
  {
    name: 'api/hidden-status-shown',
    unseen: 'judged on every answer without a status',
    seed: (exchange) => {
      const named = exchange.request.query.some(([name]) => name === 'status')
      const index =
        exchange.operation === 'GET /reservations' && succeeded(exchange) && !named ? 0 : undefined
      if (index === undefined || itemsOf(exchange).length === 0) return []
      return HIDDEN_STATUSES.map((status) => ({
        exchange: altered(exchange, ['data', index, 'status'], () => status),
        where: '/data/*/status',
      }))
    },
  },
  {
    name: 'api/messages-in-list',
    unseen: 'judged on every answer',
    seed: (exchange) =>
      exchange.operation === 'GET /conversations' && succeeded(exchange) && itemsOf(exchange).length > 0
        ? [
            {
              exchange: altered(exchange, ['data', 0, 'messages'], () => [{ id: 'm' }]),
              where: '/data/*/messages',
            },
          ]
        : [],
  },
  {
    name: 'api/error-without-envelope',
    unseen: 'judged on every answer',
    seed: (exchange) =>
      refused(exchange)
        ? [
            { exchange: withBody(exchange, { message: 'No.' }), where: 'body' },
            { exchange: withBody(exchange, { data: bodyOf(exchange) }), where: 'body' },
          ]
        : [],
  },
  {
    name: 'api/resource-unwrapped',
    unseen: 'judged on every answer',
    seed: (exchange) => {
      const { data } = bodyOf(exchange)
      return succeeded(exchange) && data !== undefined
        ? [{ exchange: withBody(exchange, data), where: 'body' }]
        : []
    },
  },
  {
    name: 'api/unknown-field',
    unseen: 'new fields may appear at any time',
    seed: (exchange) =>
      succeeded(exchange)
        ? [
            {
              exchange: withBody(exchange, { ...bodyOf(exchange), meta: { took: 1 } }),
              where: '/meta',
              equivalent: true,
            },
          ]
        : [],
  },
]

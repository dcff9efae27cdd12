import { type Exchange, json, servedAt } from '../../lib/http/exchange.ts'
import type { Judgements } from '../../lib/judge/judgements.ts'
import { given, instant, isObject, type JsonObject, quote } from '../../lib/util/values.ts'
import { CARRIED } from '../../lib/harness/writes.ts'
import { type Operation, operationOf } from '../../lib/spec/operations.ts'
import { sameTags } from './conversations.ts'
import { isOdd, mayShow } from './leads.ts'
import { dataOf, type Oracle, sentBody } from '../../lib/judge/oracle.ts'

/** What a request set must come back in its answer: ids, tags, flags, contents. */
export const writeEcho: Oracle = (exchange, judgements) => {
  if (exchange.response?.status !== 200) return
  const body = json(exchange)
  if (!isObject(body) || !isObject(body['data'])) return
  const data = body['data']
  const operation = operationOf(exchange.operation)
  if (operation !== undefined) judgeId(operation, exchange, data, judgements)
  switch (operation?.key) {
    case 'PATCH /conversations/{id}':
      return patched(exchange, data, judgements)
    case 'POST /conversations/{id}/messages':
      return noted(exchange, data, judgements)
    case 'POST /leads':
      return created(exchange, body, data, judgements)
    default:
  }
}

/** A resource has the id of the path. */
function judgeId({ sameId }: Operation, exchange: Exchange, data: JsonObject, judgements: Judgements): void {
  if (sameId === undefined || typeof data['id'] !== 'string') return
  const wanted = decode(exchange.request.path.split('/')[2] ?? '')
  judgements.check(data['id'] === wanted, sameId, `id ${quote(wanted)}`, () => quote(data['id']), {
    pointer: '/data/id',
  })
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function patched(exchange: Exchange, data: JsonObject, judgements: Judgements): void {
  const { tags, is_resolved: resolved } = sentBody(exchange)
  if (Array.isArray(tags) && !tags.some(isOdd) && Array.isArray(data['tags'])) {
    judgements.check(
      sameTags(data['tags'], tags),
      tags.length === 0 ? 'PATCH-CONVERSATION-16' : 'PATCH-CONVERSATION-02',
      `the tags ${quote(tags)}`,
      () => quote(data['tags']),
      {
        pointer: '/data/tags',
      },
    )
  }
  if (typeof resolved === 'boolean' && typeof data['is_resolved'] === 'boolean') {
    judgements.check(
      data['is_resolved'] === resolved,
      'PATCH-CONVERSATION-03',
      `is_resolved ${resolved}`,
      () => quote(data['is_resolved']),
      { pointer: '/data/is_resolved' },
    )
  }
}

function noted(exchange: Exchange, data: JsonObject, judgements: Judgements): void {
  const { content } = sentBody(exchange)
  if (typeof data['role'] === 'string') {
    judgements.check(data['role'] === 'note', 'ADD-NOTE-02', 'role "note"', () => quote(data['role']), {
      pointer: '/data/role',
    })
  }
  createdNow(exchange, judgements, 'ADD-NOTE-14')
  if (typeof content === 'string' && !isOdd(content) && typeof data['content'] === 'string') {
    judgements.check(
      data['content'].trim() === content.trim(),
      'ADD-NOTE-03',
      `the content that was sent, ${content.length} characters`,
      () => `${String(data['content']).length} characters: ${quote(data['content'])}`,
      {
        pointer: '/data/content',
      },
    )
  }
}

function created(exchange: Exchange, body: JsonObject, data: JsonObject, judgements: Judgements): void {
  const lead = sentBody(exchange)
  const flag = body['existing']
  if (given(flag)) {
    const isBoolean = typeof flag === 'boolean'
    judgements.check(isBoolean, 'CREATE-LEAD-37', 'a boolean `existing`', () => quote(flag), {
      pointer: '/existing',
    })
  }
  if (flag === true) return existing(lead, judgements)
  createdNow(exchange, judgements, 'CREATE-LEAD-36')
  for (const field of CARRIED) {
    if (!(field in lead) || typeof data[field] !== 'string') continue
    judgements.check(
      mayShow(field, lead[field], data[field]),
      field === 'status' ? 'CREATE-LEAD-03' : 'CREATE-LEAD-02',
      `${field} ${quote(lead[field])}`,
      () => quote(data[field]),
      { pointer: `/data/${field}` },
    )
  }
}

/** The greatest difference between the clock of the service and one that it is compared with. */
const CLOCKS_DIFFER_MS = 5 * 60_000

/**
 * `created_at` of a new item is the time of the request, by the clock of the `Date` header or by ours: either may go
 * wrong. Without that header ours is no proof.
 */
function createdNow(exchange: Exchange, judgements: Judgements, requirement: string): void {
  const stated = dataOf(exchange)['created_at']
  const [createdAt, dated] = [instant(stated), servedAt(exchange)]
  if (createdAt === undefined || dated === undefined) return
  const off = Math.min(...[dated, exchange.startedAt].map((clock) => Math.abs(createdAt - clock)))
  judgements.check(
    off <= CLOCKS_DIFFER_MS + exchange.durationMs,
    requirement,
    `the time of the request, ${new Date(dated).toISOString()} by the Date header`,
    () => quote(stated),
    { pointer: '/data/created_at' },
  )
}

function existing(lead: JsonObject, judgements: Judgements): void {
  if (typeof lead['conversation_id'] === 'string') return
  judgements.fail('CREATE-LEAD-33', 'no `existing: true` without a conversation', 'existing true', {
    pointer: '/existing',
  })
}

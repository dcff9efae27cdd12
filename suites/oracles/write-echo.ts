import { type Exchange, json, servedAt } from '../../lib/http/exchange.ts'
import type { Judgements } from '../../lib/judge/judgements.ts'
import { given, instant, isObject, type JsonObject, quote } from '../../lib/util/values.ts'
import { CARRIED } from '../../lib/harness/writes.ts'
import { type Operation, operationOf } from '../../lib/spec/operations.ts'
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

/** Whether two lists hold the same tags. Order, duplicates and outer blanks are open. */
export function sameTags(actual: unknown, wanted: unknown): boolean {
  if (!Array.isArray(actual) || !Array.isArray(wanted)) return false
  return plainTags(actual) === plainTags(wanted)
}

function plainTags(tags: readonly unknown[]): string {
  const texts = tags.map((tag) => (typeof tag === 'string' ? tag : quote(tag)).trim())
  return JSON.stringify([...new Set(texts)].sort())
}

/**
 * Whether a value holds characters that a service may lose: NUL and lone surrogates. Other characters beyond the BMP
 * may be refused, but must be kept once accepted.
 */
function isOdd(value: unknown): boolean {
  return typeof value === 'string' && /\0|\p{Surrogate}/u.test(value)
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
      // An answer with the conversation as it was before shows the old tags too.
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
    judgements.check(isBoolean, 'CREATE-LEAD-37', '`existing` as a boolean', () => quote(flag), {
      pointer: '/existing',
    })
  }
  if (flag === true) return existing(lead, data, judgements)
  createdNow(exchange, judgements, 'CREATE-LEAD-36')
  for (const field of CARRIED) {
    const wanted = lead[field]
    if (typeof wanted !== 'string' || isOdd(wanted) || typeof data[field] !== 'string') continue
    judgements.check(
      equalAsSpecified(field, wanted, data[field]),
      field === 'status' ? 'CREATE-LEAD-03' : 'CREATE-LEAD-02',
      `${field} ${quote(wanted)}`,
      () => quote(data[field]),
      {
        pointer: `/data/${field}`,
      },
    )
  }
}

/** The greatest difference between the clock of the service and that of its `Date` header. */
const CLOCKS_DIFFER_MS = 5 * 60_000

/** Zones differ from UTC by half hours; few by quarters. */
const ZONE_STEP_MS = 30 * 60_000
const GREATEST_ZONE_MS = 14 * 60 * 60_000
/** How close to a whole zone a difference must be before it is one, and no clock that goes wrong. */
const ZONE_TOLERANCE_MS = 20_000

/**
 * `created_at` of a new item lies between request and answer, by the clock of the `Date` header. Some servers, Puma
 * among them, send no such header. Our own clock then shows only what no drift explains: a whole zone.
 */
function createdNow(exchange: Exchange, judgements: Judgements, requirement: string): void {
  const { created_at: stated } = dataOf(exchange)
  const createdAt = instant(stated)
  if (createdAt === undefined) return
  const dated = servedAt(exchange)
  const now = dated ?? exchange.startedAt
  const off = Math.abs(createdAt - now)
  const isNow = off <= CLOCKS_DIFFER_MS + exchange.durationMs
  if (dated === undefined && !isNow && !isZone(off, exchange.durationMs)) return
  judgements.check(
    isNow,
    requirement,
    `the time of the request, ${new Date(now).toISOString()} by ${dated === undefined ? 'our clock' : 'the Date header'}`,
    () => quote(stated),
    { pointer: '/data/created_at' },
  )
}

/** Whether two clocks differ by the offset of a time zone. */
function isZone(differenceMs: number, durationMs: number): boolean {
  const zones = Math.round(differenceMs / ZONE_STEP_MS)
  const rest = Math.abs(differenceMs - zones * ZONE_STEP_MS)
  return (
    zones > 0 &&
    differenceMs <= GREATEST_ZONE_MS + ZONE_TOLERANCE_MS &&
    rest <= ZONE_TOLERANCE_MS + durationMs
  )
}

function existing(lead: JsonObject, data: JsonObject, judgements: Judgements): void {
  if (typeof lead['conversation_id'] !== 'string') {
    judgements.fail('CREATE-LEAD-33', 'no `existing: true` without a conversation', 'existing true', {
      pointer: '/existing',
    })
  } else if (typeof data['conversation_id'] === 'string') {
    judgements.check(
      data['conversation_id'] === lead['conversation_id'],
      'CREATE-LEAD-30',
      `the lead of conversation ${quote(lead['conversation_id'])}`,
      () => `a lead of conversation ${quote(data['conversation_id'])}`,
      // Deduplication by anything but the conversation returns the lead of another one.
      { pointer: '/data/conversation_id' },
    )
  }
}

/** Whether text is trimmed, and an e-mail lower-cased, is open; a phone number is the same without blanks. */
export function equalAsSpecified(field: string, sentValue: string, answered: string): boolean {
  const plain = (value: string): string => {
    if (field === 'email') return value.trim().toLowerCase()
    return field === 'phone' ? value.replaceAll(/[\s().-]/g, '') : value.trim()
  }
  return plain(sentValue) === plain(answered)
}

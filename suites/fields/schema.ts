import { isOwnedKey } from '../../lib/http/keys.ts'
import { type Operation, operationOf, type Resource } from '../../lib/spec/operations.ts'
import { isLimitOpen } from '../lists/facts.ts'
import { LISTS } from '../../lib/spec/operations.ts'
import { FIELDS, fieldRequirement, type ResourceName, tableOf } from './table.ts'
import type { Contract } from '../../lib/spec/contract.ts'
import { json } from '../../lib/http/exchange.ts'
import type { Judgements } from '../../lib/judge/judgements.ts'
import type { Oracle } from '../../lib/judge/oracle.ts'
import { given, isObject, objects, quote, type JsonObject } from '../../lib/util/values.ts'
import { groupBy } from '../../lib/util/collections.ts'

/** Part 2: wrapper and fields of every successful answer, one requirement for each field. */
export const schema: Oracle = (exchange, judgements, { contract }) => {
  const operation = operationOf(exchange.operation)
  if (operation === undefined || exchange.response === undefined) return
  // Answers to wrong keys are judged by their status alone.
  if (!isOwnedKey(exchange.key)) return
  const { status } = exchange.response
  if (status < 200 || status > 299 || !exchange.response.json.ok) return
  const tools = { contract, judgements }
  const answer = { operation, status, body: json(exchange) }
  switch (operation.form) {
    case 'object':
      return judgeSingle(answer, tools)
    case 'page':
      return judgePage(answer, tools)
    case 'list':
      return judgeList(answer, tools)
  }
}

/** A successful answer, as far as its form is concerned. */
interface Success {
  readonly operation: Operation
  readonly status: number
  readonly body: unknown
}

interface Tools {
  readonly contract: Contract
  readonly judgements: Judgements
}

/** A single resource in `data`. */
function judgeSingle({ operation, status, body }: Success, tools: Tools): void {
  const data = memberOf(body, 'data')
  const { resource } = operation
  tools.judgements.check(
    isObject(data),
    'JSON-03',
    'an object in `data`',
    () => memberInWords(status, body, 'data'),
    faultAt(status, body, 'data'),
  )
  if (isObject(data)) judgeResource({ resource, item: data, pointer: '/data' }, tools)
}

/** Items in `data` beside `pagination`. */
function judgePage({ operation, status, body }: Success, tools: Tools): void {
  const [data, page] = [memberOf(body, 'data'), memberOf(body, 'pagination')]
  const wrong = Array.isArray(data) ? 'pagination' : 'data'
  tools.judgements.check(
    Array.isArray(data) && isObject(page),
    'JSON-04',
    'an array in `data` and an object in `pagination`',
    () => memberInWords(status, body, wrong),
    faultAt(status, body, wrong),
  )
  const isOpen = LISTS.some((list) => list === operation.key && isLimitOpen(list))
  const schemaName = isOpen ? 'ReservationPagination' : 'Pagination'
  if (isObject(page))
    judgeResource({ resource: 'Pagination', schemaName, item: page, pointer: '/pagination' }, tools)
  if (Array.isArray(data)) judgeItems(data, operation.resource, 'JSON-04', tools)
}

/** Items in `data` alone. */
function judgeList({ operation, body }: Success, tools: Tools): void {
  const data = memberOf(body, 'data')
  tools.judgements.check(Array.isArray(data), 'LIST-SOURCES-01', 'an array in `data`', () => quote(body))
  if (Array.isArray(data)) judgeItems(data, operation.resource, 'LIST-SOURCES-01', tools)
}

function memberOf(body: unknown, name: string): unknown {
  return isObject(body) ? body[name] : undefined
}

/** @param notObject - the requirement that an item violates if it is not an object */
function judgeItems(items: readonly unknown[], resource: Resource, notObject: string, tools: Tools): void {
  let wrong = 0
  for (const [index, item] of items.entries()) {
    const pointer = `/data/${index}`
    const isValid = isObject(item) && judgeResource({ resource, item, pointer }, tools)
    if (!isObject(item)) tools.judgements.fail(notObject, 'objects in `data`', quote(item), { pointer })
    if (!isValid) wrong += 1
    if (wrong === MOST_WRONG) return
  }
}

/**
 * The most wrong items per page that are looked at: further ones add nothing, and a page may hold a hundred thousand.
 */
const MOST_WRONG = 2_000

/** The member at fault in words; of what is no object, or an error, the whole body. */
function memberInWords(status: number, body: unknown, name: string): string {
  if (isError(body)) return `status ${status} with ${quote(body)}`
  if (!isObject(body)) return quote(body)
  return Object.hasOwn(body, name) ? quote(body[name]) : 'absent'
}

/** The place at fault: the member, or of an error with a success status that status. */
function faultAt(status: number, body: unknown, name: string): { status?: number; pointer?: string } {
  if (isError(body)) return { status }
  return isObject(body) ? { pointer: `/${name}` } : {}
}

function isError(body: unknown): boolean {
  return isObject(body) && 'error' in body && 'code' in body && !('data' in body)
}

/** An object in an answer. */
interface Described {
  readonly resource: Resource | 'Pagination'
  /** The schema of the contract, if its name differs from the resource. */
  readonly schemaName?: string
  readonly item: JsonObject
  readonly pointer: string
}

/** Judges one object against the table of its resource. Returns whether it is valid. */
function judgeResource(
  { resource, schemaName = resource, item, pointer }: Described,
  { contract, judgements }: Tools,
): boolean {
  const broken = new Set<string>()
  for (const problem of contract.validate(schemaName, item)) {
    const id =
      problem.keyword === 'format' && problem.format === 'date-time'
        ? 'TIME-01'
        : requirementAt(resource, problem.pointer)
    if (id === undefined) continue
    broken.add(id)
    judgements.fail(
      id,
      () => problem.expected,
      () => problem.received,
      {
        pointer: pointer + problem.pointer,
      },
    )
  }
  passFields(resource, item, broken, judgements)
  return broken.size === 0
}

/** The requirement for a pointer such as `/email`, `/totals/leads` or `/messages/3/role`. */
function requirementAt(resource: Resource | 'Pagination', pointer: string): string | undefined {
  const [field = '', second, third] = pointer.split('/').slice(1)
  if (resource === 'ConversationDetail') {
    if (field === 'messages' && third !== undefined) return fieldRequirement('Message', third)
    return fieldRequirement('Conversation', field)
  }
  if (resource === 'AnalyticsSummary') {
    if (field === 'totals' && second !== undefined) return fieldRequirement('AnalyticsTotals', second)
    if (field === 'by_day' && third !== undefined) return fieldRequirement('AnalyticsDay', third)
  }
  return fieldRequirement(resource, field)
}

function passFields(
  resource: Resource | 'Pagination',
  item: JsonObject,
  broken: ReadonlySet<string>,
  judgements: Judgements,
): void {
  passTable(resource === 'Pagination' ? resource : tableOf(resource), item, broken, judgements)
  if (resource === 'ConversationDetail')
    for (const m of objects(item['messages'])) passTable('Message', m, broken, judgements)
  if (resource === 'AnalyticsSummary') {
    if (isObject(item['totals'])) passTable('AnalyticsTotals', item['totals'], broken, judgements)
    for (const day of objects(item['by_day'])) passTable('AnalyticsDay', day, broken, judgements)
  }
}

const TABLES = groupBy(FIELDS, (field): ResourceName => field.resource)

/** A field requirement holds where the field is present; an absent optional field proves nothing. */
function passTable(
  resource: ResourceName,
  item: JsonObject,
  broken: ReadonlySet<string>,
  judgements: Judgements,
): void {
  for (const { id, field } of TABLES.get(resource) ?? []) {
    if (!given(item[field]) || broken.has(id)) continue
    judgements.pass(id)
    if (field.endsWith('_at')) judgements.pass('TIME-01')
  }
}

import { json } from '../../http/exchange.ts'
import { instant, isObject, type JsonObject, objects, quote } from '../../util/values.ts'
import { LIST_FACTS, listRule } from '../catalogue/index.ts'
import { operationOf } from '../operations.ts'
import { type Oracle, readPage } from './oracle.ts'

/** Part 4: newest first inside one page. Items with the same timestamp may come in any order. */
export const order: Oracle = (exchange, judgements) => {
  const page = readPage(exchange)
  const field = page && LIST_FACTS[page.list].orderedBy
  if (page === undefined || field === undefined) return
  const rising = firstRise(objects(page.items), field)
  const id = listRule(page.list, 'order')
  if (rising === undefined) {
    if (page.items.length > 1) judgements.pass(id)
    return
  }
  const [before, after] = rising.items
  judgements.fail(
    id,
    `${field} not later than ${quote(before[field])} of the item before`,
    quote(after[field]),
    {
      pointer: `/data/${rising.index}/${field}`,
    },
  )
}

/** The first item that is later than its predecessor. */
export function firstRise(
  items: readonly JsonObject[],
  field: string,
): { index: number; items: readonly [JsonObject, JsonObject] } | undefined {
  for (let index = 1; index < items.length; index++) {
    const [before, after] = [items[index - 1], items[index]]
    if (before === undefined || after === undefined) continue
    const [earlier, later] = [instant(before[field]), instant(after[field])]
    if (earlier !== undefined && later !== undefined && later > earlier)
      return { index, items: [before, after] }
  }
  return undefined
}

/** Fields with the id of a chatbot or conversation. Bookings and reservations have UUIDs themselves. */
const REFERENCES = ['chatbot_id', 'conversation_id'] as const
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

/** ID-01, ID-02, ID-03: ids are not empty, unique within an answer, and short unless specified as UUIDs. */
export const ids: Oracle = (exchange, judgements) => {
  const operation = operationOf(exchange.operation)
  if (operation === undefined || exchange.response?.status !== 200) return
  const body = json(exchange)
  if (!isObject(body)) return
  const data = body['data']
  const groups = isObject(data)
    ? ([
        ['/data', [data]],
        ['/data/messages', objects(data['messages'])],
      ] as const)
    : ([['/data', objects(data)]] as const)
  for (const [pointer, items] of groups) {
    const seen = new Set<string>()
    const hasUuids = operation.resource === 'Booking' || operation.resource === 'Reservation'
    for (const item of items) {
      const { id } = item
      for (const field of hasUuids ? REFERENCES : (['id', ...REFERENCES] as const)) {
        const value = item[field]
        if (typeof value !== 'string' || value === '') continue
        judgements.check(!UUID.test(value), 'ID-03', 'a short encoded id', () => `the UUID ${value}`, {
          pointer: `${pointer}/${field}`,
        })
      }
      if (typeof id !== 'string') continue
      judgements.check(id !== '', 'ID-01', 'an id that is not empty', () => '""', { pointer })
      if (id !== '' && seen.has(id))
        judgements.fail('ID-02', 'ids that are not repeated', `${quote(id)} twice`, { pointer })
      seen.add(id)
    }
    if (seen.size > 1) judgements.pass('ID-02')
  }
}

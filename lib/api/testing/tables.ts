import type { JsonObject } from '../../util/values.ts'
import type { Asked, Reaction, Reply } from '../../http/testing/fake-client.ts'

/** Items of a fake service, by the path that lists them. */
type Tables = Readonly<Record<string, readonly JsonObject[]>>

/** An item with a timestamp: a higher number is later. */
export function item(id: string, second: number, fields: JsonObject = {}): JsonObject {
  return {
    id,
    created_at: new Date(1_700_000_000_000 + second * 1000).toISOString().replace('.000', ''),
    ...fields,
  }
}

const BOUNDS: Readonly<Record<string, (item: JsonObject, bound: string) => boolean>> = {
  since: (one, bound) => String(one['created_at']) >= bound,
  from: (one, bound) => String(one['start_at']) >= bound,
  to: (one, bound) => String(one['start_at']) < bound,
  status: (one, value) => value.split(',').includes(String(one['status'])),
}

/** Serves items in the given order: filters by equality, pages by limit and offset, finds items by id. */
export function listing(tables: Tables): Reaction {
  return ({ path, query }) => {
    const items = tables[path]
    if (items === undefined) return detail(tables, path)
    const { limit = '50', offset = '0', ...filters } = query
    const kept = items.filter((one) =>
      Object.entries(filters).every(([name, value]) =>
        (BOUNDS[name] ?? ((other: JsonObject) => String(other[name]) === value))(one, value),
      ),
    )
    return page(kept, Number(limit), Number(offset))
  }
}

/** A page of items as the API wraps it. */
export function page(items: readonly JsonObject[], limit = 100, offset = 0): Reply {
  const data = items.slice(offset, offset + limit)
  const pagination = { limit, offset, total: items.length, has_more: offset + data.length < items.length }
  return { body: { data, pagination } }
}

/** The same service with other answers to some requests. */
export function except(
  own: (asked: Asked, count: number) => Reply | undefined,
  otherwise: Reaction,
): Reaction {
  return (asked, count) => own(asked, count) ?? otherwise(asked, count)
}

function detail(tables: Tables, path: string): Reply {
  const [, table, id] = /^(\/\w+)\/(.+)$/.exec(path) ?? []
  const found = tables[table ?? '']?.find((one) => one['id'] === id)
  return found === undefined
    ? { status: 404, body: { error: 'No such thing.', code: 'not_found' } }
    : { body: { data: found } }
}

/** Leads of two chatbots and of a deleted one, newest first. */
export const LEADS: readonly JsonObject[] = [
  item('L5', 500, { status: 'new', chatbot_id: 'Bot1' }),
  item('L4', 400, { status: 'won', chatbot_id: 'Bot1' }),
  item('L3', 300, { status: 'new', chatbot_id: 'Bot2' }),
  item('L2', 200, { status: 'new', chatbot_id: 'Gone' }),
  item('L1', 100, { status: 'lost', chatbot_id: 'Bot1' }),
]

/** The listed chatbots; one has no lead. */
export const CHATBOTS: readonly JsonObject[] = ['Bot1', 'Bot2', 'Idle'].map((id) => item(id, 1))

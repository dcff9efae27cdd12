import type { JsonObject } from '../../util/values.ts'
import type { Reaction, Reply } from './fake-client.ts'

/** Items of a fake service, by the path that lists them. */
type Tables = Readonly<Record<string, readonly JsonObject[]>>

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

function detail(tables: Tables, path: string): Reply {
  const [, table, id] = /^(\/\w+)\/(.+)$/.exec(path) ?? []
  const found = tables[table ?? '']?.find((one) => one['id'] === id)
  return found === undefined
    ? { status: 404, body: { error: 'No such thing.', code: 'not_found' } }
    : { body: { data: found } }
}

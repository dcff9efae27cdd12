import type { Row } from '../../util/values.ts'
import type { Asked, Reaction, Reply } from './fake-client.ts'

/** Rows of a made-up service, by the path that lists them. */
export type Tables = Readonly<Record<string, readonly Row[]>>

/** A row with a timestamp: the higher the number, the later. */
export function row(id: string, second: number, fields: Row = {}): Row {
  return {
    id,
    created_at: new Date(1_700_000_000_000 + second * 1000).toISOString().replace('.000', ''),
    ...fields,
  }
}

const BOUNDS: Readonly<Record<string, (row: Row, bound: string) => boolean>> = {
  since: (one, bound) => String(one['created_at']) >= bound,
  from: (one, bound) => String(one['start_at']) >= bound,
  to: (one, bound) => String(one['start_at']) < bound,
  status: (one, value) => value.split(',').includes(String(one['status'])),
}

/** Lists rows in the order in which they are given: filters by equal fields, pages by limit and offset; knows rows by id. */
export function listing(tables: Tables): Reaction {
  return ({ path, query }) => {
    const rows = tables[path]
    if (rows === undefined) return detail(tables, path)
    const { limit = '50', offset = '0', ...filters } = query
    const kept = rows.filter((one) =>
      Object.entries(filters).every(([name, value]) =>
        (BOUNDS[name] ?? ((other: Row) => String(other[name]) === value))(one, value),
      ),
    )
    return page(kept, Number(limit), Number(offset))
  }
}

/** A page of rows as the API wraps it. */
export function page(rows: readonly Row[], limit = 100, offset = 0): Reply {
  const data = rows.slice(offset, offset + limit)
  const pagination = { limit, offset, total: rows.length, has_more: offset + data.length < rows.length }
  return { body: { data, pagination } }
}

/** The same service, but some requests are answered in another way. */
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

import { LIST_FACTS, LISTS } from '../catalogue/index.ts'
import type { Exchange } from '../../http/exchange.ts'
import { bodyOf, readPage, itemsOf } from '../oracles/oracle.ts'
import { instant, isObject, type JsonObject } from '../../util/values.ts'
import { altered, type Fault, type Operator, succeeded } from '../../judge/fault.ts'

const isList = (exchange: Exchange): boolean =>
  succeeded(exchange) && LISTS.some((list) => list === exchange.operation)
const NO_NEIGHBOUR = 'seen only where another answer of the run shows the same items'

/** An operator on the items of a list. */
function items(
  name: string,
  alter: (
    list: readonly JsonObject[],
    exchange: Exchange,
    pool: readonly Exchange[],
  ) => readonly unknown[] | undefined,
  equivalent: (list: readonly JsonObject[], exchange: Exchange) => boolean = () => false,
  unseen = NO_NEIGHBOUR,
): Operator {
  return {
    name: `items/${name}`,
    unseen,
    seed: (exchange, pool) => {
      if (!isList(exchange)) return []
      const list = itemsOf(exchange)
      const next = alter(list, exchange, pool)
      if (next === undefined) return []
      const fault: Fault = { exchange: altered(exchange, ['data'], () => next), where: '/data' }
      return [equivalent(list, exchange) ? { ...fault, equivalent: true } : fault]
    },
  }
}

/** An operator on one number of the pagination. */
function figure(
  name: string,
  field: string,
  alter: (value: unknown, exchange: Exchange) => unknown,
  equivalent: (exchange: Exchange) => boolean = () => false,
): Operator {
  return {
    name: `page/${name}`,
    unseen: 'seen only where another figure or the items contradict it',
    seed: (exchange) => {
      const { pagination } = bodyOf(exchange)
      if (!isList(exchange) || !isObject(pagination) || pagination[field] === undefined) return []
      const to = alter(pagination[field], exchange)
      const fault = {
        exchange: altered(exchange, ['pagination', field], () => to),
        where: `/pagination/${field}`,
      }
      return [to === pagination[field] || equivalent(exchange) ? { ...fault, equivalent: true } : fault]
    },
  }
}

/** Defaults are open, and so is the handling of values out of bounds: only valid parameters must be echoed. */
function unasked(name: 'limit' | 'offset'): (exchange: Exchange) => boolean {
  return (exchange) => readPage(exchange)?.asked[name] === undefined
}

function time(item: JsonObject | undefined, exchange: Exchange): number | undefined {
  const list = LISTS.find((key) => key === exchange.operation)
  const field = list && LIST_FACTS[list].orderedBy
  return field === undefined ? undefined : instant(item?.[field])
}

/** The preceding page of the same list. */
function pageBefore(exchange: Exchange, pool: readonly Exchange[]): readonly JsonObject[] {
  const offset = (of: Exchange): number =>
    Number(of.request.query.find(([name]) => name === 'offset')?.[1] ?? 0)
  const other = (of: Exchange): string =>
    of.request.query
      .filter(([name]) => name !== 'offset')
      .map((pair) => pair.join('='))
      .join('&')
  const before = pool.find(
    (one) =>
      isList(one) &&
      one.key === exchange.key &&
      one.operation === exchange.operation &&
      other(one) === other(exchange) &&
      offset(one) < offset(exchange),
  )
  return before === undefined ? [] : itemsOf(before)
}

/** Faults in the items and the numbers of a list. */
export const LIST_OPERATORS: readonly Operator[] = [
  items('last-lost', (list) => (list.length > 0 ? list.slice(0, -1) : undefined)),
  items('first-lost', (list) => (list.length > 0 ? list.slice(1) : undefined)),
  items('all-lost', (list) => (list.length > 0 ? [] : undefined)),
  items('repeated', (list) => (list.length > 0 ? [list[0], ...list] : undefined)),
  items('repeated-in-place', (list) => (list.length > 1 ? [list[0], list[0], ...list.slice(2)] : undefined)),
  items(
    'swapped',
    (list) => (list.length > 1 ? [...list.slice(1, 2), ...list.slice(0, 1), ...list.slice(2)] : undefined),
    (list, exchange) => time(list[0], exchange) === time(list[1], exchange),
  ),
  items(
    'reversed',
    (list) => (list.length > 1 ? [...list].reverse() : undefined),
    (list, exchange) => time(list[0], exchange) === time(list.at(-1), exchange),
  ),
  items('null', (list) => (list.length > 0 ? [null, ...list.slice(1)] : undefined)),
  items('overlapping-pages', (list, exchange, pool) => {
    const before = pageBefore(exchange, pool)
    return before.length > 0 && list.length > 0 ? [before.at(-1), ...list.slice(0, -1)] : undefined
  }),
  items('of-another-workspace', (list, exchange, pool) => {
    if (exchange.key !== 'main' || list.length === 0) return undefined
    const foreign = pool.find(
      (one) => one.key === 'other' && one.operation === exchange.operation && isList(one),
    )
    const [item] = foreign === undefined ? [] : itemsOf(foreign)
    return item === undefined ? undefined : [item, ...list.slice(1)]
  }),
  items('filter-ignored', (list, exchange, pool) => {
    const filtered = exchange.request.query.some(([name]) => name !== 'limit' && name !== 'offset')
    if (!filtered || exchange.operation === 'GET /bookings') return undefined
    const kept = new Set(list.map(({ id }) => id))
    const whole = pool.find(
      (one) =>
        isList(one) &&
        one.key === exchange.key &&
        one.operation === exchange.operation &&
        one.request.query.length <= 1,
    )
    const stray = whole && itemsOf(whole).find(({ id }) => !kept.has(id))
    return stray === undefined ? undefined : [...list.slice(0, -1), stray]
  }),
  figure('has-more-flipped', 'has_more', (value) => value !== true),
  figure('total-one-more', 'total', (value) => Number(value) + 1),
  figure('total-one-less', 'total', (value) => Math.max(0, Number(value) - 1)),
  figure('total-of-page', 'total', (_value, exchange) => itemsOf(exchange).length),
  figure('limit-not-echoed', 'limit', (value) => (value === 100 ? 50 : 100), unasked('limit')),
  figure('offset-not-echoed', 'offset', (value) => Number(value) + 1, unasked('offset')),
]

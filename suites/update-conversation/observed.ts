import type { Exchange } from '../../lib/http/exchange.ts'
import { askedId, dataOf, sentBody } from '../../lib/judge/reading.ts'
import type { Oracle } from '../../lib/judge/oracle.ts'
import { groupBy } from '../../lib/util/collections.ts'
import { given, quote } from '../../lib/util/values.ts'
import { sameTags } from '../support/conversations.ts'
import { isOdd } from '../support/texts.ts'
import { point, type Watcher } from '../support/observed.ts'

/** OPEN-16: what an update does to `status` and `updated_at`. */
export const statusAfterUpdate: Watcher = (exchanges) => {
  const patched = exchanges.filter(
    (exchange) => exchange.operation === 'PATCH /conversations/{id}' && exchange.response?.status === 200,
  )
  const [first] = patched
  if (first === undefined) return []
  // What the detail showed before counts too: several updates may fall into one second.
  const ids = new Set(patched.map(placeOf))
  const shown = exchanges.filter(
    (exchange) =>
      patched.includes(exchange) ||
      (exchange.operation === 'GET /conversations/{id}' &&
        ids.has(placeOf(exchange)) &&
        exchange.response?.status === 200),
  )
  const moves = (field: string): boolean =>
    [...groupBy(shown, placeOf).values()].some(
      (some) => new Set(some.map((exchange) => dataOf(exchange)[field]).filter(given)).size > 1,
    )
  const flagged = patched.filter((exchange) => typeof sentBody(exchange)['is_resolved'] === 'boolean')
  const states = new Set(
    flagged.map(
      (exchange) =>
        `${quote(dataOf(exchange)['status'])} after is_resolved ${quote(sentBody(exchange)['is_resolved'])}`,
    ),
  )
  const status = moves('status') ? `changes: ${[...states].join(', ') || 'without is_resolved'}` : 'stays'
  return [
    point('OPEN-16', `updated_at ${moves('updated_at') ? 'changes' : 'stays'}; status ${status}`, first),
  ]
}

/** The conversation that an exchange asks for, and the key that it asks with: workspaces may number their own. */
const placeOf = (exchange: Exchange): string => `${exchange.key} ${askedId(exchange)}`

/** What an update set, its answer shows. */
export const updateEcho: Oracle = (exchange, judgements) => {
  if (exchange.operation !== 'PATCH /conversations/{id}' || exchange.response?.status !== 200) return
  const data = dataOf(exchange)
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

/** Open points about conversations that a run shows, whichever case sent the requests. */
import { dataOf } from '../../lib/engine/judge/reading.ts'
import { statementsOf } from '../../lib/engine/judge/rows.ts'
import type { Exchange } from '../../lib/engine/http/exchange.ts'
import { instant } from '../../lib/engine/util/time.ts'
import { contradict, integer, type JsonObject, objects } from '../../lib/engine/util/values.ts'
import { orderOfTimes } from '../lists/order.ts'
import { point, resourcesOf, type Watcher } from '../support/observed.ts'

const DETAIL = 'GET /conversations/{id}'

export const rows = [
  statementsOf({ part: 4, section: 'GET /conversations' }).open(
    'OPEN-03',
    'language code',
    'Whether `language` matches exactly or as a prefix.',
  ),
  statementsOf({ part: 2, section: 'Message', endpoint: DETAIL }).open(
    'OPEN-05',
    'A transcript',
    'The order of the messages in a transcript.',
  ),
  statementsOf({ part: 2, section: 'Conversation', endpoint: DETAIL }).open(
    'OPEN-06',
    'message_count',
    'What `message_count` counts.',
  ),
]

/** OPEN-03: whether a language also matches longer codes. */
export const languagePrefix: Watcher = (exchanges) => {
  const asked = exchanges.filter(
    (exchange) =>
      exchange.operation === 'GET /conversations' &&
      valueOf(exchange, 'language') !== undefined &&
      resourcesOf(exchange).length > 0,
  )
  const wider = asked.find((exchange) =>
    resourcesOf(exchange).some((item) => contradict(item['language_code'], valueOf(exchange, 'language'))),
  )
  if (asked.length === 0) return []
  const text = wider === undefined ? 'matched exactly, as far as seen' : 'matches more than the exact code'
  return [point('OPEN-03', text, wider ?? asked[0])]
}

/** OPEN-05 and OPEN-06: the order of messages, and which of them `message_count` counts. */
export const transcripts: Watcher = (exchanges) => {
  const details = exchanges.filter(
    (exchange) => exchange.operation === DETAIL && objects(dataOf(exchange)['messages']).length > 1,
  )
  const [detail] = details
  if (detail === undefined) return []
  const orders = new Set(details.map((exchange) => orderOf(objects(dataOf(exchange)['messages']))))
  const counts = details.map((exchange) => countsOf(dataOf(exchange)))
  return [
    point('OPEN-05', `messages come ${[...orders].join(' or ')}`, detail),
    point('OPEN-06', `message_count ${whatCounts(counts)}`, detail),
  ]
}

function whatCounts(counts: readonly ReturnType<typeof countsOf>[]): string {
  if (counts.every(({ all }) => all)) return 'counts every message'
  return counts.every(({ spoken }) => spoken) ? 'leaves notes out' : 'counts something else'
}

function orderOf(messages: readonly JsonObject[]): string {
  const times = messages.flatMap((message) => instant(message['created_at']) ?? [])
  return orderOfTimes(times) ?? 'in no order of time'
}

function countsOf(detail: JsonObject): { all: boolean; spoken: boolean } {
  const messages = objects(detail['messages'])
  const count = integer(detail['message_count'])
  return {
    all: count === messages.length,
    spoken: count === messages.filter((message) => message['role'] !== 'note').length,
  }
}

function valueOf(exchange: Exchange, name: string): string | undefined {
  return exchange.request.query.find(([key]) => key === name)?.[1]
}

import { isUuid } from '../../lib/engine/contract/formats.ts'
import { isObject, objects, quote, type JsonObject } from '../../lib/engine/util/values.ts'
import type { Exchange } from '../../lib/engine/http/exchange.ts'
import type { Judgements } from '../../lib/engine/judge/judgements.ts'
import { type OperationKey, operationOf } from '../../lib/engine/contract/operations.ts'
import { askedId, bodyOf, dataOf } from '../../lib/engine/judge/reading.ts'
import type { Oracle } from '../../lib/engine/judge/oracle.ts'
import { major, statementsOf } from '../../lib/engine/judge/rows.ts'

const part1 = statementsOf({ part: 1, section: '', endpoint: '*' })

export const rows = [
  part1.derived(
    'ID-01',
    '2',
    'An id is not empty.',
    'A client uses an id to address its resource; an empty id addresses none.',
    major('Whoever asks for the empty id gets the list, or nothing, in place of the resource.'),
  ),
  part1.derived(
    'ID-02',
    '2',
    'No id appears twice in one page of a list or in one transcript.',
    'An id identifies one resource, and a list contains each resource once.',
    major('A synchronisation that stores rows by their ids overwrites one with the other.'),
  ),
  part1.derived(
    'ID-03',
    '2',
    'Ids of chatbots, conversations, messages and leads are not UUIDs.',
    'These ids are short encoded strings; only bookings and reservations have UUIDs.',
    major('The id is not the one in dashboard URLs, so that a link made from it leads nowhere.'),
  ),
]

/** Fields with the id of a chatbot or conversation. Bookings and reservations have UUIDs of their own. */
const REFERENCES = ['chatbot_id', 'conversation_id'] as const

/** Ids are not empty, unique within an answer, and short unless specified as UUIDs. */
export const ids: Oracle = (exchange, judgements) => {
  const operation = operationOf(exchange.operation)
  if (operation === undefined || exchange.response?.status !== 200) return
  const encoded = operation.hasUuid ? REFERENCES : (['id', ...REFERENCES] as const)
  for (const { pointer, items } of groupsOf(exchange)) {
    for (const item of items)
      for (const field of encoded) judgeForm(item[field], `${pointer}/${field}`, judgements)
    judgeOwnIds(items, pointer, judgements)
  }
}

/** Judges that an answer of an operation has the id of the path. */
export function sameId(key: OperationKey, requirement: string): Oracle {
  return (exchange, judgements) => {
    if (exchange.operation !== key || exchange.response?.status !== 200) return
    const wanted = askedId(exchange)
    const { id } = dataOf(exchange)
    if (wanted === undefined || typeof id !== 'string') return
    judgements.check(id === wanted, requirement, `id ${quote(wanted)}`, () => quote(id), {
      pointer: '/data/id',
    })
  }
}

/** The items whose ids must differ from each other: those of a list; or a resource, and apart from it its messages. */
function groupsOf(exchange: Exchange): readonly Group[] {
  const { data } = bodyOf(exchange)
  if (!isObject(data)) return [{ pointer: '/data', items: objects(data) }]
  return [
    { pointer: '/data', items: [data] },
    { pointer: '/data/messages', items: objects(data['messages']) },
  ]
}

interface Group {
  readonly pointer: string
  readonly items: readonly JsonObject[]
}

function judgeForm(id: unknown, pointer: string, judgements: Judgements): void {
  if (typeof id !== 'string' || id === '') return
  judgements.check(!isUuid(id), 'ID-03', 'a short encoded id', () => `the UUID ${id}`, { pointer })
}

/** The items' own ids: none is empty, and none appears twice. */
function judgeOwnIds(items: readonly JsonObject[], pointer: string, judgements: Judgements): void {
  const seen = new Set<string>()
  for (const { id } of items) {
    if (typeof id !== 'string') continue
    judgements.check(id !== '', 'ID-01', 'an id that is not empty', () => '""', { pointer })
    if (id !== '' && seen.has(id))
      judgements.fail('ID-02', 'ids that are not repeated', `${quote(id)} twice`, { pointer })
    seen.add(id)
  }
  if (seen.size > 1) judgements.pass('ID-02')
}

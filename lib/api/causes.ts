import { groupBy } from '../util/collections.ts'
import { LEAD_BOUNDS } from './writes.ts'
import { type OperationKey, operationOf, OPERATIONS } from './operations.ts'
import type { Causality, RequirementKind } from '../judge/attribution.ts'
import {
  FIELDS,
  fieldRequirement,
  type ListKey,
  LIST_FACTS,
  listRule,
  LIST_RULES,
  type ListRule,
  LISTS,
  type ResourceName,
  tableOf,
  CATALOGUE,
} from './catalogue/index.ts'

/** Rules about every status. A case that expects a specific status takes precedence. */
const GENERAL = new Set(['STATUS-01', 'STATUS-02', 'STATUS-03'])

/** Rules about the body as such: without one, an answer supports no other conclusion. */
const BODY = new Set(['JSON-02', 'JSON-03', 'JSON-04', 'ERROR-04'])

const FORM = new Set(['TIME-01', ...FIELDS.map(({ id }) => id)])
const ANSWERS = new Set<string | undefined>(OPERATIONS.map((key) => operationOf(key).answer))
const REFUSALS = new Set<string | undefined>(OPERATIONS.map((key) => operationOf(key).refusal))

function kindOf(id: string): RequirementKind {
  if (/^(?:AUTH|ISOLATION)-/.test(id)) return 'access'
  if (GENERAL.has(id)) return 'general'
  if (BODY.has(id)) return 'body'
  if (FORM.has(id)) return 'form'
  if (ANSWERS.has(id)) return 'answer'
  return REFUSALS.has(id) ? 'refusal' : 'rule'
}

/** Rules that each answer breaks for itself. An uncounted request, in contrast, is missing from all later answers. */
function isLocal(id: string): boolean {
  return CATALOGUE.has(id) && CATALOGUE.get(id).endpoint === '*' && !id.startsWith('RATE-')
}

/** Likely causes: of a requirement wherever it is violated, or by operation. */
type Causes = readonly string[]
type CausesByOperation = Readonly<Partial<Record<OperationKey, Causes>>>

const fieldsOf = (resource: ResourceName, ...names: readonly string[]): Causes =>
  names.flatMap((name) => fieldRequirement(resource, name) ?? [])

/** Causes of the rules that every list shares: the form of the fields they compare, and simpler rules. */
function causesOfList(list: ListKey): Readonly<Record<string, Causes>> {
  const resource = tableOf(operationOf(list).resource)
  const page = (...names: readonly string[]): Causes => fieldsOf('Pagination', ...names)
  const item = (...names: readonly string[]): Causes => fieldsOf(resource, ...names)
  const rule = (name: ListRule): string => listRule(list, name)
  return {
    [rule('order')]: [...item('created_at', 'start_at'), 'TIME-01'],
    [rule('limitOne')]: page('limit'),
    [rule('limitHundred')]: page('limit'),
    [rule('offset')]: item('id'),
    [rule('walk')]: item('id'),
    [rule('filled')]: page('limit', 'offset', 'total'),
    [rule('total')]: page('total'),
    [rule('beyondEnd')]: page('total', 'has_more'),
    [rule('hasMore')]: page('total', 'has_more', 'limit', 'offset'),
    [rule('outOfBoundsAnswer')]: page('limit', 'offset'),
  }
}

/** The rules of `since`, `from` and `to`. */
const BOUNDS_OF_TIME = [
  'LIST-CONVERSATIONS-25',
  'LIST-LEADS-22',
  'LIST-RESERVATIONS-27',
  'LIST-RESERVATIONS-28',
  'LIST-RESERVATIONS-29',
  'LIST-RESERVATIONS-30',
  'LIST-RESERVATIONS-34',
]

/** Operations with the id of another workspace: the requirement on it and, on an unknown id, the one it follows from. */
const FOREIGN_IDS: readonly (readonly [OperationKey, isolation: string, unknownId?: string])[] = [
  ['GET /conversations/{id}', 'ISOLATION-01', 'GET-CONVERSATION-02'],
  ['PATCH /conversations/{id}', 'ISOLATION-02', 'PATCH-CONVERSATION-08'],
  ['POST /conversations/{id}/messages', 'ISOLATION-03', 'ADD-NOTE-07'],
  ['GET /leads/{id}', 'ISOLATION-04', 'GET-LEAD-02'],
  ['POST /leads', 'ISOLATION-05', 'CREATE-LEAD-07'],
  ['POST /leads', 'ISOLATION-06', 'CREATE-LEAD-08'],
  ['GET /reservations', 'ISOLATION-07', 'LIST-RESERVATIONS-33'],
  ['GET /knowledge/sources', 'ISOLATION-08', 'LIST-SOURCES-04'],
  ['GET /conversations', 'ISOLATION-09'],
  ['GET /leads', 'ISOLATION-10'],
  ['GET /bookings', 'ISOLATION-11'],
  ['GET /analytics/summary', 'ISOLATION-12'],
]

/** A foreign id is distinguishable where its own rule, or that of unknown ids, is violated. */
const DISTINGUISHABLE: CausesByOperation = Object.fromEntries(
  [...groupBy(FOREIGN_IDS, ([operation]) => operation)].map(([operation, ways]) => [
    operation,
    ways.flatMap(([, ...ids]) => ids.filter((id) => id !== undefined)),
  ]),
)

/** A list that leaks names ids that its operations rightly refuse. */
const LEAKED_IDS = OPERATIONS.flatMap((key): [string, Causes][] => {
  const { answer, idsFrom } = operationOf(key)
  const list = LISTS.find((one) => one === idsFrom)
  return list === undefined ? [] : [[answer, [LIST_FACTS[list].isolation]]]
})

/** The likely causes of each requirement's violation, the likeliest first. */
const CAUSES: Readonly<Record<string, Causes | CausesByOperation>> = {
  ...Object.fromEntries(LISTS.flatMap((list) => Object.entries(causesOfList(list)))),
  'ADD-NOTE-10': ['CONVERSATION-12', 'MESSAGE-01', 'MESSAGE-02', 'MESSAGE-03'],
  // A wrong key of one kind is often accepted with all others of that kind or of a simpler one.
  'AUTH-02': ['AUTH-01'],
  'AUTH-03': ['AUTH-02'],
  'AUTH-04': ['AUTH-02', 'AUTH-03'],
  'AUTH-05': ['AUTH-01', 'AUTH-02'],
  // Who is let in to write leaves what was written.
  'AUTH-06': ['AUTH-01', 'AUTH-02', 'AUTH-03', 'AUTH-04'],
  'ISOLATION-14': ['ISOLATION-02'],
  'ISOLATION-15': ['ISOLATION-03'],
  'ISOLATION-16': ['ISOLATION-05', 'ISOLATION-06'],
  // A new lead, in place of the existing one, is not marked as existing and has other values.
  'CREATE-LEAD-31': ['CREATE-LEAD-30', 'CREATE-LEAD-35'],
  'CREATE-LEAD-34': ['CREATE-LEAD-30'],
  'EVENT-01': ['LEAD-01'],
  'LIST-RESERVATIONS-22': ['RESERVATION-05'],
  'LIST-RESERVATIONS-23': ['RESERVATION-05'],
  'LIST-RESERVATIONS-35': fieldsOf('Pagination', 'limit'),
  // A time filter compares timestamps of items.
  ...Object.fromEntries(BOUNDS_OF_TIME.map((id) => [id, ['TIME-01']])),
  // Odd bodies are sent to absent ids: a failure of either shows in both.
  'INPUT-06': [
    'ADD-NOTE-06',
    'ADD-NOTE-07',
    'CREATE-LEAD-06',
    'PATCH-CONVERSATION-07',
    'PATCH-CONVERSATION-08',
  ],
  // Without a pagination object there is no total to leak.
  ...Object.fromEntries(LEAKED_IDS),
  ...Object.fromEntries(
    FOREIGN_IDS.flatMap(([, id, unknownId]) => (unknownId === undefined ? [] : [[id, [unknownId]]])),
  ),
  'ISOLATION-13': DISTINGUISHABLE,
  'ISOLATION-09': ['JSON-02', 'JSON-04'],
  'ISOLATION-10': ['JSON-02', 'JSON-04'],
  'ISOLATION-11': ['JSON-02', 'JSON-04'],
  // Where some requests of a key are not counted, it is refused too late.
  'RATE-06': ['RATE-04'],
  'RATE-07': ['RATE-04', 'RATE-05', 'RATE-09', 'RATE-12'],
  // An invalid part of the description can also read as a contradiction.
  ...Object.fromEntries(['03', '04', '05', '06', '07', '08'].map((n) => [`VERSION-${n}`, ['VERSION-02']])),
}

/** Requirements on the longest text that a field may hold. */
const LONGEST = [...LEAD_BOUNDS.map(({ requirement: id }) => id), 'PATCH-CONVERSATION-11', 'ADD-NOTE-08']

/** The items that each list shows of the workspace. */
const OWN_ITEMS = LISTS.map((list) => LIST_FACTS[list].isolation)

/** What one piece of code commonly does for several requirements. */
const SHARED_RULES: ReadonlyMap<string, string> = new Map([
  ...LISTS.flatMap((list) =>
    (Object.keys(LIST_RULES) as ListRule[]).map((rule) => [listRule(list, rule), `lists: ${rule}`] as const),
  ),
  ...LONGEST.map((id) => [id, 'longest text'] as const),
  ...BOUNDS_OF_TIME.map((id) => [id, 'bounds of time'] as const),
  ...FOREIGN_IDS.map(([, isolation]) => [isolation, 'foreign ids'] as const),
  ...OWN_ITEMS.map((id) => [id, 'items of the workspace'] as const),
])

function isByOperation(causes: Causes | CausesByOperation): causes is CausesByOperation {
  return !Array.isArray(causes)
}

/** Which violations are likely causes of which others, for this API. */
export const CAUSALITY: Causality = {
  kindOf,
  isLocal,
  wrapper: 'data',
  causesOf: ({ requirement: id, where }) => {
    const causes = CAUSES[id] ?? []
    return isByOperation(causes) ? (causes[where as OperationKey] ?? []) : causes
  },
  sharedRuleOf: (id) => SHARED_RULES.get(id),
}

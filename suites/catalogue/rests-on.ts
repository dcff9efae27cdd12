import { FILTERS } from '../lists/filter-table.ts'
import { operationOf } from '../../lib/spec/operations.ts'
import { fieldRequirement, FIELDS, type ResourceName, tableOf } from '../fields/table.ts'
import { LIST_FACTS, listRule, type ListRule } from '../lists/facts.ts'
import { type ListKey } from '../../lib/spec/operations.ts'

const fields = (resource: ResourceName, ...names: readonly string[]): string[] =>
  names.flatMap((name) => fieldRequirement(resource, name) ?? [])

/** What each rule of lists rests on: simpler rules, and fields of the page and of its items. */
const LIST_GRAPH: Readonly<
  Partial<
    Record<ListRule, { rules?: readonly ListRule[]; page?: readonly string[]; item?: readonly string[] }>
  >
> = {
  limitOne: { page: ['limit'] },
  limitHundred: { rules: ['limitOne'], page: ['limit'] },
  offset: { rules: ['limitOne', 'limitHundred'], item: ['id'] },
  order: { rules: ['offset'], item: ['created_at', 'start_at'] },
  echo: { rules: ['limitOne', 'limitHundred', 'offset'], page: ['limit', 'offset'] },
  total: { rules: ['offset'], page: ['total'] },
  filled: { rules: ['total', 'echo'], page: ['limit', 'offset', 'total'] },
  hasMore: { rules: ['filled'], page: ['has_more'] },
  walk: { rules: ['order', 'filled'] },
  beyondEnd: { rules: ['hasMore', 'walk'] },
  outOfBoundsAnswer: { rules: ['beyondEnd'] },
}

/** A value that a filter reads, and whose it is. */
export function ofList(list: ListKey): (readonly [string, readonly string[]])[] {
  const resource = tableOf(operationOf(list).resource)
  const rule = (name: ListRule): string => listRule(list, name)
  const { combined, paged, foreignChatbot, isolation } = LIST_FACTS[list]
  const filters = Object.values(FILTERS[list])
  const filterRows = [...new Set(filters.map(({ requirement }) => requirement))]
  const whole = [rule('walk'), rule('limitHundred'), isolation]
  return [
    ...Object.entries(LIST_GRAPH).map(([name, { rules = [], page = [], item = [] }]) => {
      const timed = name === 'order' ? ['TIME-01'] : []
      const distinct = name === 'offset' ? ['ID-01', 'ID-02'] : []
      return [
        rule(name as ListRule),
        [
          ...rules.map(rule),
          ...fields('Pagination', ...page),
          ...fields(resource, ...item),
          ...timed,
          ...distinct,
        ],
      ] as const
    }),
    ...filters.map(({ requirement, field }) => {
      const timed = field.endsWith('_at') ? ['TIME-01'] : []
      return [requirement, [...fields(resource, field), ...timed, ...whole]] as const
    }),
    ...(combined === undefined ? [] : [[combined, filterRows] as const]),
    ...(paged === undefined
      ? []
      : [
          [
            paged,
            [...filterRows, ...(combined === undefined ? [] : [combined]), rule('beyondEnd'), rule('echo')],
          ] as const,
        ]),
    ...(foreignChatbot === undefined
      ? []
      : [[foreignChatbot, [...filterRows, rule('total'), isolation]] as const]),
  ]
}

const RESERVATION_STATUS = ['LIST-RESERVATIONS-21', 'LIST-RESERVATIONS-23']
const WINDOW = ['LIST-RESERVATIONS-27', 'LIST-RESERVATIONS-28']
const STORED_LEAD = ['CREATE-LEAD-02', 'CREATE-LEAD-03']

/** What single requirements rest on, beyond the operation and the body that they are about. */
export const SINGLE: Readonly<Record<string, readonly string[]>> = {
  'ERROR-02': ['ERROR-01'],
  'RATE-08': ['JSON-02'],
  'RATE-06': ['RATE-04'],
  'RATE-07': ['RATE-04', 'RATE-05', 'RATE-09', 'RATE-12'],
  'RATE-10': ['RATE-04'],
  'LIST-CONVERSATIONS-29': ['LIST-CONVERSATIONS-10', 'PAGINATION-04'],
  'LIST-CHATBOTS-20': ['LIST-CHATBOTS-10', 'ID-01'],
  'LIST-RESERVATIONS-23': ['RESERVATION-05', 'ISOLATION-24'],
  'LIST-RESERVATIONS-22': RESERVATION_STATUS,
  'LIST-RESERVATIONS-24': RESERVATION_STATUS,
  'LIST-RESERVATIONS-26': ['LIST-RESERVATIONS-25'],
  'LIST-RESERVATIONS-29': WINDOW,
  'LIST-RESERVATIONS-31': WINDOW,
  'LIST-RESERVATIONS-34': [
    'LIST-RESERVATIONS-22',
    'LIST-RESERVATIONS-23',
    'LIST-RESERVATIONS-29',
    'LIST-RESERVATIONS-31',
  ],
  'LIST-LEADS-22': ['CREATE-LEAD-04'],
  'INPUT-03': [...STORED_LEAD, 'CREATE-LEAD-09'],
  'INPUT-04': ['PATCH-CONVERSATION-14', 'PATCH-CONVERSATION-16', 'PATCH-CONVERSATION-07'],
  'INPUT-05': ['ADD-NOTE-03', 'ADD-NOTE-06'],
  'INPUT-06': [
    'CREATE-LEAD-06',
    'PATCH-CONVERSATION-07',
    'PATCH-CONVERSATION-08',
    'ADD-NOTE-06',
    'ADD-NOTE-07',
  ],
  'INPUT-01': ['GET-CONVERSATION-02', 'GET-CONVERSATION-03', 'GET-LEAD-02'],
  'EVENT-03': ['TIME-01', ...FIELDS.filter(({ resource }) => resource === 'Reservation').map(({ id }) => id)],
  'LEAD-04': ['CREATE-LEAD-13'],
  ...Object.fromEntries(['03', '04', '05', '06', '07', '08'].map((n) => [`VERSION-${n}`, ['VERSION-02']])),
}

import type { OperationKey, Requirement } from './requirement.ts'
import { derived, must, open } from './rows.ts'

/** The five paginated lists of part 4. */
export const LISTS = [
  'GET /chatbots',
  'GET /conversations',
  'GET /leads',
  'GET /bookings',
  'GET /reservations',
] as const satisfies readonly OperationKey[]
export type ListKey = (typeof LISTS)[number]

const PREFIX: Record<ListKey, string> = {
  'GET /chatbots': 'LIST-CHATBOTS',
  'GET /conversations': 'LIST-CONVERSATIONS',
  'GET /leads': 'LIST-LEADS',
  'GET /bookings': 'LIST-BOOKINGS',
  'GET /reservations': 'LIST-RESERVATIONS',
}

/** The rules that every list shares. The number is the same on each list. */
export const LIST_RULES = {
  answer: '01',
  order: '02',
  limitOne: '03',
  limitHundred: '04',
  offset: '05',
  walk: '06',
  echo: '07',
  hasMore: '08',
  total: '09',
  beyondEnd: '10',
  filled: '11',
  defaultLimit: '12',
  outOfBounds: '13',
  outOfBoundsAnswer: '14',
} as const
export type ListRule = keyof typeof LIST_RULES

/** The requirement id of a shared rule on one list, e.g. `LIST-LEADS-08`. */
export function listRule(list: ListKey, rule: ListRule): string {
  return `${PREFIX[list]}-${LIST_RULES[rule]}`
}

const ORDER: Record<ListKey, string | undefined> = {
  'GET /chatbots': 'The newest chatbots come first: `created_at` never rises from row to row, page to page.',
  'GET /conversations':
    'The newest conversations come first: `created_at` never rises from row to row, page to page.',
  'GET /leads': 'The newest leads come first: `created_at` never rises from row to row, page to page.',
  'GET /bookings': undefined,
  'GET /reservations': 'The newest start comes first: `start_at` never rises from row to row, page to page.',
}

function sharedRows(list: ListKey): Requirement[] {
  const id = (rule: ListRule): string => listRule(list, rule)
  const order = ORDER[list]
  return [
    ...must(4, list, [
      id('answer'),
      `A plain request is answered 200 with rows in \`data\` and \`pagination\`.`,
    ]),
    ...(order === undefined
      ? open(4, list, [id('order'), 'In which order bookings come.'])
      : must(4, list, [id('order'), order])),
    ...must(
      8,
      list,
      [id('limitOne'), '`limit=1` is honoured: a page of one row.'],
      [
        id('limitHundred'),
        '`limit=100` is honoured: up to 100 rows, and no page holds more rows than its limit.',
      ],
      [
        id('offset'),
        '`offset` is honoured: the page begins with the row that stands there in the whole list.',
      ],
    ),
    ...derived(8, list, [id('walk'), 'Pages that follow each other repeat no row and lose none.']),
    ...must(
      2,
      list,
      [id('echo'), '`pagination.limit` and `pagination.offset` say what was applied.'],
      [id('hasMore'), '`pagination.has_more` is false exactly when no further page exists.'],
    ),
    ...derived(
      2,
      list,
      [id('total'), '`pagination.total` counts the rows of the whole list, whatever the page.'],
      [id('beyondEnd'), 'A page past the end is empty and says that no further page exists.'],
      [id('filled'), 'A page is filled up to its limit while rows remain.'],
    ),
    ...open(
      8,
      list,
      [id('defaultLimit'), 'The default `limit`: 50 and 20 are both given.'],
      [id('outOfBounds'), 'What happens to a `limit` or `offset` outside its bounds.'],
    ),
    ...derived(8, list, [
      id('outOfBoundsAnswer'),
      'A `limit` or `offset` outside its bounds is refused with a 4xx status, or a value inside the bounds is applied.',
    ]),
  ]
}

/** Part 4 and 8: the rules that every paginated list shares, once for each list. */
export const LIST_ROWS: readonly Requirement[] = LISTS.flatMap(sharedRows)

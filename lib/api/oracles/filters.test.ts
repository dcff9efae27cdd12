import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../util/values.ts'
import { bookingSince, filters, itemsOnBound, readFilters } from './filters.ts'
import { exchange, judgementsOf, page, summarised } from './testing/exchanges.ts'
import { AT, lead } from './testing/items.ts'

const NOON = '2026-11-01T12:00:00Z'
const judged = (asked: string, ...items: readonly unknown[]) =>
  judgementsOf(exchange(asked, { body: page(items) }), filters)

describe('an item that a filter keeps out', () => {
  test.each([
    ['GET /conversations?chatbot_id=b1', { chatbot_id: 'b2' }, 'LIST-CONVERSATIONS-20'],
    ['GET /conversations?is_lead=true', { is_lead: false }, 'LIST-CONVERSATIONS-21'],
    ['GET /conversations?is_resolved=false', { is_resolved: true }, 'LIST-CONVERSATIONS-22'],
    ['GET /conversations?status=open', { status: 'resolved' }, 'LIST-CONVERSATIONS-23'],
    ['GET /conversations?status=open', { status: null }, 'LIST-CONVERSATIONS-23'],
    ['GET /conversations?language=pt', { language_code: 'en' }, 'LIST-CONVERSATIONS-24'],
    ['GET /conversations?language=pt', { language_code: null }, 'LIST-CONVERSATIONS-24'],
    [`GET /conversations?since=${NOON}`, { created_at: '2026-10-31T23:59:59Z' }, 'LIST-CONVERSATIONS-25'],
    ['GET /leads?chatbot_id=b1', { chatbot_id: 'b2' }, 'LIST-LEADS-20'],
    ['GET /leads?status=new', { status: 'won' }, 'LIST-LEADS-21'],
    [`GET /leads?since=${NOON}`, { created_at: '2026-10-31T23:59:59Z' }, 'LIST-LEADS-22'],
    ['GET /bookings?chatbot_id=b1', { chatbot_id: 'b2' }, 'LIST-BOOKINGS-20'],
    ['GET /reservations?chatbot_id=b1', { chatbot_id: 'b2' }, 'LIST-RESERVATIONS-20'],
    ['GET /reservations?status=arrived', { status: 'confirmed' }, 'LIST-RESERVATIONS-21'],
    ['GET /reservations?status=arrived,no_show', { status: 'confirmed' }, 'LIST-RESERVATIONS-22'],
    ['GET /reservations?status=held', { status: 'blocked' }, 'LIST-RESERVATIONS-24'],
    [`GET /reservations?from=${NOON}`, { start_at: '2026-11-01T11:59:59Z' }, 'LIST-RESERVATIONS-27'],
    [`GET /reservations?to=${NOON}`, { start_at: NOON }, 'LIST-RESERVATIONS-28'],
    [
      `GET /reservations?from=${NOON}&to=2026-11-02T00:00:00Z`,
      { start_at: '2026-11-02T00:00:00Z' },
      'LIST-RESERVATIONS-29',
    ],
    [`GET /reservations?since=${NOON}`, { created_at: '2026-11-01T11:59:59Z' }, 'LIST-RESERVATIONS-30'],
    ['GET /conversations?is_lead=true&status=open', { is_lead: true, status: 'x' }, 'LIST-CONVERSATIONS-26'],
    ['GET /leads?chatbot_id=b1&status=new', { chatbot_id: 'b1', status: 'x' }, 'LIST-LEADS-26'],
    [
      'GET /reservations?chatbot_id=b1&status=held',
      { chatbot_id: 'b2', status: 'held' },
      'LIST-RESERVATIONS-34',
    ],
    ['GET /leads?status=new&limit=5&offset=5', { status: 'won' }, 'LIST-LEADS-27'],
    ['GET /bookings?chatbot_id=b1&offset=1', { chatbot_id: 'b2' }, 'LIST-BOOKINGS-27'],
  ])('of %s, %j, is blamed by %s', (asked, item, id) => {
    expect(judged(asked, item).findings.map(({ requirement }) => requirement)).toEqual([id])
  })

  test('does not hide behind a hidden reservation, nor the other way round', () => {
    const [held, early] = [
      { status: 'held', start_at: '2026-11-02T00:00:00Z' },
      { status: 'confirmed', start_at: '2026-10-01T00:00:00Z' },
    ]
    const blamed = (...items: readonly unknown[]): readonly string[] =>
      judged(`GET /reservations?from=${NOON}`, ...items)
        .findings.map(({ requirement }) => requirement)
        .toSorted()

    expect(blamed(held, early, held)).toEqual(['LIST-RESERVATIONS-23', 'LIST-RESERVATIONS-27'])
    expect(blamed(early, held, early)).toEqual(['LIST-RESERVATIONS-23', 'LIST-RESERVATIONS-27'])
  })

  test('is shown with what matters of it', () => {
    const [kept, wrong] = [{ status: 'new' }, { id: 'l2', status: 'won', name: 'Ada', created_at: NOON }]

    expect(summarised(judged('GET /leads?status=new', kept, wrong, wrong))).toEqual([
      [
        'LIST-LEADS-21',
        'only items that match status=new',
        `2 of 3 items, first: status "won", in {"id":"l2","status":"won","created_at":"${NOON}"}`,
        '/data/1/status',
      ],
    ])
  })

  test.each(['held', 'blocked'])('is %s, where no status is named', (status) => {
    expect(summarised(judged('GET /reservations?limit=5', { status }))).toEqual([
      [
        'LIST-RESERVATIONS-23',
        'neither held nor blocked where no status is named',
        `status "${status}", in {"status":"${status}"}`,
        '/data/0/status',
      ],
    ])
  })

  test('of two filters is explained by either', () => {
    const [finding] = judged('GET /leads?chatbot_id=b1&status=new', {
      chatbot_id: 'b2',
      status: 'new',
    }).findings
    expect(finding?.explainedBy).toEqual(expect.arrayContaining(['LIST-LEADS-20', 'LIST-LEADS-21']))
  })
})

test.each([
  ['GET /reservations?chatbot_id=b1', ['LIST-RESERVATIONS-23']],
  ['GET /reservations?status=held', ['LIST-RESERVATIONS-21']],
  ['GET /leads?chatbot_id=b1', []],
])('a wrong item of %s may follow from %j, or from an item of another workspace', (asked, ids) => {
  const [finding] = judged(asked, { chatbot_id: 'b2', status: 'confirmed' }).findings
  expect(finding?.explainedBy?.filter((id) => !id.startsWith('ISOLATION-'))).toEqual(ids)
  expect(finding?.explainedBy?.filter((id) => id.startsWith('ISOLATION-'))).toHaveLength(1)
})

describe('an item that belongs', () => {
  test.each([
    ['GET /conversations?is_lead=true', { is_lead: true }, 'LIST-CONVERSATIONS-21'],
    ['GET /reservations?status=held,confirmed', { status: 'held' }, 'LIST-RESERVATIONS-22'],
    [`GET /reservations?from=${NOON}`, { start_at: NOON }, 'LIST-RESERVATIONS-27'],
    ['GET /reservations', { status: 'cancelled' }, 'LIST-RESERVATIONS-23'],
  ])('holds %s', (asked, item, id) => {
    const judgements = judged(asked, item)
    expect([summarised(judgements), judgements.held.get(id)]).toEqual([[], 1])
  })

  test('is needed: an empty page proves nothing', () => {
    expect(judged('GET /leads?status=new').held.size).toBe(0)
  })
})

describe('freedoms', () => {
  test.each([
    [
      'the rest of the day that a date bound names',
      `GET /leads?since=${NOON}`,
      { created_at: '2026-11-01T00:00:00Z' },
    ],
    ['the bound itself', `GET /reservations?since=${NOON}`, { created_at: NOON }],
    ['a language as a prefix', 'GET /conversations?language=pt', { language_code: 'pt-BR' }],
    ['letter case', 'GET /leads?status=new', { status: 'New' }],
    ['blanks around', 'GET /conversations?status=open', { status: ' open ' }],
    ['what since means for bookings', `GET /bookings?since=${NOON}`, { created_at: '2020-01-01T00:00:00Z' }],
    ['an empty value', 'GET /leads?status=', { status: 'won' }],
    ['a flag of another kind', 'GET /conversations?is_lead=1', { is_lead: false }],
    ['a bound of another form', 'GET /leads?since=2026-11-01', { created_at: '2020-01-01T00:00:00Z' }],
    ['an unknown status', 'GET /reservations?status=lost', { status: 'confirmed' }],
    ['a repeated parameter', 'GET /leads?status=new&status=won', { status: 'won' }],
    ['an unknown parameter beside', 'GET /leads?status=new&sort=x', { status: 'won' }],
    ['a parameter called like a prototype', 'GET /leads?__proto__=new', { status: 'won' }],
    ['another called so', 'GET /leads?constructor=new&status=new', { status: 'won' }],
    ['an item whose time cannot be read', `GET /leads?since=${NOON}`, { created_at: 'yesterday' }],
    ['an item without the flag', 'GET /conversations?is_lead=true', {}],
    ['an item that is none', 'GET /leads?status=new', null],
    ['a list without filters', 'GET /chatbots?chatbot_id=b1', { chatbot_id: 'b2' }],
  ])('%s: %s', (_, asked, item) => {
    expect(summarised(judged(asked, item))).toEqual([])
  })

  test.each(['GET /reservations', 'GET /reservations?status=held', 'GET /leads?status=new'])(
    '%s: a value that refuses to be a text is judged all the same',
    (asked) => {
      const odd: unknown = JSON.parse('{"status":{"toString":1,"valueOf":1},"__proto__":{"status":"held"}}')
      expect(() => judged(asked, odd, { status: ['held'] })).not.toThrow()
    },
  )
})

test('a wrong item on a later page may follow from any filter of the request, and from what they do together', () => {
  const asked = `GET /reservations?from=${NOON}&to=2026-11-02T00:00:00Z&chatbot_id=b1&limit=1&offset=1`
  const [finding] = judged(asked, { chatbot_id: 'b2', start_at: NOON, status: 'confirmed' }).findings
  const numbers = finding?.explainedBy?.flatMap((id) => /^LIST-RESERVATIONS-(\d+)$/.exec(id)?.[1] ?? [])

  expect(finding?.requirement).toBe('LIST-RESERVATIONS-35')
  expect(numbers?.toSorted()).toEqual(['20', '23', '27', '28', '29', '34'])
})

test('a reading says of an item whether it belongs, and what keeps it out', () => {
  const reading = readFilters(exchange(`GET /leads?status=new&since=${NOON}`), 'GET /leads')
  expect(reading?.belongs({ status: 'won', created_at: NOON })).toEqual({
    membership: 'out',
    because: 'status=new',
    field: 'status',
  })
  expect(reading?.belongs({ status: 'new', created_at: NOON }).membership).toBe('open')
})

describe('an item on the bound of since', () => {
  const known = exchange('GET /leads', { body: page([lead({ status: 'new' })]) })
  const ask = (query: string, items: readonly object[], more = false): Parameters<typeof itemsOnBound>[1] => [
    known,
    exchange(`GET /leads?since=${AT}${query}`, {
      id: 2,
      body: { data: items, pagination: { limit: 50, offset: 0, total: 100, has_more: more } },
    }),
  ]
  const seen = (...asked: Parameters<typeof ask>): boolean[] =>
    itemsOnBound('GET /leads', ask(...asked)).map(({ included }) => included)

  test.each([
    ['comes', '', [lead({ status: 'new' })], [true]],
    ['is missing', '', [], [false]],
    ['comes beside a filter that keeps it', '&status=new', [lead({ status: 'new' })], [true]],
    ['proves nothing where another filter drops it', '&status=won', [], []],
    ['proves nothing of a later page', '&offset=50', [], []],
  ])('%s', (_, query, items, expected) => {
    expect(seen(query, items)).toEqual(expected)
  })

  test('proves nothing where it may stand on the next page', () => {
    expect(seen('', [], true)).toEqual([])
  })
})

const BOUND = '2026-11-10T00:00:00Z'
const [EARLY, LATE] = ['2026-11-01T00:00:00Z', '2026-11-20T00:00:00Z']
const known = [
  { id: 'made-early', created_at: EARLY, start_at: LATE, end_at: LATE },
  { id: 'made-late', created_at: LATE, start_at: EARLY, end_at: EARLY },
]
const consistent = (items: readonly JsonObject[], ids: readonly string[], since: string = BOUND): string[] =>
  bookingSince(items, exchange(`GET /bookings?since=${since}`, { body: page(ids.map((id) => ({ id }))) }))

test.each([
  ['created_at', known, ['made-late'], ['created_at']],
  ['start or end', known, ['made-early'], ['start_at', 'end_at']],
  ['no date', known, [], []],
  ['any date, where none is shown', [{ id: 'x' }], [], ['created_at', 'start_at', 'end_at']],
  [
    'any date, where all stand on the bound',
    [{ id: 'x', created_at: BOUND, start_at: BOUND, end_at: BOUND }],
    [],
    ['created_at', 'start_at', 'end_at'],
  ],
])('%s explains what was kept', (_, items, kept, dates) => {
  expect(consistent(items, kept)).toEqual(dates)
})

test('nothing explains what cannot be read', () => {
  expect(consistent(known, [], 'yesterday')).toEqual([])
  expect(bookingSince(known, exchange(`GET /bookings?since=${BOUND}`, { status: 400 }))).toEqual([])
})

import { describe, expect, test } from 'vitest'
import { fakeClient } from '../../../lib/api/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/api/testing/run-case.ts'
import { listing, item } from '../../../lib/api/testing/tables.ts'
import {
  candidatesOf,
  type Combination,
  combinations,
  pagedCombinations,
  combinedQueries,
} from './combined-filters.ts'
import type { JsonObject } from '../../../lib/util/values.ts'
import type { Query } from '../../../lib/api/actor.ts'
import type { ListKey } from '../../../lib/api/catalogue/index.ts'

const LEADS = ['new A', 'new A', 'won A', 'won A', 'new B', 'new B', 'won Gone', 'lost Gone'].map(
  (text, index) => {
    const [status, chatbot_id] = text.split(' ')
    return item(`L${index}`, 100, { status, chatbot_id })
  },
)
const CHATBOTS = ['A', 'B'].map((id) => item(id, 1))

test('filters are combined by the items of chatbots that are listed, once for all cases of a run', async () => {
  const client = fakeClient(listing({ '/leads': LEADS, '/chatbots': CHATBOTS }))
  const outcome = await runCase(sessionOf(client), async (ctx) => {
    const first = await combinedQueries(ctx, 'GET /leads')

    expect(first.whole).toEqual([{ chatbot_id: 'A', status: 'new' }])
    expect(first.paged).toEqual(first.whole)
    expect(await combinedQueries(ctx, 'GET /leads')).toBe(first)
  })

  expect(outcome).toMatchObject({ verdict: 'passed' })
  expect(client.exchanges.map(({ request }) => request.path)).toEqual(['/leads', '/chatbots'])
})

test('without items nothing is combined', async () => {
  const client = fakeClient(listing({ '/leads': [], '/chatbots': CHATBOTS }))
  const outcome = await runCase(sessionOf(client), async (ctx) => {
    expect(await combinedQueries(ctx, 'GET /leads')).toEqual({ whole: [], paged: [] })
  })

  expect(outcome.verdict).toBe('passed')
})

const CONVERSATIONS = 'GET /conversations'
const itemOf = (id: string, chatbot_id: string, status: string, is_lead: boolean): JsonObject => ({
  id,
  chatbot_id,
  status,
  is_lead,
})
const combined = (list: ListKey, items: readonly JsonObject[], most: number): Combination[] =>
  combinations(candidatesOf(list, items), most)
const paged = (items: readonly JsonObject[], first: readonly Combination[]): Combination[] =>
  pagedCombinations(CONVERSATIONS, candidatesOf(CONVERSATIONS, items), first)
const queries = (...asked: Parameters<typeof combined>): Query[] =>
  combined(...asked).map(({ query }) => query)

describe('combinations of filters', () => {
  const items = [
    itemOf('1', 'A', 'open', true),
    itemOf('2', 'A', 'open', false),
    itemOf('3', 'A', 'resolved', true),
    itemOf('4', 'B', 'open', true),
  ]

  test('show it where one of them is left out: an item passes all the others and not that one', () => {
    const [found] = combined(CONVERSATIONS, items, 1)

    expect(found?.query).toEqual({ chatbot_id: 'A', status: 'open', is_lead: 'true' })
    expect(found?.shows.toSorted()).toEqual(['chatbot_id', 'is_lead', 'status'])
  })

  test('are only those that show something new', () => {
    expect(queries(CONVERSATIONS, items, 10)).toHaveLength(1)
  })

  test('are no more than asked for', () => {
    const far = [
      itemOf('1', 'A', 'open', true),
      itemOf('2', 'A', 'shut', false),
      itemOf('3', 'B', 'open', false),
      itemOf('4', 'B', 'shut', true),
    ]

    expect(queries(CONVERSATIONS, far, 2)).toHaveLength(2)
    expect(queries(CONVERSATIONS, far, 0)).toEqual([])
  })

  test('are of filters that the items have values for', () => {
    const partly = items.map((item) => ({ ...item, status: null }))

    expect(queries(CONVERSATIONS, partly, 3)).toEqual([{ chatbot_id: 'A', is_lead: 'true' }])
  })

  test('are of values that the specification gives a meaning', () => {
    const odd = items.map((item) => ({ ...item, status: `"${String(item['status'])}"` }))

    expect(queries(CONVERSATIONS, odd, 3)).toEqual([{ chatbot_id: 'A', is_lead: 'true' }])
  })

  test('are none if no item distinguishes two filters', () => {
    expect(queries(CONVERSATIONS, items.slice(0, 1), 3)).toEqual([])
    expect(queries(CONVERSATIONS, [], 3)).toEqual([])
  })

  test('rather keep two items than one, so that there is a second page', () => {
    const one = [
      itemOf('1', 'A', 'open', true),
      itemOf('2', 'A', 'shut', true),
      itemOf('3', 'B', 'open', true),
    ]
    const two = ['4', '5'].map((id) => itemOf(id, 'B', 'shut', true))

    expect(queries(CONVERSATIONS, [...one, ...two], 1)).toMatchObject([{ chatbot_id: 'B', status: 'shut' }])
  })
})

test('an item of which it is open whether a filter keeps it shows nothing', () => {
  const items = ['pt', 'PT'].map((language_code, index) => ({
    id: String(index),
    chatbot_id: index === 0 ? 'A' : 'B',
    language_code,
  }))
  const other = { id: '9', chatbot_id: 'A', language_code: 'en' }
  const far = { id: '8', chatbot_id: 'B', language_code: 'pt' }

  expect(queries(CONVERSATIONS, items, 1)).toEqual([])
  expect(queries(CONVERSATIONS, [...items, other, far], 1)).toEqual([{ chatbot_id: 'A', language: 'pt' }])
})

test('a bound lies between items, so that it keeps some in and some out', () => {
  const items = ['A', 'B'].flatMap((chatbot_id) =>
    [6, 5, 4, 3, 2, 1].map((day) => ({
      id: `${chatbot_id}${day}`,
      chatbot_id,
      created_at: `2026-11-0${day}T12:00:00Z`,
    })),
  )
  const [found] = combined('GET /leads', items, 1)

  expect(found?.shows).toEqual(['chatbot_id', 'since'])
  expect(found?.query['since']).toMatch(/^2026-11-0[35]T12:00:00Z$/)
})

describe('reservations that are listed only where their status is named', () => {
  const visit = (id: string, chatbot_id: string, status: string, start: number): JsonObject => ({
    id,
    chatbot_id,
    status,
    start_at: `2026-11-0${start}T12:00:00Z`,
    created_at: '2026-10-01T00:00:00Z',
  })

  test('do not show that a filter is lost where no status is named', () => {
    const items = [visit('1', 'A', 'confirmed', 5), visit('2', 'B', 'held', 5), visit('3', 'A', 'blocked', 1)]

    expect(queries('GET /reservations', items, 3).filter((query) => !('status' in query))).toEqual([])
  })

  test('do not show that the status is lost', () => {
    const items = [
      visit('1', 'A', 'confirmed', 5),
      visit('2', 'B', 'confirmed', 5),
      visit('3', 'A', 'held', 5),
    ]
    const found = combined('GET /reservations', items, 3).filter(
      ({ query }) => query['status'] === 'confirmed',
    )

    expect(found.flatMap(({ shows }) => shows)).not.toContain('status')
  })
})

describe('combinations for a later page', () => {
  const twice = (id: string, ...rest: [string, string, boolean]): JsonObject[] => [
    itemOf(`${id}1`, ...rest),
    itemOf(`${id}2`, ...rest),
  ]
  const items = [
    ...twice('a', 'A', 'open', true),
    ...twice('b', 'A', 'open', false),
    ...twice('c', 'A', 'resolved', true),
    ...twice('d', 'B', 'open', true),
  ]

  test('are out of those whose first page is asked for anyway', () => {
    const first = combined(CONVERSATIONS, items, 4)

    expect(paged(items, first)).toEqual(first)
  })

  test('show a filter alone if no combination shows it', () => {
    expect(
      paged(items, [])
        .flatMap(({ shows }) => shows)
        .toSorted(),
    ).toEqual(['chatbot_id', 'is_lead', 'status'])
  })

  test('are none where no filter keeps two items', () => {
    const alone = [itemOf('1', 'A', 'open', true), itemOf('2', 'B', 'shut', false)]

    expect(paged(alone, combined(CONVERSATIONS, alone, 4))).toEqual([])
  })
})

describe('bounds that are given beside other filters', () => {
  const RESERVATIONS = 'GET /reservations'
  const at = (hour: number): string => `2026-11-20T0${hour}:00:00Z`
  const items = [
    { chatbot_id: 'A', start_at: at(4) },
    { chatbot_id: 'B', start_at: at(3) },
    { chatbot_id: 'A', start_at: at(2) },
    { chatbot_id: 'B', start_at: at(1) },
  ].map((item, index): JsonObject => ({
    id: String(index),
    status: 'confirmed',
    created_at: at(index),
    ...item,
  }))

  test('stand where an item stands that the others keep: whether a bound includes it shows there', () => {
    const asked = queries(RESERVATIONS, items, 4).filter(({ from, to }) => from ?? to)
    const starts = (chatbot: unknown): unknown[] =>
      items.filter((item) => item['chatbot_id'] === chatbot).map((item) => item['start_at'])
    const onItem = (name: 'from' | 'to'): boolean =>
      asked.some(
        ({ chatbot_id, [name]: bound }) => chatbot_id !== undefined && starts(chatbot_id).includes(bound),
      )

    expect([onItem('from'), onItem('to')]).toEqual([true, true])
  })
})

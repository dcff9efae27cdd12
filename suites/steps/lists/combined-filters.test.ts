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
})

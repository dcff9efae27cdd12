import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../util/values.ts'
import type { Answer } from './answer.ts'
import { absentId, foreignItems, linkedLeads } from './chosen-items.ts'
import { idsOf, type Workspace } from './discovery.ts'
import { answerOf, discoveryOf } from './testing/answers.ts'

const born = (id: string, year: number): JsonObject => ({ id, created_at: `${year}-01-01T00:00:00Z` })

/** A workspace with these leads, which are part of more where `whole` is false, and these chatbots. */
function workspace(
  leads: readonly JsonObject[],
  { whole = true, chatbots = [] as readonly JsonObject[] } = {},
): Workspace {
  const { main } = discoveryOf({ 'GET /leads': leads, 'GET /chatbots': chatbots })
  const pagination = { limit: 100, offset: 0, total: leads.length + (whole ? 0 : 100), has_more: !whole }
  const page: Answer = answerOf({ data: leads, pagination }, { path: '/leads' })
  return { ...main, lists: { ...main.lists, 'GET /leads': page } }
}

const foreign = (...sides: readonly [Workspace, Workspace | undefined]): string[] =>
  idsOf(foreignItems(...sides, 'GET /leads'))

describe('items that stand for nothing in another workspace', () => {
  test('are those that it does not list', () => {
    expect(foreign(workspace([born('a', 1), born('b', 2)]), workspace([born('b', 2)]))).toEqual(['a'])
    expect(foreign(workspace([born('a', 1)]), undefined)).toEqual(['a'])
  })

  const bots = [born('1', 2020)]
  const others = [born('1', 2021)]

  test('are not known beyond the first page where each numbers its own', () => {
    const asker = workspace([born('500', 3)], { whole: false, chatbots: others })

    expect(foreign(workspace([born('7', 1)], { chatbots: bots }), asker)).toEqual([])
  })

  test('are known beyond the first page if both list the same item, which leaks', () => {
    const asker = workspace([born('500', 3)], { whole: false, chatbots: bots })

    expect(foreign(workspace([born('7', 1)], { chatbots: bots }), asker)).toEqual(['7'])
  })
})

const lead = (id: string, status: string, more: JsonObject = {}): JsonObject => ({
  id,
  status,
  chatbot_id: 'Bot1',
  conversation_id: 'C1',
  ...more,
})

const linked = (...leads: readonly JsonObject[]): unknown[] =>
  linkedLeads(
    discoveryOf({
      'GET /chatbots': [{ id: 'Bot1' }],
      'GET /conversations': [
        { id: 'C1', chatbot_id: 'Bot1' },
        { id: 'C3', chatbot_id: 'Bot3' },
      ],
      'GET /leads': leads,
    }),
  ).map(({ id }) => id)

test('leads of every status come first, of the most frequent one the oldest, then the oldest others; four at most', () => {
  const leads = ['new', 'new', 'won', 'new', 'new', 'new'].map((status, index) => lead(`L${index}`, status))

  expect(linked(...leads)).toEqual(['L5', 'L2', 'L4', 'L3'])
})

test('of each status, a lead comes first that lacks a contact detail which the earlier ones have', () => {
  const contact = { name: 'Ada', email: 'ada@example.com', phone: '+15550100' }
  const leads = [
    lead('L0', 'new', contact),
    lead('L1', 'new', { ...contact, phone: null }),
    lead('L2', 'won', contact),
    lead('L3', 'won', { ...contact, email: null }),
  ]

  expect(linked(...leads).slice(0, 2)).toEqual(['L1', 'L3'])
})

describe('an id that stands for nothing', () => {
  test.each([
    ['Uk4x9Qw2Lz', /^[A-Za-z0-9]{10}$/],
    ['abcdefghijkl', /^[a-z]{12}$/],
    ['ABCDEFGHIJ', /^[A-Z]{10}$/],
    ['1234567890', /^[0-9]{10}$/],
    ['cb_9fK2-mm31', /^cb_[A-Za-z0-9]{4}-[A-Za-z0-9]{4}$/],
    ['7', /^[2-9]{10}$/],
    ['6f9619ff-8b86-4d01-b42d-00cf4fc964ff', /^0{8}-dead-4bad-8000-0{12}$/],
  ])('of the shape of %s', (sample, shape) => {
    expect(absentId(sample)).toMatch(shape)
  })

  test('is the same each time, and another one at each turn', () => {
    for (const sample of ['Uk4x9Qw2Lz', 'abc', '6f9619ff-8b86-4d01-b42d-00cf4fc964ff']) {
      const ids = Array.from({ length: 20 }, (_, turn) => absentId(sample, turn))
      expect(ids[3]).toBe(absentId(sample, 3))
      expect(new Set([sample, ...ids]).size).toBe(21)
    }
  })
})

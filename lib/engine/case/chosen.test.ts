import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../util/values.ts'
import type { Answer } from './answer.ts'
import { bareAllowance, bareConversations, foreignItems, linkedLeads, whyNoneBare } from './chosen.ts'
import { idsOf } from './items.ts'
import type { SeenWorkspace } from './discovery.ts'
import { answerOf, discoveryOf } from './testing/answers.ts'

const born = (id: string, year: number): JsonObject => ({ id, created_at: `${year}-01-01T00:00:00Z` })

/** A workspace with these chatbots and leads; unless `whole`, it has further leads beyond the page. */
function workspace(
  leads: readonly JsonObject[],
  { whole = true, chatbots = [] as readonly JsonObject[] } = {},
): SeenWorkspace {
  const { main } = discoveryOf({ 'GET /leads': leads, 'GET /chatbots': chatbots })
  const pagination = { limit: 100, offset: 0, total: leads.length + (whole ? 0 : 100), has_more: !whole }
  const page: Answer = answerOf({ data: leads, pagination }, { path: '/leads' })
  return { ...main, lists: { ...main.lists, 'GET /leads': page } }
}

const foreign = (...sides: readonly [SeenWorkspace, SeenWorkspace | undefined]): string[] =>
  idsOf(foreignItems(...sides, 'GET /leads'))

describe('items that stand for nothing in another workspace', () => {
  test('are those that it does not list', () => {
    expect(foreign(workspace([born('a', 1), born('b', 2)]), workspace([born('b', 2)]))).toEqual(['a'])
    expect(foreign(workspace([born('a', 1)]), undefined)).toEqual(['a'])
  })

  test('are not known where the list of the other workspace got an error', () => {
    const asker = workspace([])
    const lists = { ...asker.lists, 'GET /leads': answerOf({}, { path: '/leads', status: 500 }) }

    expect(foreign(workspace([born('a', 1)]), { ...asker, lists })).toEqual([])
  })

  test('are not known beyond the first page where both workspaces have an id in common', () => {
    const chatbots = [born('1', 2020)]
    const asker = workspace([born('500', 3)], { whole: false, chatbots })

    expect(foreign(workspace([born('7', 1)], { chatbots }), asker)).toEqual([])
    expect(foreign(workspace([born('7', 1)]), asker)).toEqual(['7'])
  })
})

test('leads for deduplication are those whose conversation is listed, with the same chatbot', () => {
  const lead = (id: string, chatbot_id: string, conversation_id: string | null): JsonObject => ({
    id,
    chatbot_id,
    conversation_id,
  })
  const discovery = discoveryOf({
    'GET /chatbots': [{ id: 'B1' }],
    'GET /conversations': [
      { id: 'C1', chatbot_id: 'B1' },
      { id: 'C3', chatbot_id: 'B3' },
    ],
    'GET /leads': [
      lead('L1', 'B1', 'C1'),
      lead('of another chatbot', 'B2', 'C1'),
      lead('of a chatbot that is gone', 'B3', 'C3'),
      lead('of a conversation that is gone', 'B1', 'C2'),
      lead('without one', 'B1', null),
    ],
  })

  expect(idsOf(linkedLeads(discovery))).toEqual(['L1'])
})

describe('conversations without a lead', () => {
  const conversations = (count: number, isLead = false): JsonObject[] =>
    Array.from({ length: count }, (_, n) => ({ id: `c${n}`, chatbot_id: 'b1', is_lead: isLead }))
  const having = (count: number): ReturnType<typeof discoveryOf> =>
    discoveryOf({ 'GET /conversations': conversations(count) })

  test('are those that are not marked as leads, and that no known lead names', () => {
    const discovery = discoveryOf({
      'GET /conversations': [...conversations(2), { id: 'marked', chatbot_id: 'b1', is_lead: true }],
      'GET /leads': [{ id: 'l1', conversation_id: 'c0' }],
    })

    expect(idsOf(bareConversations(discovery) ?? [])).toEqual(['c1'])
  })

  test.each([
    [4, 1],
    [19, 1],
    [42, 2],
  ])('of %i, a standard run takes %i', (count, taken) => {
    expect(bareAllowance(having(count), 'values')).toBe(taken)
  })

  test('are never more than a tenth, however often a case runs', () => {
    expect(bareAllowance(having(42), 'pairs')).toBe(4)
    expect(bareAllowance(having(42), 'values', 3)).toBe(1)
    expect(bareAllowance(having(42), 'values', 4)).toBe(0)
  })

  test('that lack are explained by what was seen', () => {
    const taken = discoveryOf({ 'GET /conversations': conversations(42, true) })

    expect(bareConversations(taken)).toBeUndefined()
    expect(whyNoneBare(taken)).toBe('a conversation without a lead: all 42 conversations have a lead')
  })
})

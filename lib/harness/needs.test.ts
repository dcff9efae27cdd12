import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../util/values.ts'
import { meet, type Need, NEEDS, type Prospect } from './needs.ts'
import { updateTargets } from './chosen.ts'
import { idsOf } from './items.ts'
import { answerOf, discoveryOf } from './testing/answers.ts'

const CAPABLE = { writes: true, exhaustibleKey: true, apex: true, webhooks: true }
const NOTHING = { writes: false }
const BARE = discoveryOf({}, undefined, NOTHING)
const BOTH_EMPTY = discoveryOf({}, {}, NOTHING)
const isNeed = (name: string): name is Need => name in NEEDS
const names = Object.keys(NEEDS).filter(isNeed)

/** What is found for one need. */
function found(need: Need, ...[main, other]: Parameters<typeof discoveryOf>): unknown {
  const prospect = meet([need], discoveryOf(main, other, CAPABLE))
  return prospect.met ? prospect.world[need] : undefined
}

const conversation = (id: string, fields: JsonObject = {}): JsonObject => ({
  id,
  chatbot_id: 'Bot1',
  is_lead: false,
  ...fields,
})

describe('a list that could not be read', () => {
  test('may hold what is missing: it did not come', () => {
    const { main, capabilities } = discoveryOf({})
    const lost = answerOf(undefined, {
      path: '/leads',
      failure: { kind: 'timeout', message: 'no answer within 20 ms' },
    })
    const discovery = { main: { ...main, lists: { ...main.lists, 'GET /leads': lost } }, capabilities }

    expect(meet(['lead'], discovery)).toMatchObject({
      met: false,
      unread: { exchange: lost.exchange, why: 'no answer within 20 ms' },
    })
  })

  test('may hold what is missing: no id is a string', () => {
    expect(meet(['lead'], discoveryOf({ 'GET /leads': [{ id: 5 }] }))).toMatchObject({
      met: false,
      unread: { why: 'has items, but none with an id that is a string' },
    })
  })
})

describe('what is missing is said', () => {
  test.each(names)('%s', (name) => {
    const prospect: Prospect = meet([name], name === 'otherKey' ? BARE : BOTH_EMPTY)

    expect(prospect).toEqual({
      met: false,
      reason: `needs ${NEEDS[name].missing}`,
      ofData: !('option' in NEEDS[name]),
      options: 'option' in NEEDS[name] ? [NEEDS[name].option] : [],
    })
  })
})

describe('what is found', () => {
  test('a chatbot that is active, or else any', () => {
    const paused = { id: 'Bot1', is_active: false }

    expect(found('chatbot', { 'GET /chatbots': [paused, { id: 'Bot2', is_active: true }] })).toBe('Bot2')
    expect(found('chatbot', { 'GET /chatbots': [paused] })).toBe('Bot1')
  })

  test('for notes the longest conversation that no update is tried on', () => {
    const counted = [3, 5, 1, 90, 90, 7].map((message_count, n) => conversation(`C${n}`, { message_count }))

    expect(found('updateTarget', { 'GET /conversations': counted })).toMatchObject({ id: 'C3' })
    expect(found('noteTarget', { 'GET /conversations': counted })).toBe('C5')
    expect(found('noteTarget', { 'GET /conversations': [conversation('a')] })).toBe('a')
  })

  test('conversations without a lead, the likeliest first', () => {
    const bare = found('bareConversations', {
      'GET /conversations': [
        conversation('a'),
        conversation('b', { is_lead: true }),
        conversation('c'),
        { id: 'd' },
      ],
      'GET /leads': [{ id: 'L1', conversation_id: 'a' }],
    })

    expect(bare).toMatchObject([{ id: 'c' }, { id: 'b' }])
  })

  test('items of the other workspace whose ids mean nothing here', () => {
    const own = [conversation('shared')]
    const theirs = [conversation('shared'), conversation('theirs')]

    expect(
      found('foreignConversation', { 'GET /conversations': own }, { 'GET /conversations': theirs }),
    ).toBe('theirs')
    expect(found('foreignLead', { 'GET /leads': own }, { 'GET /leads': own })).toBeUndefined()
  })
})

test('items without a usable id meet no need', () => {
  const items = [{ id: '' }, { id: 7 }, {}]
  const lists = {
    'GET /chatbots': items,
    'GET /conversations': items,
    'GET /leads': items.map((item) => ({ ...item, conversation_id: 'c' })),
  }
  const ofItems = names.filter(
    (name) => !['writes', 'otherKey', 'exhaustibleKey', 'apex', 'webhooks'].includes(name),
  )

  expect(ofItems.filter((name) => found(name, lists, lists) !== undefined)).toEqual([])
})

describe('the conversations that updates are tried on', () => {
  const chosen = (...all: readonly JsonObject[]): string[] => {
    const items = all.map((fields, n) => conversation(`C${n}`, fields))
    return idsOf(updateTargets(discoveryOf({ 'GET /conversations': items })))
  }
  const bare = (count: number): JsonObject[] => Array.from({ length: count }, () => ({ tags: [] }))
  const beyond = [null, Array.from({ length: 21 }, (_, n) => `tag ${n}`), ['x'.repeat(41)], ['']]
  const ofVisitor = (visitor_id: string): JsonObject => ({
    visitor_id,
    language_code: 'en',
    message_count: 2,
    tags: [],
  })

  test.each<[string, readonly JsonObject[], readonly string[]]>([
    ['of none', [], []],
    ['of one', bare(1), ['C0']],
    ['of two, one that leaves the other for notes', bare(2), ['C1']],
    ['of many, two from the middle', bare(6), ['C3', 'C4']],
    [
      'have tags that an update can put back',
      [...beyond.map((tags) => ({ tags })), ...bare(2)],
      ['C5', 'C4'],
    ],
    ['are of a visitor with others', ['A', 'B', 'B', 'C', 'D'].map(ofVisitor), ['C2', 'C1']],
  ])('%s', (_, all, expected) => {
    expect(chosen(...all)).toEqual(expected)
  })
})

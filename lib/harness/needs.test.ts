import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../util/values.ts'
import { meet, type Need, NEEDS, type Prospect } from './needs.ts'
import { updateTarget } from './chosen.ts'
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

    expect(meet(['lead'], discovery)).toMatchObject({ met: false, unread: lost })
  })

  test('may hold what is missing: no id is a string', () => {
    const discovery = discoveryOf({ 'GET /leads': [{ id: 5 }] })

    expect(meet(['lead'], discovery)).toMatchObject({ unread: discovery.main.lists['GET /leads'] })
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

  test('for notes the longest conversation but the one that updates are tried on, the last of equal ones', () => {
    const counted = [3, 5, 1, 90, 90, 7].map((message_count, n) => conversation(`C${n}`, { message_count }))

    expect(found('updateTarget', { 'GET /conversations': counted })).toMatchObject({ id: 'C3' })
    expect(found('noteTarget', { 'GET /conversations': counted })).toBe('C4')
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

test.each<[string, readonly JsonObject[], string | undefined]>([
  ['none of none', [], undefined],
  ['the only one', [{}], 'C0'],
  ['one from the middle', [{}, {}, {}, {}, {}], 'C2'],
  [
    'one with tags that an update can put back',
    [{ tags: null }, { tags: [''] }, { tags: [] }, { tags: null }],
    'C2',
  ],
  [
    'one with much that a write must not change',
    [
      { tags: [] },
      { tags: [], visitor_id: 'V', language_code: 'en', message_count: 2 },
      { tags: [] },
      { tags: [] },
    ],
    'C1',
  ],
])('updates are tried on %s', (_, all, expected) => {
  const items = all.map((fields, n) => conversation(`C${n}`, fields))

  expect(updateTarget(discoveryOf({ 'GET /conversations': items }))?.['id']).toBe(expected)
})

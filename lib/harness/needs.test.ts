import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../util/values.ts'
import { isSameWorkspace, meet, type Need, NEEDS, type Prospect, updateTargets } from './needs.ts'
import { exchange } from '../judge/testing/exchanges.ts'
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

  test.each([
    ['another-key', /both keys are shown the same one \(is CONFORMANCE_OTHER_API_KEY/],
    ['same-key', /GET \/me names one key for both \(does a cache ignore Authorization\?\)$/],
  ] as const)('a second key that is shown the first workspace, as %s', (twin, reason) => {
    expect(meet(['foreignLead'], { ...BARE, twin })).toMatchObject({
      reason: expect.stringMatching(reason) as string,
    })
  })
})

describe('what is found', () => {
  test('a chatbot that is active, or else any', () => {
    const paused = { id: 'Bot1', is_active: false }

    expect(found('chatbot', { 'GET /chatbots': [paused, { id: 'Bot2', is_active: true }] })).toBe('Bot2')
    expect(found('chatbot', { 'GET /chatbots': [paused] })).toBe('Bot1')
  })

  test('for updates an item of the middle, for notes another one: the longest that is not beyond measure', () => {
    const items = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => conversation(id))
    const counted = [3, 5, 1, 90, 40_000, 90].map((count, index) => ({
      ...items[index],
      message_count: count,
    }))

    expect(found('updateTarget', { 'GET /conversations': counted })).toMatchObject({ id: 'd' })
    expect(found('noteTarget', { 'GET /conversations': counted })).toBe('b')
    expect(found('noteTarget', { 'GET /conversations': items })).toBe('b')
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
  const conversations = (count: number): Parameters<typeof discoveryOf>[0] => ({
    'GET /conversations': Array.from({ length: count }, (_, n) => conversation(`C${n}`)),
  })
  const ids = (count: number): unknown[] =>
    updateTargets(discoveryOf(conversations(count))).map((item) => item['id'])

  test.each([
    [0, []],
    [1, ['C0']],
    [2, ['C1']],
    [3, ['C1', 'C0']],
    [6, ['C3', 'C5']],
  ])('of %d', (count, expected) => {
    expect(ids(count)).toEqual(expected)
  })

  test('are not those that notes are added to, where there are three', () => {
    const discovery = discoveryOf(conversations(3))
    const note = meet(['noteTarget'], discovery)

    expect(ids(3)).not.toContain(note.met && note.world.noteTarget)
  })

  test('are those of a visitor with others that have the same flag, where there are some', () => {
    const visitors = ['A', 'B', 'B', 'B', 'C', 'D', 'E', 'F', 'G', 'G']
    const items = visitors.map((visitor_id, n) => ({
      ...conversation(`C${n}`),
      visitor_id,
      language_code: 'en',
      message_count: 2,
      tags: [],
      is_resolved: n > 8,
    }))

    expect(updateTargets(discoveryOf({ 'GET /conversations': items })).map(({ id }) => id)).toEqual([
      'C2',
      'C1',
    ])
  })

  test('are not those whose tags are null, where others have some', () => {
    const items = Array.from({ length: 6 }, (_, n) => ({
      ...conversation(`C${n}`),
      tags: n % 2 === 0 ? [] : null,
    }))

    expect(updateTargets(discoveryOf({ 'GET /conversations': items })).map(({ id }) => id)).toEqual([
      'C2',
      'C0',
    ])
  })

  test('are not those whose tags an update could not put back', () => {
    const beyond = [Array.from({ length: 21 }, (_, n) => `tag ${n}`), ['x'.repeat(41)], ['']]
    const items = Array.from({ length: 6 }, (_, n) => ({
      ...conversation(`C${n}`),
      tags: beyond[n] ?? ['tag'],
    }))

    expect(updateTargets(discoveryOf({ 'GET /conversations': items })).map(({ id }) => id)).toEqual([
      'C4',
      'C3',
    ])
  })
})

const me = (team?: string): ReturnType<typeof exchange> =>
  exchange('GET /me', { body: { data: team === undefined ? {} : { team_id: team } } })

test('two keys belong to one workspace where both name the same team', () => {
  expect(isSameWorkspace(me('T1'), me('T1'))).toBe(true)
  expect(isSameWorkspace(me('T1'), me('T2'))).toBe(false)
  // Two answers without a team say nothing.
  expect(isSameWorkspace(me(), me())).toBe(false)
})

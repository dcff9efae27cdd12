import { describe, expect, test } from 'vitest'
import { meet, type Need, NEEDS } from './needs.ts'
import { answerOf, discoveryOf } from './testing/answers.ts'

const CAPABLE = { writes: true, exhaustibleKey: true, apex: true, webhooks: true }
const isNeed = (name: string): name is Need => name in NEEDS
const names = Object.keys(NEEDS).filter(isNeed)

function found(need: Need, ...[main, other]: Parameters<typeof discoveryOf>): unknown {
  const prospect = meet([need], discoveryOf(main, other, CAPABLE))
  return prospect.met ? prospect.world[need] : undefined
}

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

import { describe, expect, test } from 'vitest'
import { isolation } from './listed.ts'
import { exchange, page } from '../../lib/judge/testing/exchanges.ts'
import { booking, chatbot, conversation, lead, reservation } from '../../lib/judge/testing/items.ts'

const listed = (key: 'main' | 'other', asked: string, ...items: readonly unknown[]) =>
  exchange(asked, { id: key === 'main' ? 1 : 2, key, body: page(items) })

describe('an item of the other workspace', () => {
  test.each([
    ['GET /chatbots', chatbot(), 'ISOLATION-20'],
    ['GET /conversations', conversation(), 'ISOLATION-21'],
    ['GET /leads', lead(), 'ISOLATION-22'],
    ['GET /bookings', booking(), 'ISOLATION-23'],
    ['GET /reservations', reservation(), 'ISOLATION-24'],
  ])('in %s is reported', (list, item, requirement) => {
    const { held, findings } = isolation([
      listed('main', list, { ...item, id: 'mine' }, item),
      listed('other', list, item),
    ])

    expect(held.size).toBe(0)
    expect(findings).toEqual([
      {
        requirement,
        where: list,
        expected: "only items of the key's workspace",
        received: expect.stringContaining('an item that the other workspace also has: {"id":'),
        pointer: '/data/1',
        exchanges: [1, 2],
        count: 1,
      },
    ])
  })

  test('is known again after it has changed', () => {
    const [before, after] = [
      conversation(),
      conversation({ tags: [], is_resolved: true, updated_at: '2026-11-02T00:00:00Z' }),
    ]
    const { findings } = isolation([
      listed('main', 'GET /conversations', after),
      listed('other', 'GET /conversations', before),
    ])

    expect(findings.map(({ requirement }) => requirement)).toEqual(['ISOLATION-21'])
  })

  test('is not held against a filter that asks for a foreign chatbot: other requirements speak of it', () => {
    const item = lead({ chatbot_id: 'theirs' })
    const { findings } = isolation([
      listed('main', 'GET /chatbots', chatbot()),
      listed('other', 'GET /chatbots', chatbot({ id: 'theirs', name: 'Theirs' })),
      listed('main', 'GET /leads?chatbot_id=theirs', item),
      listed('other', 'GET /leads', item),
    ])
    expect(findings).toEqual([])
  })
})

test('an item of the other workspace is reported under a filter by a chatbot of the own one', () => {
  const { findings } = isolation([
    listed('main', 'GET /chatbots', chatbot()),
    listed('other', 'GET /chatbots', chatbot({ id: 'theirs', name: 'Theirs' })),
    listed('main', 'GET /leads?chatbot_id=bot1&status=theirs', lead()),
    listed('other', 'GET /leads', lead()),
  ])
  expect(findings.map(({ requirement }) => requirement)).toEqual(['ISOLATION-22'])
})

describe('workspaces of their own', () => {
  test.each([
    [
      'number their items alike',
      [lead(), lead({ id: 'l2' })],
      [lead({ created_at: '2026-01-01T00:00:00Z' }), lead({ id: 'l2' })],
    ],
    ['are empty', [], []],
    ['show no item of the other', [lead()], []],
    ['hold items that are none', [null, 5, []], [lead()]],
  ])('prove nothing where they %s', (_, own, foreign) => {
    const { held, findings } = isolation([
      listed('main', 'GET /leads', ...own),
      listed('other', 'GET /leads', ...foreign),
    ])
    expect([[...held], findings]).toEqual([[], []])
  })
})

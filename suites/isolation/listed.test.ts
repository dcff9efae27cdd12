import { describe, expect, test } from 'vitest'
import { isolation } from './listed.ts'
import { exchange, page } from '../../lib/engine/judge/testing/exchanges.ts'
import { chatbot, conversation, lead } from '../../lib/engine/judge/testing/items.ts'

const WITH_OTHER = { alone: false }

const listed = (key: 'main' | 'other', asked: string, ...items: readonly unknown[]) =>
  exchange(asked, { id: key === 'main' ? 1 : 2, key, body: page(items) })

describe('an item of the other workspace', () => {
  test('is reported where it stands, with both lists', () => {
    const { held, findings } = isolation(
      [listed('main', 'GET /leads', lead({ id: 'mine' }), lead()), listed('other', 'GET /leads', lead())],
      WITH_OTHER,
    )

    expect([...held]).toEqual([])
    expect(findings).toEqual([
      {
        requirement: 'ISOLATION-22',
        where: 'GET /leads',
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
    const { findings } = isolation(
      [listed('main', 'GET /conversations', after), listed('other', 'GET /conversations', before)],
      WITH_OTHER,
    )

    expect(findings.map(({ requirement }) => requirement)).toEqual(['ISOLATION-21'])
  })

  test.each([
    ['a chatbot of the other workspace, of which other rows speak', 'theirs', []],
    ['a chatbot of the own workspace', 'bot1', ['ISOLATION-22']],
  ])('under a filter by %s', (_, chatbot_id, expected) => {
    const { findings } = isolation(
      [
        listed('main', 'GET /chatbots', chatbot()),
        listed('other', 'GET /chatbots', chatbot({ id: 'theirs', name: 'Theirs' })),
        listed('main', `GET /leads?chatbot_id=${chatbot_id}&status=theirs`, lead({ chatbot_id })),
        listed('other', 'GET /leads', lead({ chatbot_id })),
      ],
      WITH_OTHER,
    )
    expect(findings.map(({ requirement }) => requirement)).toEqual(expected)
  })
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
    const { held, findings } = isolation(
      [listed('main', 'GET /leads', ...own), listed('other', 'GET /leads', ...foreign)],
      WITH_OTHER,
    )
    expect([[...held], findings]).toEqual([[], []])
  })
})

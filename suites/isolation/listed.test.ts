import { describe, expect, test } from 'vitest'
import { isolation } from './listed.ts'
import type { Exchange } from '../../lib/engine/http/exchange.ts'
import { exchange, page } from '../../lib/engine/judge/testing/exchanges.ts'
import { chatbot, lead } from '../../lib/engine/judge/testing/items.ts'

const listed = (asked: string, ...items: readonly unknown[]): Exchange =>
  exchange(asked, { id: 1, body: page(items) })
/** The same as the owner of the foreign items is shown it. */
const owners = (asked: string, ...items: readonly unknown[]): Exchange =>
  exchange(asked, { id: 3, key: 'other', body: page(items) })

/** A look of a key at the sources of a chatbot. */
const look = (key: 'main' | 'other', id: string, status: number): Exchange =>
  exchange(`GET /knowledge/sources?chatbot_id=${id}`, { id: 2, key, status, body: { data: [] } })

const apart = [look('main', 'mine', 200), look('other', 'theirs', 200), look('main', 'theirs', 404)]
const own = lead({ chatbot_id: 'mine' })
const foreign = lead({ id: 'l2', chatbot_id: 'theirs' })

const judged = (...exchanges: readonly Exchange[]): ReturnType<typeof isolation> => isolation(exchanges)

describe('an item of a chatbot that the key is refused', () => {
  test('is reported where it stands, with the refusal', () => {
    const { held, findings } = judged(
      ...apart,
      listed('GET /leads', own, foreign),
      owners('GET /leads', foreign),
    )

    expect([...held]).toEqual([])
    expect(findings).toEqual([
      {
        requirement: 'ISOLATION-22',
        where: 'GET /leads',
        expected: "only items of the key's workspace",
        received: expect.stringContaining('an item of a chatbot that this key is refused: {"id":"l2"'),
        pointer: '/data/1',
        exchanges: [1, 2],
        count: 1,
      },
    ])
  })

  test('is also a chatbot itself', () => {
    const theirs = chatbot({ id: 'theirs' })
    const { findings } = judged(...apart, listed('GET /chatbots', theirs), owners('GET /chatbots', theirs))

    expect(findings.map(({ requirement }) => requirement)).toEqual(['ISOLATION-20'])
  })

  test('is left to other rules where the request named it', () => {
    const { findings } = judged(
      ...apart,
      listed('GET /leads?chatbot_id=theirs', foreign),
      owners('GET /leads', foreign),
    )

    expect(findings).toEqual([])
  })
})

describe('nothing is concluded', () => {
  test.each([
    ['where nobody is refused', apart.slice(0, 2)],
    ['of a chatbot that is refused to both keys', [...apart.slice(0, 2), look('main', 'gone', 404)]],
    ['where both keys are shown the same chatbot', [...apart, look('other', 'mine', 200)]],
  ])('%s', (_, looks) => {
    const { held, findings } = judged(
      ...looks,
      listed('GET /leads', own, foreign),
      owners('GET /leads', foreign),
    )

    expect([[...held], findings]).toEqual([[], []])
  })

  test('of an item that the other key is not shown: an own chatbot of the same number may be gone', () => {
    const { findings } = judged(...apart, listed('GET /leads', foreign), owners('GET /leads', lead()))

    expect(findings).toEqual([])
  })
})

test('a list of own items holds', () => {
  expect([...judged(...apart, listed('GET /leads', own)).held]).toEqual([['ISOLATION-22', 1]])
})

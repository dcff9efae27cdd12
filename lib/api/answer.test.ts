import { describe, expect, test } from 'vitest'
import { answerOf } from './testing/answers.ts'

describe('reading an answer', () => {
  test.each<[string, unknown]>([
    ['an array', [1]],
    ['null', null],
    ['a number', 7],
    ['an object without data', { pagination: 'x' }],
    ['data of another kind', { data: 'x', pagination: [] }],
  ])('never throws: %s', (_, body) => {
    const answer = answerOf(body)

    expect([answer.data, answer.items, answer.total, answer.usable]).toEqual([{}, [], undefined, false])
  })

  test('of a list gives its items, as far as they are objects, and its total', () => {
    const answer = answerOf({ data: [{ id: 'a' }, 7, null], pagination: { total: 3 } }, { path: '/leads' })

    expect([answer.items, answer.total, answer.usable]).toEqual([[{ id: 'a' }], 3, true])
  })

  test.each([-1, 1.5, '3.0', 2 ** 53])('a total of %j is none', (total) => {
    expect(answerOf({ data: [], pagination: { total } }).total).toBeUndefined()
  })
})

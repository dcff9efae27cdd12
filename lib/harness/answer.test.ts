import { describe, expect, test } from 'vitest'
import { Inconclusive, NoAnswer } from './exceptions.ts'
import { answerOf, noAnswer } from '../api/testing/answers.ts'

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

  test('of a single resource gives it', () => {
    expect(answerOf({ data: { id: 'a' } }).data).toEqual({ id: 'a' })
  })
})

describe('an answer as a premise', () => {
  test('is a 200 with data', () => {
    const answer = answerOf({ data: {} })

    expect(answer.control()).toBe(answer)
  })

  test.each([
    [answerOf({ data: {} }, { status: 201 }), 'GET /me gave no usable answer (status 201)', 'premise-broken'],
    [answerOf({}), 'GET /me gave no usable answer (status 200)', 'premise-broken'],
    [answerOf({}, { status: 429 }), 'the key got 429: its allowance is spent', 'rate-limited'],
    [noAnswer('budget', 'Not sent: the budget is spent.'), 'Not sent: the budget is spent.', 'budget'],
  ] as const)('is no other answer', (answer, reason, kind) => {
    expect(() => answer.control()).toThrow(new Inconclusive(reason, kind))
  })

  test('that is missing is an error', () => {
    expect(() => noAnswer('timeout').control()).toThrow(new NoAnswer('GET /me: no answer came'))
  })
})

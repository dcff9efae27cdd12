import { describe, expect, test } from 'vitest'
import { Inconclusive, NoAnswer } from './exceptions.ts'
import { answerOf, noAnswer } from '../testing/toy-run.ts'

describe('reading an answer', () => {
  test.each([[[1]], [null], [7], ['a text']])('never throws: %j', (body) => {
    const answer = answerOf(body)

    expect([answer.body, answer.data, answer.usable]).toEqual([{}, {}, false])
  })

  test('of an object gives it', () => {
    expect(answerOf({ title: 'Emma' })).toMatchObject({ data: { title: 'Emma' }, usable: true })
  })

  test.each([
    [399, false],
    [400, true],
    [499, true],
    [500, false],
  ])('with status %i is a refusal: %s', (status, isRefusal) => {
    expect(answerOf({}, { status }).isRefusal).toBe(isRefusal)
  })
})

describe('an answer as a premise', () => {
  test('is a 200 with an object', () => {
    const answer = answerOf({})

    expect(answer.control()).toBe(answer)
  })

  test.each([
    [answerOf({}, { status: 201 }), 'GET /status gave no usable answer (status 201)', 'premise-broken'],
    [answerOf([]), 'GET /status gave no usable answer (status 200)', 'premise-broken'],
    [answerOf({}, { status: 429 }), 'the key got 429: its allowance is spent', 'rate-limited'],
    [noAnswer('budget', 'Not sent: the budget is spent.'), 'Not sent: the budget is spent.', 'budget'],
  ] as const)('is no other answer', (answer, reason, kind) => {
    expect(() => answer.control()).toThrow(new Inconclusive(reason, kind))
  })

  test('that is missing is an error', () => {
    expect(() => noAnswer('timeout').control()).toThrow(new NoAnswer('GET /status: no answer came'))
  })
})

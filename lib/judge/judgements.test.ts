import { describe, expect, test } from 'vitest'
import { Judgements } from './judgements.ts'
import { exchangeOf } from '../harness/testing/answers.ts'
import { type Finding, mergeFindings } from './finding.ts'
import { judged } from './testing/findings.ts'

test('what holds is counted, and nothing held is not held', () => {
  const judgements = new Judgements(exchangeOf({}))
  judgements.pass('GET-ME-01')
  judgements.pass('GET-ME-01', 3)
  judgements.pass('ME-01', 0)

  expect([...judgements.held]).toEqual([['GET-ME-01', 4]])
})

test('a breach names the place, the exchanges and what else is known', () => {
  const judgements = new Judgements(exchangeOf({}, { id: 7, path: '/leads' }))
  judgements.fail('CHATBOT-01', 'this', 'that', {
    pointer: '/leads/0/title',
    also: [exchangeOf({}, { id: 3 })],
  })

  expect(judgements.findings).toEqual([
    {
      requirement: 'CHATBOT-01',
      where: 'GET /leads',
      expected: 'this',
      received: 'that',
      pointer: '/leads/0/title',
      exchanges: [7, 3],
      count: 1,
    },
  ])
})

test('the same failure of many items is one finding, counted', () => {
  const judgements = new Judgements(exchangeOf({}, { path: '/leads' }))
  for (let n = 0; n < 1000; n++) judgements.fail('CHATBOT-01', 'this', 'that', { pointer: `/data/${n}` })

  expect(judgements.findings).toMatchObject([{ pointer: '/data/0', count: 1000 }])
})

describe('what is seen again', () => {
  const row = (index: number, more: Partial<Finding> = {}): Finding =>
    judged('THING-04', { pointer: `/data/${index}/email`, exchanges: [index], ...more })

  test('is one finding, counted, with the first exchanges', () => {
    expect(mergeFindings([1, 2, 3, 4, 5].map((index) => row(index)))).toEqual([
      { ...row(1), exchanges: [1, 2, 3], count: 5 },
    ])
  })

  test('adds up what was merged before, and names an exchange once', () => {
    const [only] = mergeFindings([row(1, { count: 4 }), row(1, { count: 2 })])
    expect([only?.count, only?.exchanges]).toEqual([6, [1]])
  })

  test.each<[string, Partial<Finding>]>([
    ['at another place', { where: 'GET /things/{id}' }],
    ['of another field', { pointer: '/data/1/phone' }],
    ['of another requirement', { requirement: 'THING-05' }],
  ])('is another finding %s', (_, more) => {
    expect(mergeFindings([row(1), row(1, more)])).toHaveLength(2)
  })

  test('is another finding by a case', () => {
    expect(mergeFindings([row(1), { ...row(1), case: 'THING-04' }])).toHaveLength(2)
  })

  test('keeps digits that are no position', () => {
    expect(
      mergeFindings([judged('A-01', { pointer: '/data/v1' }), judged('A-01', { pointer: '/data/v2' })]),
    ).toHaveLength(2)
  })
})

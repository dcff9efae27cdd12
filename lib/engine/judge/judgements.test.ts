import { expect, test } from 'vitest'
import { Judgements } from './judgements.ts'
import { exchangeOf } from '../case/testing/answers.ts'
import { type Finding, mergeFindings } from './finding.ts'
import { judged } from './testing/findings.ts'

test('the same failure of many items is one finding, counted', () => {
  const judgements = new Judgements(exchangeOf({}, { path: '/leads' }))
  for (let n = 0; n < 1000; n++) judgements.fail('CHATBOT-01', 'this', 'that', { pointer: `/data/${n}` })

  expect(judgements.findings).toMatchObject([{ pointer: '/data/0', count: 1000 }])
})

const row = (index: number, more: Partial<Finding> = {}): Finding =>
  judged('THING-04', { pointer: `/data/${index}/email`, exchanges: [index], ...more })

test('what is seen again is one finding, counted, with the exchanges that show the first', () => {
  expect(mergeFindings([row(1, { count: 4 }), ...[2, 3, 4, 5, 5].map((index) => row(index))])).toEqual([
    { ...row(1), exchanges: [1], count: 9 },
  ])
})

test.each<[string, Partial<Finding>]>([
  ['at another place', { where: 'GET /things/{id}' }],
  ['of another field', { pointer: '/data/1/phone' }],
  ['at digits that are no position', { pointer: '/data/1/v2' }],
  ['of another requirement', { requirement: 'THING-05' }],
  ['by a case', { case: 'THING-04' }],
])('what is seen %s is another finding', (_, more) => {
  expect(mergeFindings([row(1), { ...row(1), ...more }])).toHaveLength(2)
})

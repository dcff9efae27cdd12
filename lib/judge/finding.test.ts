import { describe, expect, test } from 'vitest'
import { type Finding, mergeFindings } from './finding.ts'
import { judged } from './testing/findings.ts'

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

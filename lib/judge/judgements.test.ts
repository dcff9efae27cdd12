import { expect, test } from 'vitest'
import { Judgements, place } from './judgements.ts'
import { exchangeOf } from '../testing/toy-run.ts'

test('what holds is counted, and nothing held is not held', () => {
  const judgements = new Judgements(exchangeOf({}))
  judgements.pass('STATUS-1')
  judgements.pass('STATUS-1', 3)
  judgements.pass('STATUS-2', 0)

  expect([...judgements.held]).toEqual([['STATUS-1', 4]])
})

test('a breach names the place, the exchanges and what else is known', () => {
  const judgements = new Judgements(exchangeOf({}, { id: 7, path: '/books' }))
  judgements.fail('BOOK-1', 'this', 'that', {
    pointer: '/books/0/title',
    explainedBy: ['BOOK-2'],
    also: [exchangeOf({}, { id: 3 })],
  })

  expect(judgements.findings).toEqual([
    {
      requirement: 'BOOK-1',
      where: 'GET /books',
      expected: 'this',
      received: 'that',
      pointer: '/books/0/title',
      explainedBy: ['BOOK-2'],
      exchanges: [7, 3],
      count: 1,
    },
  ])
})

test('what was received is only put into words for a breach', () => {
  const judgements = new Judgements(exchangeOf({}))
  judgements.check(true, 'STATUS-1', 'this', () => {
    throw new Error('not needed')
  })
  judgements.check(false, 'STATUS-2', 'this', () => 'that')

  expect([...judgements.held.keys(), ...judgements.findings.map((f) => f.requirement)]).toEqual([
    'STATUS-1',
    'STATUS-2',
  ])
})

test.each([
  ['GET', '/books', 'GET /books'],
  ['DELETE', '/status', 'DELETE /status'],
])('%s %s takes place at %s', (method, path, where) => {
  expect(place(exchangeOf({}, { method, path }))).toBe(where)
})

test('one exchange is not blamed without end', () => {
  const judgements = new Judgements(exchangeOf({}, { path: '/books' }))
  for (let times = 0; times < 10_000; times++) judgements.fail('BOOK-1', 'this', 'that')

  expect(judgements.findings.length).toBeLessThanOrEqual(1000)
})

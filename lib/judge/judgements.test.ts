import { expect, test } from 'vitest'
import { Judgements, place } from './judgements.ts'
import { exchange } from '../api/oracles/testing/exchanges.ts'

test('what holds is counted, and nothing held is not held', () => {
  const judgements = new Judgements(exchange('GET /me'))
  judgements.pass('ME-01')
  judgements.pass('ME-01', 3)
  judgements.pass('ME-02', 0)

  expect([...judgements.held]).toEqual([['ME-01', 4]])
})

test('a breach names the place, the exchanges and what else is known', () => {
  const judgements = new Judgements(exchange('GET /leads/l1', { id: 7 }))
  judgements.fail('LEAD-01', 'this', 'that', {
    pointer: '/data/id',
    explainedBy: ['JSON-03'],
    also: [exchange('GET /leads', { id: 3 })],
  })

  expect(judgements.findings).toEqual([
    {
      requirement: 'LEAD-01',
      where: 'GET /leads/{id}',
      expected: 'this',
      received: 'that',
      pointer: '/data/id',
      explainedBy: ['JSON-03'],
      exchanges: [7, 3],
      count: 1,
    },
  ])
})

test('what was received is only put into words for a breach', () => {
  const judgements = new Judgements(exchange('GET /me'))
  judgements.check(true, 'ME-01', 'this', () => {
    throw new Error('not needed')
  })
  judgements.check(false, 'ME-02', 'this', () => 'that')

  expect([...judgements.held.keys(), ...judgements.findings.map((f) => f.requirement)]).toEqual([
    'ME-01',
    'ME-02',
  ])
})

test.each([
  ['GET /conversations/c1?x=1', 'GET /conversations/{id}'],
  ['DELETE /me', 'DELETE /me'],
])('%s takes place at %s', (asked, where) => {
  expect(place(exchange(asked))).toBe(where)
})

test('one exchange is not blamed without end', () => {
  const judgements = new Judgements(exchange('GET /leads'))
  for (let times = 0; times < 10_000; times++) judgements.fail('LEAD-01', 'this', 'that')

  expect(judgements.findings.length).toBeLessThanOrEqual(1000)
})

import { describe, expect, test } from 'vitest'
import { ids, sameId } from './ids.ts'
import { judgementsOf, exchange, page, summarised } from '../../lib/engine/judge/testing/exchanges.ts'

describe('ids', () => {
  const judgedIds = (asked: string, body: unknown) => judgementsOf(exchange(asked, { body }), ids)

  test('that differ hold', () => {
    const judgements = judgedIds('GET /conversations/c', {
      data: { id: 'c', messages: [{ id: 'm1' }, { id: 'm2' }] },
    })
    expect([summarised(judgements), judgements.held.get('ID-01'), judgements.held.get('ID-02')]).toEqual([
      [],
      3,
      1,
    ])
  })

  test.each([
    ['GET /leads', page([{ id: '' }]), ['ID-01', 'an id that is not empty', '""', '/data']],
    ['GET /chatbots', page([{ id: '' }]), ['ID-01', 'an id that is not empty', '""', '/data']],
    [
      'GET /leads',
      page([{ id: 'a' }, { id: 'b' }, { id: 'a' }]),
      ['ID-02', 'ids that are not repeated', '"a" twice', '/data'],
    ],
    [
      'GET /conversations/m',
      { data: { id: 'm', messages: [{ id: 'm' }, { id: 'm' }] } },
      ['ID-02', 'ids that are not repeated', '"m" twice', '/data/messages'],
    ],
  ])('of %s, case %#, are blamed', (asked, body, finding) => {
    expect(summarised(judgedIds(asked, body))).toEqual([finding])
  })

  test.each([
    [
      'a message may be numbered like its conversation',
      'GET /conversations/m',
      { data: { id: 'm', messages: [{ id: 'm' }] } },
    ],
    ['letter case distinguishes ids', 'GET /leads', page([{ id: 'a' }, { id: 'A' }])],
    [
      'an id that is not a string is left to the requirement of its field',
      'GET /leads',
      page([{ id: 1 }, { id: 1 }, {}, null, 'x']),
    ],
    ['unknown paths are not judged', 'GET /nowhere', page([{ id: '' }])],
    ['items may be called like prototypes', 'GET /leads', page([{ id: '__proto__' }, { id: 'constructor' }])],
  ])('%s', (_, asked, body) => {
    expect(summarised(judgedIds(asked, body))).toEqual([])
  })
})

test('an answer carries the id that was asked for', () => {
  const judged = (id: string) =>
    judgementsOf(
      exchange('GET /leads/l2', { body: { data: { id } } }),
      sameId('GET /leads/{id}', 'GET-LEAD-03'),
    )
  expect(summarised(judged('l1'))).toEqual([['GET-LEAD-03', 'id "l2"', '"l1"', '/data/id']])
  expect(judged('l2').held.get('GET-LEAD-03')).toBe(1)
})

import { expect, test } from 'vitest'
import type { Exchange } from '../../../engine/http/exchange.ts'
import { exchange } from '../../../engine/judge/testing/exchanges.ts'
import type { RecordedFinding } from '../../report/record.ts'
import { findingOf } from '../testing/conducted.ts'
import { withRoles } from './roles.ts'

/** The finding that these exchanges of one case show, with the facts about them. */
function found(exchanges: readonly Exchange[], finding: Partial<RecordedFinding>): RecordedFinding {
  const asked = {
    exchanges: new Map(exchanges.map((one) => [one.id, one])),
    cases: [{ exchanges: exchanges.map(({ id }) => id) }],
  }
  const [first] = withRoles([findingOf('GET-ME-01', finding)], asked)
  return first!
}

const lead = (id: number, conversation: string, more: Partial<Exchange> = {}): Exchange => ({
  ...exchange('POST /leads', { id, sent: { conversation_id: conversation } }),
  ...more,
})

test('a read names the write before it, and what it was compared with', () => {
  const some = [exchange('GET /leads', { id: 3 }), lead(2, 'a'), exchange('GET /leads', { id: 1 })]
  expect(found(some, { exchanges: [3, 2, 1] }).roles).toEqual(['read', 'write', 'compared'])
})

test('a write names the reads after it', () => {
  const some = [lead(1, 'a'), exchange('GET /leads', { id: 2 }), lead(9, 'b')]
  expect(found(some, { exchanges: [1, 2, 9] }).roles).toEqual(['write', 'read', 'compared'])
})

test('one of several at the same time brings the others, and no other request', () => {
  const later = { startedAt: Date.UTC(2027, 0, 1) }
  const some = [
    lead(1, 'a'),
    lead(2, 'a'),
    lead(3, 'b'),
    lead(4, 'a', later),
    exchange('GET /leads', { id: 5 }),
  ]
  expect(found(some, { exchanges: [1] })).toMatchObject({
    exchanges: [1, 2],
    roles: ['simultaneous', 'simultaneous'],
  })
})

test('what is wrong with a member of the request is so at any time', () => {
  const some = [lead(1, 'a'), lead(2, 'a')]
  expect(found(some, { exchanges: [1], pointer: '/name', inRequest: true }).roles).toEqual(['write'])
})

test('a wrong status names what the same request got at other times', () => {
  const asked = (id: number, status: number): Exchange => exchange('GET /leads', { id, status })
  const some = [asked(1, 500), asked(2, 200), asked(3, 200), exchange('GET /me', { id: 4, status: 404 })]
  expect(found(some, { exchanges: [1], status: 500 }).otherwise).toEqual([200])
  expect(found(some, { exchanges: [1] }).otherwise).toBeUndefined()
})

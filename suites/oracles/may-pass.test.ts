import { expect, test } from 'vitest'
import type { Exchange } from '../../lib/http/exchange.ts'
import type { Finding } from '../../lib/judge/finding.ts'
import { mayPass } from './may-pass.ts'
import { exchange } from '../../lib/judge/testing/exchanges.ts'

const at = (one: Exchange, id: number, startedAt: number, durationMs = 20): Exchange => ({
  ...one,
  id,
  startedAt,
  durationMs,
})
const read = at(exchange('GET /leads'), 1, 1000)
const finding: Finding = {
  requirement: 'LIST-LEADS-09',
  where: 'GET /leads',
  expected: 'at most the 20 items that `total` leaves',
  received: '21 items',
  exchanges: [1],
  count: 1,
}

test.each(['LIST-LEADS-09', 'LIST-CONVERSATIONS-27', 'LIST-BOOKINGS-10'])(
  'what an oracle finds on a total may pass: %s',
  (requirement) => {
    expect(mayPass({ ...finding, requirement }, [read])).toBe(true)
  },
)

test('findings of cases, and findings that are not about counts, stay', () => {
  expect(mayPass({ ...finding, case: 'LIST-LEADS-09/counts' }, [read])).toBe(false)
  expect(mayPass({ ...finding, requirement: 'LIST-LEADS-02' }, [read])).toBe(false)
})

test.each([
  ['a lead that is created meanwhile', at(exchange('POST /leads'), 2, 1010), true],
  ['a lead that was under way already', at(exchange('POST /leads'), 2, 985), true],
  ['a lead that was created before', at(exchange('POST /leads'), 2, 900), false],
  ['a lead that was created afterwards', at(exchange('POST /leads'), 2, 1100), false],
  ['a lead that was refused', at(exchange('POST /leads', { status: 400 }), 2, 1010), false],
  ['a note', at(exchange('POST /conversations/{id}/messages'), 2, 1010), false],
])('a wrong has_more beside %s: may it pass?', (_, write, passes) => {
  const wrong = { ...finding, requirement: 'LIST-LEADS-08', pointer: '/pagination/has_more' }
  expect(mayPass(wrong, [read, write])).toBe(passes)
})

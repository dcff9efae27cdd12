import { expect, test } from 'vitest'
import type { Finding } from '../../lib/judge/finding.ts'
import { mayPass } from './may-pass.ts'

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
    expect(mayPass({ ...finding, requirement })).toBe(true)
  },
)

test('findings of cases, and findings that are not about counts, stay', () => {
  expect(mayPass({ ...finding, case: 'LIST-LEADS-09/counts' })).toBe(false)
  expect(mayPass({ ...finding, requirement: 'LIST-LEADS-02' })).toBe(false)
})

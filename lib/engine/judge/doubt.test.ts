import { describe, expect, test } from 'vitest'
import type { Exchange } from '../http/exchange.ts'
import { Findings, isProvenByStatus, type Seen } from './doubt.ts'
import type { Finding } from './finding.ts'
import { exchange } from './testing/exchanges.ts'
import { found, judged } from './testing/findings.ts'

const seen = (pass: 1 | 2, more: Partial<Finding> = {}, asked?: string): Seen => ({
  finding: found('LEAD-01', more),
  pass,
  asked,
})
const findingsOf = (...all: readonly Seen[]): Findings => {
  const findings = new Findings()
  for (const one of all) findings.add(one)
  return findings
}

describe('a finding is certain', () => {
  test.each<[string, readonly Seen[], number]>([
    ['if its answer proves it', [seen(1, { proof: true })], 1],
    ['if both passes saw it at the same place', [seen(1), seen(2)], 2],
    ['if another answer proves the same at the same place', [seen(1), seen(1, { proof: true })], 2],
    ['not if one pass saw it, however often', [seen(1), seen(1)], 0],
    ['not if the passes saw it at two operations', [seen(1), seen(2, { where: 'GET /others' })], 0],
    ['not if they saw two rules violated', [seen(1), seen(2, { requirement: 'LEAD-02' })], 0],
    [
      'not if two requests met one server error each',
      [seen(1, { status: 503, expected: 'A' }), seen(2, { status: 503, expected: 'B' })],
      0,
    ],
    ['if one request met it twice', [seen(1, { status: 503 }), seen(2, { status: 503 })], 2],
    ['not if the passes asked two questions', [seen(1, {}, 'limit=1'), seen(2, {}, 'limit=2')], 0],
    ['if they asked the same one', [seen(1, {}, 'limit=1'), seen(2, {}, 'limit=1')], 2],
  ])('%s', (_, all, times) => {
    const { certain, doubtful } = findingsOf(...all)
    expect([certain.length, doubtful.length]).toEqual([times, all.length - times])
  })
})

test('sure once is enough: a rule that is violated at an operation is not asked about again there', () => {
  const findings = findingsOf(seen(1, { proof: true }), seen(1, { case: 'other' }, 'GET /things?limit=1'))
  expect(findings.openFor(() => true).size).toBe(0)
  findings.add(seen(1, { where: 'GET /others' }))
  expect(findings.openFor(() => true).size).toBe(1)
})

test('what is open of a case is what it asserted, or what oracles found in its exchanges', () => {
  const findings = findingsOf(seen(1, { case: 'mine' }), {
    finding: judged('JSON-01', { exchanges: [7] }),
    pass: 1,
  })
  const open = (id: string, exchange: number): number =>
    findings.openFor((one) => one.case === id || one.exchanges.includes(exchange)).size
  expect([open('mine', 7), open('mine', 8), open('other', 7), open('other', 8)]).toEqual([2, 1, 1, 0])
})

test('what is dropped was never seen', () => {
  const findings = findingsOf(seen(1), seen(2), seen(1, { requirement: 'LEAD-02', proof: true }))
  findings.drop(({ requirement }) => requirement === 'LEAD-02')
  expect(findings.certain.map(({ requirement }) => requirement)).toEqual(['LEAD-01', 'LEAD-01'])
})

describe('a wrong status is a proof', () => {
  const id = '/conversations/c1'
  test.each<[string, readonly [asked: string, status: number, more?: Partial<Exchange>], boolean]>([
    ['if it is a success', ['POST /leads', 200], true],
    ['if the service itself refuses with another 4xx', ['POST /leads', 422], true],
    ['not if it is a server error', ['POST /leads', 503], false],
    ['not if a limiter refuses', ['GET /me', 429], false],
    ['not if it is about the key', ['GET /me', 401], false],
    ['not if it may be about what goes on at the same time', ['POST /leads', 409], false],
    ['not if something in front of the API answers', ['GET /me', 400, { gateway: true }], false],
    ['if nothing is found where nothing was named', ['GET /me', 404], true],
    ['not if what was named may have been deleted', [`GET ${id}`, 404], false],
    ['not if a chatbot that was named may have been', ['GET /leads?chatbot_id=b1', 404], false],
  ])('%s', (_, [asked, status, more], isProof) => {
    expect(isProvenByStatus({ ...exchange(asked, { status }), ...more })).toBe(isProof)
  })
})

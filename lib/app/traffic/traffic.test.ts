import { expect, test } from 'vitest'
import type { HeaderLine } from '../../engine/http/exchange.ts'
import type { Served } from '../../../fixtures/reference/index.ts'
import { observedServed } from './exchange.ts'
import { type JudgedSide, recordOf } from './record.ts'
import { Traffic } from './traffic.ts'
import type { RunRecord } from '../report/record.ts'
import { renderConsole } from '../report/console/render.ts'
import { viewOf } from '../report/view/view.ts'

const BASE = 'http://target.example/v1'
// Made up for this test.
const KEY = 'cak_live_9aF3kQ7mZp2RtX8vB1nC'
const RATE: [name: string, value: string][] = [
  ['Content-Type', 'application/json'],
  ['X-RateLimit-Limit', '1000'],
  ['X-RateLimit-Remaining', '9'],
  ['X-RateLimit-Reset', '60'],
]
const ME = { data: { team_id: 'team', key_name: 'key', key_prefix: 'cak_live' } }

function passed(target: string, answer: object, headers: readonly HeaderLine[] = []): Served {
  return {
    method: 'GET',
    target,
    requestHeaders: [['Authorization', `Bearer ${KEY}`], ...headers],
    requestBody: new Uint8Array(),
    answer: { status: 200, headers: [...RATE], body: Buffer.from(JSON.stringify(answer)) },
    startedAt: 0,
    durationMs: 1,
  }
}

function trafficOf(...all: readonly Served[]): Traffic {
  const traffic = new Traffic(BASE)
  for (const [index, one] of all.entries()) traffic.add(observedServed(BASE, one, index + 1))
  return traffic
}

function recorded(traffic: Traffic, judged: JudgedSide = 'both'): RunRecord {
  return recordOf(traffic, { baseUrl: BASE, judged, span: { startedAt: new Date(0), durationMs: 9 } })
}

const wrong = { data: { ...ME.data, key_name: 5 } }

test('a violation is kept with its first and its last exchange, and counted', () => {
  const traffic = trafficOf(...Array.from({ length: 50 }, () => passed('/v1/me', wrong)))
  const record = recorded(traffic)

  expect(record.requirements.find(({ id }) => id === 'ME-03')).toMatchObject({
    verdict: 'failed',
    findings: [{ exchanges: [1, 50], count: 50 }],
  })
  expect(record.exchanges.map(({ id }) => id)).toEqual([1, 50])
  expect([record.verdict, record.exitCode, record.requests.total]).toEqual(['failed', 1, 50])
})

test('of places without end the first are kept, and all are counted', () => {
  const traffic = trafficOf(...Array.from({ length: 60 }, (_, n) => passed(`/v1/stars/${n}`, {})))
  const { findings } = traffic.shown()

  expect(findings).toHaveLength(20)
  expect(findings.reduce((sum, { count }) => sum + count, 0)).toBe(60)
  expect(traffic.kept().length).toBeLessThan(50)
})

test('whose violations count is chosen', () => {
  const traffic = trafficOf(passed('/v1/me?x=1', ME))
  const exitCode = (judged: JudgedSide): number => recorded(traffic, judged).exitCode
  const { headline } = viewOf(recorded(traffic, 'target'))

  expect([exitCode('target'), exitCode('client'), exitCode('both')]).toEqual([0, 1, 1])
  expect(headline).toBe('nothing that counts is violated; beside it: 1 requirement violated by clients')
})

test('no key is kept, wherever it stands', () => {
  const echo = { ...ME, echoed: KEY, other: 'Bearer another-key-of-somebody' }
  const one = passed(`/v1/me?api_key=${KEY}`, { ...echo, data: wrong.data }, [['X-Api-Key', `${KEY}2`]])
  const text = JSON.stringify(recorded(trafficOf(one)))

  expect(text).not.toContain(KEY.slice(12))
  expect(text).not.toContain('another-key')
  expect(text).toContain('$CONFORMANCE_API_KEY')
})

test('a report says what was asked for, what clients did wrong, and what came to no endpoint', () => {
  const traffic = trafficOf(
    passed('/v1/leads?limit=5', { data: [], pagination: { limit: 5, offset: 0, total: 0, has_more: false } }),
    passed('/v1/stars', {}),
  )
  const layout = { colour: false, quiet: false, verbose: false, width: 100 }
  const text = renderConsole(viewOf(recorded(traffic)), layout)

  for (const line of [
    'Clients: 1 violated, ',
    '  ✗ CLIENT-22 ',
    '  `GET /leads` 1 exchange\n    statuses: 200 1\n    parameters: chatbot_id 0, status 0, since 0, limit 1, offset 0',
    'GET /stars (1)',
  ])
    expect(text).toContain(line)
  expect(text).not.toContain('seed')
})

test('where nothing passed, nothing could be judged', () => {
  expect(recorded(trafficOf())).toMatchObject({ exitCode: 2, problem: 'no request came' })
})

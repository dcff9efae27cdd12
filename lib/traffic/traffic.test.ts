import { expect, test } from 'vitest'
import type { Header } from '../http/exchange.ts'
import { observed } from './exchange.ts'
import type { Passed } from './forward.ts'
import { recordOf } from './record.ts'
import { renderTraffic } from './render.ts'
import { Traffic } from './traffic.ts'

const BASE = 'http://target.example/v1'
// Made up for this test.
const KEY = 'cak_live_9aF3kQ7mZp2RtX8vB1nC'
const RATE: readonly Header[] = [
  ['Content-Type', 'application/json'],
  ['X-RateLimit-Limit', '1000'],
  ['X-RateLimit-Remaining', '9'],
  ['X-RateLimit-Reset', '60'],
]
const ME = { data: { team_id: 'team', key_name: 'key', key_prefix: 'cak_live' } }

function passed(target: string, answer: object, headers: readonly Header[] = []): Passed {
  return {
    method: 'GET',
    target,
    requestHeaders: [['Authorization', `Bearer ${KEY}`], ...headers],
    requestBody: { bytes: new Uint8Array(), isWhole: true },
    response: {
      status: 200,
      headers: RATE,
      body: { bytes: Buffer.from(JSON.stringify(answer)), isWhole: true },
    },
    startedAt: 0,
    durationMs: 1,
  }
}

async function trafficOf(...all: readonly Passed[]): Promise<Traffic> {
  const traffic = new Traffic(BASE)
  for (const [index, one] of all.entries()) traffic.add(await observed(one, new URL(BASE), index + 1))
  return traffic
}

const wrong = { data: { ...ME.data, key_name: 5 } }

test('a violation is kept with its first and its last exchange, and counted', async () => {
  const traffic = await trafficOf(...Array.from({ length: 50 }, () => passed('/v1/me', wrong)))
  const record = recordOf(traffic, BASE, new Date(0), 'both')

  expect(record.requirements.find(({ id }) => id === 'ME-03')).toMatchObject({
    verdict: 'failed',
    findings: [{ exchanges: [1, 50], count: 50 }],
  })
  expect(record.exchanges.map(({ id }) => id)).toEqual([1, 50])
  expect([record.verdict, record.exitCode, record.requests.total]).toEqual(['failed', 1, 50])
})

test('of places without end the first are kept, and all are counted', async () => {
  const traffic = await trafficOf(...Array.from({ length: 60 }, (_, n) => passed(`/v1/stars/${n}`, {})))
  const { findings } = traffic.clients.shown()

  expect(findings).toHaveLength(20)
  expect(findings.reduce((sum, { count }) => sum + count, 0)).toBe(60)
  expect(traffic.kept().length).toBeLessThan(50)
})

test('whose violations count is chosen', async () => {
  const traffic = await trafficOf(passed('/v1/me?x=1', ME))
  const exitCode = (judged: 'target' | 'client' | 'both'): number =>
    recordOf(traffic, BASE, new Date(0), judged).exitCode

  expect([exitCode('target'), exitCode('client'), exitCode('both')]).toEqual([0, 1, 1])
})

test('no key is kept, wherever it stands', async () => {
  const echo = { ...ME, echoed: KEY, other: 'Bearer another-key-of-somebody' }
  const record = recordOf(
    await trafficOf(
      passed(`/v1/me?api_key=${KEY}`, { ...echo, data: wrong.data }, [['X-Api-Key', `${KEY}2`]]),
    ),
    BASE,
    new Date(0),
    'both',
  )
  const text = JSON.stringify(record)

  expect(text).not.toContain(KEY.slice(12))
  expect(text).not.toContain('another-key')
  expect(text).toContain('$CONFORMANCE_API_KEY')
})

test('the table says what was asked for, and what never', async () => {
  const traffic = await trafficOf(
    passed('/v1/leads?limit=5', { data: [], pagination: { limit: 5, offset: 0, total: 0, has_more: false } }),
    passed('/v1/stars', {}),
  )

  expect(traffic.asked.operations.find(({ operation }) => operation === 'GET /leads')).toMatchObject({
    exchanges: 1,
    statuses: { 200: 1 },
    parameters: { limit: 1, offset: 0, since: 0 },
  })
  const text = renderTraffic(recordOf(traffic, BASE, new Date(0), 'both'), { color: false, verbose: true })
  expect(text).toContain('requests to no endpoint: GET /stars (1)')
  expect(text).toContain('✗ CLIENT-22  derived')
})

test('where nothing passed, nothing could be judged', async () => {
  expect(recordOf(await trafficOf(), BASE, new Date(0), 'both')).toMatchObject({
    exitCode: 2,
    problem: 'no request came',
  })
})

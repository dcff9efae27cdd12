import { describe, expect, test } from 'vitest'
import { MUTANTS } from '../../fixtures/mutants/index.ts'
import { startReference } from '../../fixtures/reference/index.ts'
import { API } from '../api/index.ts'
import { exchange } from '../api/oracles/testing/exchanges.ts'
import type { Reply } from '../http/testing/fake-client.ts'
import { fakeClient } from '../api/testing/fake-client.ts'
import type { Client } from '../http/client.ts'
import type { KeyLabel } from '../http/exchange.ts'
import { TransportError } from '../http/transport.ts'
import { verify } from '../index.ts'
import { sampleFinding } from '../report/testing/sample-parts.ts'
import { dropPassing, repeatSmallest } from './second-look.ts'
import { Tally } from './tally.ts'

const RULE = 'LIST-LEADS-09'

/** A page of two items, of which `total` counts one. */
const overtaken: Reply = pageOf(1)

function pageOf(total: number): Reply {
  const pagination = { limit: 100, offset: 0, total, has_more: false }
  return { body: { data: [{}, {}], pagination } }
}

/** What is left of the findings on a total, by how the list answers one read after the other. */
async function leftOf(...replies: readonly (() => Reply)[]): Promise<number> {
  return leftOfReadWith('main', replies)
}

async function leftOfReadWith(key: KeyLabel, replies: readonly (() => Reply)[]): Promise<number> {
  const client = fakeClient((_, count) => (replies[count - 1] ?? (() => pageOf(2)))())
  const tally = new Tally(API, 'https://api.example/v1')
  tally.add(await client.send({ method: 'GET', path: '/leads', query: [['limit', '100']], key }))
  const count = (): number => tally.findings.filter(({ requirement }) => requirement === RULE).length
  expect(count()).toBe(1)
  const others = tally.findings.length - 1

  await dropPassing(tally, API, 'https://api.example/v1', client)

  expect(tally.findings.length - count()).toBe(others)
  return count()
}

describe('a total that was wrong', () => {
  test('a total that is right at the second look is not held against the service', async () => {
    expect(
      await leftOf(
        () => overtaken,
        () => pageOf(2),
      ),
    ).toBe(0)
  })

  test('a total that is wrong at the second look is', async () => {
    expect(
      await leftOf(
        () => overtaken,
        () => overtaken,
      ),
    ).toBe(1)
  })

  test('so is one that cannot be read again', async () => {
    const lost = (): never => {
      throw new TransportError('reset', 'lost')
    }
    expect(await leftOf(() => overtaken, lost, lost, lost)).toBe(1)
  })

  test('nor does a refusal show that it passed', async () => {
    const spent = (): Reply => ({
      status: 429,
      body: { error: 'Too many requests.', code: 'rate_limit_exceeded' },
    })
    expect(await leftOf(() => overtaken, spent, spent, spent)).toBe(1)
  })

  test('what a key showed that is spent by the end cannot be looked at again, and is dropped', async () => {
    expect(await leftOfReadWith('exhaustible', [() => overtaken])).toBe(0)
  })
})

describe('the smallest read', () => {
  test('a violation at one item of a page is shown by the read of that item', async () => {
    const mutant = MUTANTS.find(({ id }) => id === 'hidden-fields/won-lead')
    const service = await startReference({ seams: mutant?.seams() ?? {} })
    try {
      const record = await verify({
        baseUrl: service.baseUrl,
        apiKey: service.keys.main,
        only: ['LEAD-06'],
        profile: 'smoke',
      })
      const [finding] = record.requirements.find(({ id }) => id === 'LEAD-06')?.findings ?? []
      const shown = record.exchanges.find(({ id }) => id === finding?.exchanges[0])
      expect(finding?.pointer).toMatch(/^\/data\/0\/?/)
      expect(shown?.request.url).toMatch(/\/leads\?limit=1&offset=\d+$/)
      expect(shown?.shortCurl).toContain('limit=1&offset=')
      expect(finding?.exchanges.length).toBeGreaterThan(1)
    } finally {
      await service.close()
    }
  })

  test('reads that no request is left for are counted', async () => {
    const read = exchange('GET /leads', { status: 200, body: '{}' })
    const api = { judge: () => ({ findings: [], held: [] }), overall: [] }
    const tally = new Tally(api, 'http://target.test')
    tally.exchanges.push({ ...read, id: 1, key: 'main' })
    tally.findings.push(
      sampleFinding('LEAD-06', { exchanges: [1], pointer: '/data/61/status' }),
      sampleFinding('LEAD-06', { exchanges: [1], pointer: '/data/62/status' }),
      sampleFinding('LEAD-07', { exchanges: [1] }),
    )
    const { response: _response, ...unanswered } = read
    const client: Client = {
      send: async () => ({ ...unanswered, id: 0, failure: { kind: 'budget', message: 'spent' } }),
    }
    const left = await repeatSmallest(
      tally,
      { ...api, readOfItem: () => ({ method: 'GET', path: '/leads' }) },
      'http://target.test',
      client,
    )
    expect(left).toBe(1)
    expect(tally.findings).toHaveLength(3)
  })
})

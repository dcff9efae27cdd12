import { expect, test } from 'vitest'
import { exchange } from '../api/oracles/testing/exchanges.ts'
import type { Client } from '../http/client.ts'
import { sampleFinding } from '../report/testing/sample-parts.ts'
import { repeatSmallest } from './smallest.ts'
import { Tally } from './tally.ts'
import { startReference } from '../../fixtures/reference/index.ts'
import { MUTANTS } from '../../fixtures/mutants/index.ts'
import { verify } from '../index.ts'

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

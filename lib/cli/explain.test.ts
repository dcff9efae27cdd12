import { expect, test } from 'vitest'
import { cleanRun, threeFindings, changed } from '../app/report/testing/sample-records.ts'
import { sampleExchange, sampleFinding } from '../app/report/testing/sample-parts.ts'
import type { RunRecord } from '../app/report/record.ts'
import { call, type Called } from './testing/call.ts'

const said = (...argv: readonly string[]): Promise<Called> => call(['explain', ...argv])

test('explains a requirement: why, how it is judged, what breaks it, how to see it', async () => {
  const { code, out } = await said('auth-02')
  expect(code).toBe(0)
  for (const line of [
    'AUTH-02  must · critical · every endpoint',
    'Why it matters',
    'How it is judged',
    'Right: the reference service',
    'What breaks it',
    '  - An empty bearer token is accepted (authentication/empty-token)',
    '  npx chat-agent-conformance run AUTH-02',
    "  npx chat-agent-conformance serve --mutant authentication/empty-token --for 'npx chat-agent-conformance run AUTH-02'",
  ]) {
    expect(out).toContain(`${line}\n`)
  }
})

test.each<[id: string, says: readonly string[], notSaid: string]>([
  ['OPEN-21', ['It is observed only'], '--writes'],
  ['PLAN-01', ['Why it is not judged'], 'Verify it'],
  ['CREATE-LEAD-32', ['run CREATE-LEAD-32 --writes\n'], 'serve --for'],
  [
    'CLIENT-24',
    [
      'CLIENT-24  must · of clients · every endpoint\n',
      'On every request of a client, by `serve` and `judge`',
      "serve --for 'npm test'\n",
    ],
    'Verify it',
  ],
])('says how %s is judged, and how to see it', async (id, says, notSaid) => {
  const { out } = await said(id)
  for (const text of says) expect(out).toContain(text)
  expect(out).not.toContain(notSaid)
})

test('explains several, also as JSON', async () => {
  expect(JSON.parse((await said('OPEN-21', 'CLIENT-24', '--json')).out)).toMatchObject([
    { requirement: { id: 'OPEN-21', strength: 'open' } },
    { requirement: { id: 'CLIENT-24' } },
  ])
})

/** A run in which AUTH-02 is violated, by a request with the key under test. */
const RED: RunRecord = {
  ...changed(threeFindings(), {
    'AUTH-01': {
      id: 'AUTH-02',
      verdict: 'failed',
      findings: [sampleFinding('AUTH-02', { exchanges: [1], status: 200, expected: 'status 401' })],
    },
  }),
  exchanges: [sampleExchange(1)],
}

test('begins, after a run, with what it saw: the fact, request and answer, and curl with the name of the key', async () => {
  const files = { 'reports/run.json': JSON.stringify(RED) }
  const { out } = await call(['explain', 'AUTH-02', '--no-color'], { files })
  const [fact, exchange, curl] = out.split('\n\n').slice(1, 5)
  expect(fact).toMatch(
    /^In the run of 2026-11-20 17:42:08 UTC, https:\/\/staging\.example\.test\/v1: violated\n  GET \/v1\/chatbots → 200\n  expected status 401, received 200/,
  )
  expect(exchange).toContain('GET /v1/chatbots\n    authorization: Bearer $CONFORMANCE_API_KEY')
  expect(out).toContain('\n  > 200\n')
  expect(`${curl}${out}`).toContain('\ncurl -sS -i -X GET')
  expect(out.indexOf('In the run of')).toBeLessThan(out.indexOf('Where it is stated'))
})

test('says of what a run did not find violated how it ended, also from the folder of an environment', async () => {
  const record = changed(cleanRun(), {
    'AUTH-01': { id: 'AUTH-02', verdict: 'inconclusive', reason: 'needs a key' },
  })
  const settings = { environments: { staging: { reports: 'of-staging' } } }
  const files = {
    'of-staging/run.json': JSON.stringify(record),
    'conformance.config.json': JSON.stringify(settings),
  }
  const { out } = await call(['explain', 'AUTH-02', '--env', 'staging'], { files })
  expect(out).toMatch(/^In the run of .*: inconclusive: needs a key$/m)
  expect((await call(['explain', 'AUTH-02'], { files })).out).not.toContain('In the run of')
})

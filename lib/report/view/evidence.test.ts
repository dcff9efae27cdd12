import { describe, expect, test } from 'vitest'
import type { Finding } from '../../judge/finding.ts'
import type { CaseResult, RecordedExchange, RunRecord } from '../record.ts'
import { type Evidence, evidenceOf, lookup } from './evidence.ts'
import { exchangeLine } from './exchange.ts'
import { sendersOf } from '../senders.ts'
import { replayCommand } from './commands.ts'
import {
  SAMPLE_SETTINGS,
  sampleCase,
  sampleExchange,
  sampleFinding,
  sampleRecord,
} from '../testing/sample-parts.ts'
import { threeFindings } from '../testing/sample-records.ts'

type Headers = readonly (readonly [string, string])[]

function answered(status: number, headers: Headers = []): RecordedExchange {
  return sampleExchange(1, { response: { status, headers, body: 'x', size: 1 } })
}

const JSON_TYPE = ['Content-Type', 'application/json'] as const

test.each<[string, number, Headers, RegExp]>([
  [
    'stands between client and service',
    200,
    [JSON_TYPE, ['Age', '43'], ['Via', '1.1 varnish'], ['Server', 'uvicorn']],
    /→ 200 \(Age: 43, Via: 1\.1 varnish\)$/,
  ],
  ['gave a server error', 502, [JSON_TYPE, ['server', 'nginx']], /→ 502 \(server: nginx\)$/],
  ['gave no JSON', 200, [['Server', 'nginx']], /→ 200 \(Server: nginx\)$/],
])('an exchange in one line names what %s', (_, status, headers, line) => {
  expect(exchangeLine(answered(status, headers))).toMatch(line)
})

describe('the place at fault', () => {
  const received = (
    body: string,
    pointer: string,
    more: Partial<Finding> = {},
    size = body.length,
  ): string => {
    const record = sampleRecord({
      exchanges: [{ ...answered(200), id: 1, response: { status: 200, headers: [], body, size } }],
    })
    return evidenceOf(record, lookup(record), sampleFinding('X-01', { pointer, received: 'absent', ...more }))
      .received
  }
  const page = '{"data":[{"id":1}],"pagination":{"limit":2,"offset":0}}'

  test.each([
    [page, '/pagination/total', {}, 'absent (no `total`; present: limit, offset)'],
    ['{"data":[]}', '/pagination/total', {}, 'absent (no `pagination`; present: data)'],
    [page, '/data/0/name', {}, 'absent (no `name`; present: id)'],
    ['{}', '/data', {}, 'absent (no `data`; the object is empty)'],
    // A value stands there, the status is at fault, or the body cannot be read.
    [page, '/pagination/limit', {}, 'absent'],
    [page, '/name', { status: 200, received: 'status 200' }, 'status 200'],
    ['<html>', '/data', {}, 'absent'],
  ])('of %s at %s (%j) is %s', (body, pointer, more, expected) => {
    expect(received(body, pointer, more)).toBe(expected)
  })

  test('is not known of a body that was cut', () => {
    expect(received(page, '/pagination/total', {}, 20_000)).toBe('absent')
  })
})

describe('requests that were sent at once', () => {
  const record = threeFindings()
  const write = (id: number, startedAt: string): RecordedExchange => ({
    ...answered(200),
    id,
    startedAt: `2026-11-20T09:00:${startedAt}Z`,
    durationMs: 20,
    request: { method: 'POST', url: 'https://staging.example.test/v1/leads', headers: [] },
    curl: `curl number-${id}`,
  })
  const written = { ...record, exchanges: [write(901, '00.000'), write(902, '00.005'), write(903, '01.000')] }
  const shown = (one: typeof finding): Evidence => evidenceOf(written, lookup(written), one)
  const finding = sampleFinding('LEAD-21', { exchanges: [902, 901, 903], case: 'one', count: 1 })

  test('are those that were under way together, in one command', () => {
    const { sent, curl } = shown(finding)
    expect(sent.map(({ id }) => id)).toEqual([901, 902])
    expect(curl).toBe('curl number-901 &\ncurl number-902 &\nwait')
  })

  test('are none where different cases may have sent them, or one after the other', () => {
    expect(shown({ ...finding, count: 2 }).sent).toHaveLength(1)
    expect(shown({ ...finding, exchanges: [902, 903] }).sent).toHaveLength(1)
  })
})

const settings = { ...SAMPLE_SETTINGS, writes: false }
const RUN = 'npx chat-agent-conformance run'

test.each<[string, Partial<RunRecord>, Partial<Finding> | undefined, string]>([
  [
    'the requirement on the same target with the same seed',
    {},
    undefined,
    `${RUN} --only LEAD-21 --base-url https://staging.example.test/v1 --writes --profile standard --seed 7`,
  ],
  [
    'no address of the embedded service',
    { target: { baseUrl: 'http://127.0.0.1:40123/v1', embedded: true } },
    undefined,
    `${RUN} --only LEAD-21 --profile standard --seed 7`,
  ],
  ['the case that asserted it', {}, { case: 'LEAD-21/returns-it' }, '--case LEAD-21/returns-it --base-url'],
  [
    'seed and path of a generated input',
    {},
    { replay: { seed: 99, path: '3:0:1' } },
    '--seed 99 --fuzz-runs 20 # path 3:0:1',
  ],
  [
    'all that the run was given beside keys',
    {
      settings: {
        ...settings,
        webhook: { host: '0.0.0.0', port: 8025 },
        insecure: true,
        suite: 'own/my cases.mjs',
        clientCertificate: { cert: 'c.pem', key: 'my key.pem' },
      },
    },
    undefined,
    "--webhook-port 8025 --webhook-host 0.0.0.0 --insecure --client-cert c.pem --client-key 'my key.pem' --suite 'own/my cases.mjs' --profile",
  ],
  [
    'in quotes what a shell would act on',
    { target: { baseUrl: "https://h.test/v1?a='$(id)'", embedded: false }, settings },
    undefined,
    String.raw`--base-url 'https://h.test/v1?a='\''$(id)'\''' --profile`,
  ],
])('the replay command holds %s', (_, record, finding, expected) => {
  const shown = finding && sampleFinding('LEAD-21', finding)
  expect(replayCommand(sampleRecord({ seed: 7, ...record }), 'LEAD-21', shown)).toContain(expected)
})

describe('the cases that sent what shows a finding', () => {
  const senders = (cases: CaseResult[], finding: Partial<Finding>): readonly string[] =>
    sendersOf(sampleRecord({ cases }), sampleFinding('LEAD-21', finding))

  test('are the one that asserted it, and the failed ones of the requirement itself', () => {
    const cases = [
      sampleCase('LIST-03/other', { requirements: ['LIST-03', 'LEAD-21'] }),
      sampleCase('LEAD-21/own', { requirements: ['LEAD-21'] }),
      sampleCase('LEAD-21/passed', { requirements: ['LEAD-21'], verdict: 'passed' }),
      sampleCase('LEAD-30/beside', { requirements: ['LEAD-30', 'LEAD-21'] }),
    ]
    expect(senders(cases, { case: 'LIST-03/other' })).toEqual(['LIST-03/other', 'LEAD-21/own'])
    expect(senders(cases, { case: 'LEAD-21/own' })).toEqual(['LEAD-21/own'])
  })

  test('are, for an oracle, the cheapest for each exchange', () => {
    const cases = [
      sampleCase('A-01/x', { requests: 9, exchanges: [3, 4] }),
      sampleCase('B-01/y', { exchanges: [3] }),
      sampleCase('C-01/z', { requests: 2, exchanges: [5] }),
    ]
    expect(senders(cases, { exchanges: [3, 5] })).toEqual(['B-01/y', 'C-01/z'])
    expect(senders(cases, { exchanges: [77] })).toEqual([])
  })
})

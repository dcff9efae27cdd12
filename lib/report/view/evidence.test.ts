import { describe, expect, test } from 'vitest'
import type { Verdict } from '../../judge/verdict.ts'
import type { Finding } from '../../judge/finding.ts'
import type { RecordedExchange, CaseResult } from '../record.ts'
import { type Evidence, evidenceOf, exchangeLine, lookup } from './evidence.ts'
import { replayCommand, sendersOf } from './replay.ts'
import { SAMPLE_SETTINGS, sampleFinding, sampleRecord } from '../testing/sample-parts.ts'
import { threeFindings } from '../testing/sample-records.ts'

const [sample] = threeFindings().exchanges

function answered(status: number, headers: readonly (readonly [string, string])[]): RecordedExchange {
  if (sample?.response === undefined) throw new Error('the sample has no answer')
  return { ...sample, response: { ...sample.response, status, headers: [...headers], body: 'x' } }
}

describe('an exchange in one line', () => {
  test('names what stands between client and service', () => {
    const line = exchangeLine(
      answered(200, [
        ['Content-Type', 'application/json'],
        ['Age', '43'],
        ['Via', '1.1 varnish'],
        ['Server', 'uvicorn'],
      ]),
    )
    expect(line).toMatch(/→ 200.* \(Age: 43, Via: 1\.1 varnish\)$/)
  })

  test('names the server of a server error, and of an answer that is no JSON', () => {
    expect(exchangeLine(answered(502, [['server', 'nginx']]))).toContain('(server: nginx)')
    const page = answered(200, [
      ['Content-Type', 'text/html'],
      ['Server', 'nginx'],
    ])
    expect(exchangeLine(page)).toContain('(Server: nginx)')
  })
})

describe('the place at fault', () => {
  const received = (
    body: string,
    pointer: string,
    more: Partial<Finding> = {},
    size = body.length,
  ): string => {
    const record = sampleRecord({
      exchanges: [{ ...answered(200, []), id: 1, response: { status: 200, headers: [], body, size } }],
    })
    return evidenceOf(record, lookup(record), sampleFinding('X-01', { pointer, received: 'absent', ...more }))
      .received
  }
  const page = '{"data":[{"id":1}],"pagination":{"limit":2,"offset":0}}'

  test('says which member is missing, and which are there', () => {
    expect(received(page, '/pagination/total')).toBe('absent (no `total`; present: limit, offset)')
    expect(received('{"data":[]}', '/pagination/total')).toBe('absent (no `pagination`; present: data)')
    expect(received(page, '/data/0/name')).toBe('absent (no `name`; present: id)')
    expect(received('{}', '/data')).toBe('absent (no `data`; the object is empty)')
  })

  test('stays what the judgement said where a value stands there, or the body was cut', () => {
    expect(received(page, '/pagination/limit')).toBe('absent')
    expect(received(page, '/pagination/total', {}, 20_000)).toBe('absent')
    expect(received(page, '/name', { status: 200, received: 'status 200' })).toBe('status 200')
    expect(received('<html>', '/data')).toBe('absent')
  })
})

test('an exchange that the record holds as a whole shows a missing member best, but for a position in a list', () => {
  const answer = (id: number, size: number): RecordedExchange => ({
    ...answered(200, []),
    id,
    response: { status: 200, headers: [], body: '{"data":[]}', size },
  })
  const record = sampleRecord({ exchanges: [answer(1, 20_000), answer(2, 11)] })
  const idsOf = (pointer: string): number[] =>
    evidenceOf(record, lookup(record), sampleFinding('X-01', { pointer, exchanges: [1, 2] })).exchanges.map(
      ({ id }) => id,
    )
  expect(idsOf('/pagination/total')).toEqual([2, 1])
  expect(idsOf('/data/0/id')).toEqual([1, 2])
})

describe('requests that were sent at once', () => {
  const record = threeFindings()
  const write = (id: number, startedAt: string): RecordedExchange => ({
    ...answered(200, []),
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
    const { atOnce, curl } = shown(finding)
    expect(atOnce.map(({ id }) => id)).toEqual([901, 902])
    expect(curl).toBe('curl number-901 &\ncurl number-902 &\nwait')
  })

  test('are none where different cases may have sent them, or one after the other', () => {
    expect(shown({ ...finding, count: 2 }).atOnce).toEqual([])
    expect(shown({ ...finding, exchanges: [902, 903] }).atOnce).toEqual([])
  })
})

describe('the replay command', () => {
  test('selects the requirement on the same target with the same seed', () => {
    expect(replayCommand(sampleRecord({ seed: 7 }), 'LEAD-21')).toBe(
      'npx chat-agent-conformance run --only LEAD-21 --base-url https://staging.example.test/v1 --writes --profile standard --seed 7',
    )
  })

  test('needs no address for the embedded service', () => {
    const record = sampleRecord({ seed: 7, target: { baseUrl: 'http://127.0.0.1:40123/v1', embedded: true } })
    expect(replayCommand(record, 'LEAD-21')).toBe(
      'npx chat-agent-conformance run --only LEAD-21 --profile standard --seed 7',
    )
  })

  test('names the case that asserted it', () => {
    const finding = sampleFinding('LEAD-21', { case: 'LEAD-21/returns-it' })
    expect(replayCommand(sampleRecord({ seed: 7 }), 'LEAD-21', finding)).toContain(
      'run --only LEAD-21 --case LEAD-21/returns-it --base-url',
    )
  })

  const sender = (id: string, requests: number, ...exchanges: readonly number[]): CaseResult => ({
    id,
    suite: 's',
    title: 't',
    requirements: ['ME-01'],
    verdict: 'passed',
    requests,
    durationMs: 1,
    exchanges,
  })

  test('names the failed cases of the requirement itself where a case of another one asserted it', () => {
    const judging = (id: string, verdict: Verdict, ...requirements: readonly string[]): CaseResult => ({
      ...sender(id, 1),
      verdict,
      requirements,
    })
    const record = sampleRecord({
      cases: [
        judging('LIST-03/other', 'failed', 'LIST-03', 'LEAD-21'),
        judging('LEAD-21/own', 'failed', 'LEAD-21'),
        judging('LEAD-21/passed', 'passed', 'LEAD-21'),
        judging('LEAD-30/beside', 'failed', 'LEAD-30', 'LEAD-21'),
      ],
    })
    const casesOf = (asserting: string): readonly string[] =>
      sendersOf(record, sampleFinding('LEAD-21', { case: asserting }))

    expect(casesOf('LIST-03/other')).toEqual(['LIST-03/other', 'LEAD-21/own'])
    expect(casesOf('LEAD-21/own')).toEqual(['LEAD-21/own'])
  })

  test('names the cases that sent what an oracle found it in, the cheapest for each exchange', () => {
    const cases = [sender('A-01/x', 9, 3, 4), sender('B-01/y', 1, 3), sender('C-01/z', 2, 5)]
    const command = (...exchanges: readonly number[]): string =>
      replayCommand(sampleRecord({ cases }), 'LEAD-21', sampleFinding('LEAD-21', { exchanges }))

    expect(command(3, 5)).toContain('--case B-01/y C-01/z --base-url')
    expect(command(77)).not.toContain('--case')
  })

  test('names seed and path of a generated input', () => {
    const finding = sampleFinding('LEAD-21', { replay: { seed: 99, path: '3:0:1' } })
    expect(replayCommand(sampleRecord(), 'LEAD-21', finding)).toMatch(
      /--seed 99 --fuzz-runs 20 # path 3:0:1$/,
    )
  })

  test('holds all that the run was given beside keys', () => {
    const webhook = { host: '0.0.0.0', port: 8025 }
    const settings = {
      ...SAMPLE_SETTINGS,
      webhook,
      insecure: true,
      suite: 'own/my cases.mjs',
      clientCertificate: { cert: 'c.pem', key: 'my key.pem' },
    } as const
    expect(replayCommand(sampleRecord({ settings }), 'LEAD-21')).toContain(
      "--writes --webhook-port 8025 --webhook-host 0.0.0.0 --insecure --client-cert c.pem --client-key 'my key.pem' --suite 'own/my cases.mjs' --profile",
    )
  })

  test('quotes what a shell would act on', () => {
    const record = sampleRecord({
      target: { baseUrl: "https://h.test/v1?a='$(id)'", embedded: false },
      settings: { ...SAMPLE_SETTINGS, writes: false },
    })
    expect(replayCommand(record, 'LEAD-21')).toContain(
      String.raw`--base-url 'https://h.test/v1?a='\''$(id)'\'''`,
    )
  })
})

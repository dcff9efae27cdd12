import { describe, expect, test } from 'vitest'
import type { CaseResult } from './record.ts'
import { replayCommand } from './replay.ts'
import { SAMPLE_SETTINGS, sampleFinding, sampleRecord } from './testing/sample-parts.ts'

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

  test('names the cases that sent what an oracle found it in, the cheapest for each exchange', () => {
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

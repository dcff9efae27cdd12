import { describe, expect, test } from 'vitest'
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

  test('names seed and path of a generated input', () => {
    const finding = sampleFinding('LEAD-21', { replay: { seed: 99, path: '3:0:1' } })
    expect(replayCommand(sampleRecord(), 'LEAD-21', finding)).toMatch(
      /--seed 99 --fuzz-runs 20 # path 3:0:1$/,
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

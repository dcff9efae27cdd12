import { expect, test } from 'vitest'
import type { RunRecord } from '../record.ts'
import { sendersOf } from '../comparison.ts'
import { replayCommand } from './commands.ts'
import { SAMPLE_SETTINGS, sampleCase, sampleFinding, sampleRecord } from '../testing/sample-parts.ts'

const settings = { ...SAMPLE_SETTINGS, writes: false }
const RUN = 'npx chat-agent-conformance run'

test.each<[string, Partial<RunRecord>, string]>([
  [
    'the requirement on the same target with the same seed',
    {},
    `${RUN} --only ID --base-url https://staging.example.test/v1 --writes --seed 7`,
  ],
  [
    'no address of the embedded service',
    { target: { baseUrl: 'http://127.0.0.1:40123/v1', embedded: true } },
    `${RUN} --only ID --seed 7`,
  ],
  [
    'how many inputs are drawn, where the run was told',
    { settings: { ...settings, fuzzRuns: 20 } },
    '--seed 7 --fuzz-runs 20',
  ],
  [
    'the profile, and that certificates were not verified',
    { profile: 'full', settings: { ...settings, insecure: true } },
    '--insecure --profile full',
  ],
  [
    'what named the target, where that is known',
    { settings: { ...settings, repeat: ['--env', 'staging', '--header', 'X-Gate:$GATE', '--rate', '5'] } },
    `${RUN} --only ID --env staging --header 'X-Gate:$GATE' --rate 5 --seed 7`,
  ],
  [
    'in quotes what a shell would act on',
    { target: { baseUrl: "https://h.test/v1?a='$(id)'", embedded: false }, settings },
    String.raw`--base-url 'https://h.test/v1?a='\''$(id)'\''' --seed`,
  ],
])('the replay command holds %s', (_, record, expected) => {
  expect(replayCommand(sampleRecord({ seed: 7, ...record }))).toContain(expected)
})

test('an oracle names, for each exchange that shows a finding, the cheapest case that sent it', () => {
  const cases = [
    sampleCase('A-01/x', { requests: 9, exchanges: [3, 4] }),
    sampleCase('B-01/y', { exchanges: [3] }),
    sampleCase('C-01/z', { requests: 2, exchanges: [5] }),
  ]
  const senders = (exchanges: number[]): readonly string[] =>
    sendersOf(sampleRecord({ cases }), sampleFinding('LEAD-21', { exchanges }))
  expect(senders([3, 5])).toEqual(['B-01/y', 'C-01/z'])
  expect(senders([77])).toEqual([])
})

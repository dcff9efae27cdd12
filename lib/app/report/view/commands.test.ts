import { expect, test } from 'vitest'
import type { RunRecord } from '../record.ts'
import { replayCommand } from './commands.ts'
import { SAMPLE_SETTINGS, sampleRecord } from '../testing/sample-parts.ts'

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

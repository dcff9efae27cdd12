import { expect, test } from 'vitest'
import type { Finding } from '../../../engine/judge/finding.ts'
import type { RunRecord } from '../record.ts'
import { sendersOf } from '../senders.ts'
import { replayCommand } from './commands.ts'
import { SAMPLE_SETTINGS, sampleCase, sampleFinding, sampleRecord } from '../testing/sample-parts.ts'

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

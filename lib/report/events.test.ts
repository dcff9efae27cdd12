import { expect, test } from 'vitest'
import { startLine, verdictLine } from './events.ts'
import { SAMPLES, threeFindings } from './testing/sample-records.ts'

test.each(Object.entries(SAMPLES))('the verdict on %s is one line of JSON', (_, build) => {
  const record = build()
  const text = verdictLine(record, 'reports')
  expect(text.split('\n')).toHaveLength(2)
  expect(JSON.parse(text)).toMatchObject({
    version: 1,
    event: 'verdict',
    verdict: record.verdict,
    exitCode: record.exitCode,
    reports: 'reports',
  })
})

test('the verdict names the violations, where to start first', () => {
  expect(JSON.parse(verdictLine(threeFindings(), 'reports'))).toMatchObject({
    violations: { rootCauses: 2, total: 2 },
    causes: [{ id: 'LEAD-21', where: 'POST /leads' }, { id: 'GEN-03' }],
    leftBehind: '1 lead',
    next: { explain: 'npx chat-agent-conformance explain LEAD-21' },
  })
})

test('the first line says what is verified', () => {
  const run = { target: 'https://host.test/v1', profile: 'smoke', seed: 7, toolVersion: '0.1.0' }
  expect(JSON.parse(startLine(run))).toEqual({ version: 1, event: 'start', ...run })
})

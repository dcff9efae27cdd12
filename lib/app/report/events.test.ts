import { expect, test } from 'vitest'
import { verdictLine } from './events.ts'
import { threeFindings } from './testing/sample-records.ts'

test('the verdict names the violations, where to start first, in one line of JSON', () => {
  const text = verdictLine(threeFindings(), 'reports')
  expect(text.split('\n')).toHaveLength(2)
  expect(JSON.parse(text)).toMatchObject({
    violations: { critical: 1, total: 2 },
    blocks: [{ id: 'LEAD-21', where: 'POST /leads' }, { id: 'GEN-03' }],
    leftBehind: '1 lead',
    next: { explain: 'npx chat-agent-conformance explain LEAD-21' },
  })
})

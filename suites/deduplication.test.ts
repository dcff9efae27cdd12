import { expect, test } from 'vitest'
import { exchange, facts } from '../lib/engine/judge/testing/exchanges.ts'
import { Judgements } from '../lib/engine/judge/judgements.ts'
import { oracles } from './deduplication.ts'

test.each<[unknown, string[]]>([
  [undefined, ['no `existing: true` without a conversation']],
  [null, ['no `existing: true` without a conversation']],
  [7, ['no `existing: true` to `conversation_id` 7']],
  ['a conversation', []],
])('an existing lead to `conversation_id` %j is judged in the words of what was sent', (sent, expected) => {
  const answered = exchange('POST /leads', {
    sent: { conversation_id: sent },
    body: { data: {}, existing: true },
  })
  const judgements = new Judgements(answered)
  for (const oracle of oracles) oracle(answered, judgements, facts)
  expect(judgements.findings.map((one) => one.expected)).toEqual(expected)
})

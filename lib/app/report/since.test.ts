import { expect, test } from 'vitest'
import type { RunRecord } from './record.ts'
import { sinceEarlier } from './since.ts'
import { sampleCase, sampleRecord, sampleRequirement } from './testing/sample-parts.ts'

/** A run that observed something on an open point. */
function observing(text: string, seed: number, isDrawn?: true): RunRecord {
  return sampleRecord({
    seed,
    requirements: [
      sampleRequirement(['OPEN-01', 4, '*', 'open', 'What it does.'], {
        verdict: 'passed',
        cases: ['looks'],
      }),
    ],
    cases: [sampleCase('looks', { verdict: 'passed', isDrawn })],
    observations: [{ requirement: 'OPEN-01', text, exchanges: [] }],
  })
}

const before = 'limit=0: 400'

test.each<[string, RunRecord, RunRecord, string | undefined]>([
  ['with the same inputs', observing(before, 1), observing('limit=0: 200', 2), before],
  ['with inputs of the same seed', observing(before, 1, true), observing('limit=0: 200', 1, true), before],
  ['with other inputs', observing(before, 1, true), observing('limit=101: 400', 2, true), undefined],
])('what was observed %s tells what was observed before as it should', (_, earlier, later, previous) => {
  expect(sinceEarlier(earlier, later).observations.map((one) => one.previous)).toEqual([previous])
})

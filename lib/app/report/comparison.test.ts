import { expect, test } from 'vitest'
import type { RequirementResult, RunRecord } from './record.ts'
import { changesBetween } from './comparison.ts'
import { sampleFinding, sampleRecord, sampleRequirement } from './testing/sample-parts.ts'

const row = (overrides: Partial<RequirementResult> = {}): RequirementResult =>
  sampleRequirement(['A-01', 4, '*', 'must', 'a requirement'], overrides)

/**
 * A run in which the requirement was violated at some operations; `answered` lists the operations that
 * answered.
 */
const broken = (places: readonly string[], answered: readonly string[] = places): RunRecord =>
  ofRow(
    row({ verdict: 'failed', findings: places.map((where) => sampleFinding('A-01', { where })) }),
    answered,
  )
const passed = (...answered: readonly string[]): RunRecord => ofRow(row(), answered)

const ofRow = (requirement: RequirementResult, answered: readonly string[]): RunRecord =>
  sampleRecord({
    requirements: [requirement],
    traffic: ['GET /leads', 'POST /leads', 'GET /me'].map((operation) => ({
      operation,
      exchanges: 2,
      statuses: { 'no answer': 1, ...(answered.includes(operation) ? { 200: 1 } : {}) },
      parameters: {},
      fields: {},
    })),
  })

const LEADS = ['GET /leads', 'POST /leads']

test.each<[string, RunRecord, RunRecord, string]>([
  ['violated, and holds where it was', broken(['GET /leads']), passed('GET /leads'), 'fixed'],
  ['violated, and not asked about there', broken(['GET /leads']), passed('GET /me'), 'notJudgedNow'],
  ['violated at two operations, of which one answers', broken(LEADS), passed('GET /leads'), 'notJudgedNow'],
  ['violated at two operations, and both answer', broken(LEADS), passed(...LEADS), 'fixed'],
  ['violated beside the API, and holds now', broken(['PUT /leads/{id}']), passed('GET /me'), 'fixed'],
  ['held, and is violated where it did', passed('GET /leads'), broken(['GET /leads']), 'broke'],
  ['held, and is violated where nobody asked', passed('GET /me'), broken(['GET /leads']), 'notJudgedThen'],
  ['violated both times', broken(['GET /leads']), broken(['POST /leads']), 'stillBroken'],
])('what was %s', (_, before, after, expected) => {
  const changes = Object.entries(changesBetween(before, after)).filter(([, some]) => some.length > 0)
  expect(changes.map(([turn]) => turn)).toEqual([expected])
})

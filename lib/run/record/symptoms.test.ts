import { expect, test } from 'vitest'
import { sampleFinding } from '../../report/testing/sample-parts.ts'
import { fitting } from './symptoms.ts'

const SEEDED = [
  { id: 'leads/created-201', breaks: 'LEAD-01' },
  { id: 'leads/unicode', breaks: 'LEAD-01' },
  { id: 'fields/pagination-total-is-missing', breaks: 'LEAD-01' },
  { id: 'other/total-201', breaks: 'LEAD-02' },
]

test.each([
  ['a wrong status', { status: 201 }, ['leads/created-201']],
  ['a missing member', { pointer: '/pagination/total' }, ['fields/pagination-total-is-missing']],
  ['a status that no fault has', { status: 204, pointer: '/data/total' }, undefined],
  ['neither', {}, undefined],
])('%s names the seeded faults that show it, or none', (_, finding, expected) => {
  expect(fitting({ id: 'LEAD-01', findings: [sampleFinding('LEAD-01', finding)] }, SEEDED)).toEqual(expected)
})

import { expect, test } from 'vitest'
import type { CaseResult } from './record.ts'
import { toRepeat } from './since.ts'
import { sampleCase, sampleFinding, sampleRecord, sampleRequirement } from './testing/sample-parts.ts'

const broken = (own: readonly string[], cases: readonly CaseResult[]): readonly string[] => {
  const findings = [sampleFinding('A-01', { where: 'GET /leads', exchanges: [7] })]
  const row = sampleRequirement(['A-01', 4, '*', 'must', 'a requirement'], {
    verdict: 'failed',
    findings,
    cases: own,
  })
  return toRepeat(sampleRecord({ requirements: [row], cases })).flatMap(({ cases: repeated }) => repeated)
}

test('what failed is repeated by the case that showed it, and by one that can show that it holds', () => {
  const shows = sampleCase('shows', { exchanges: [7], requests: 9 })
  const [dear, cheap] = [sampleCase('dear', { requests: 5 }), sampleCase('cheap', { requests: 0 })]
  const lacking = sampleCase('lacking', { verdict: 'inconclusive', requests: 0 })
  const all = [shows, lacking, dear, cheap]
  expect(broken(['lacking', 'dear', 'cheap'], all)).toEqual(['shows', 'cheap'])
  expect(broken(['shows', 'dear'], all)).toEqual(['shows'])
  expect(broken(['lacking'], all)).toEqual(['shows'])
  expect(broken(['dear', 'cheap'], [dear, cheap])).toEqual(['dear', 'cheap'])
})

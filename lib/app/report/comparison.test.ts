import { expect, test } from 'vitest'
import type { Finding } from '../../engine/judge/finding.ts'
import type { CaseResult, RequirementResult, RunRecord } from './record.ts'
import { changesBetween } from './comparison.ts'
import { sampleCase, sampleFinding, sampleRecord, sampleRequirement } from './testing/sample-parts.ts'

const row = (overrides: Partial<RequirementResult> = {}): RequirementResult =>
  sampleRequirement(['A-01', 4, '*', 'must', 'a requirement'], overrides)

const ran = (id: string, verdict: CaseResult['verdict'], ...exchanges: readonly number[]): CaseResult =>
  sampleCase(id, { verdict, exchanges })

/** A run in which the requirement was violated, as this finding says. */
const broken = (finding: Partial<Finding>): RunRecord =>
  sampleRecord({
    requirements: [row({ verdict: 'failed', findings: [sampleFinding('A-01', finding)] })],
    cases: [ran('writes', 'failed', 7), ran('reads', 'passed', 8)],
  })

/** A later run in which it passed. */
const passed = (...cases: readonly CaseResult[]): RunRecord => sampleRecord({ requirements: [row()], cases })

const saysOf = (before: RunRecord, after: RunRecord): string => {
  const { mended, newlyInconclusive } = changesBetween(before, after)
  if (mended.length > 0) return 'fixed'
  return newlyInconclusive.length > 0 ? 'not judged' : 'nothing'
}

const write = { where: 'POST /leads', exchanges: [7] }
const read = { where: 'GET /leads', exchanges: [8] }
const ofNoCase = { where: 'POST /leads', exchanges: [9] }
const asserted = { where: 'GET /leads', exchanges: [8], case: 'reads' }

test.each<[string, Partial<Finding>, RunRecord, string]>([
  ['an exchange, whose case ran again', write, passed(ran('writes', 'passed')), 'fixed'],
  ['an exchange, whose case lacked permission', write, passed(ran('writes', 'inconclusive')), 'not judged'],
  ['what the run itself sent', ofNoCase, passed(), 'fixed'],
  ['what a case asserted, which ran again', asserted, passed(ran('reads', 'passed')), 'fixed'],
  ['what a case asserted, which did not run', asserted, passed(), 'not judged'],
])('what was violated by %s, and passes now, counts as it should', (_, finding, after, expected) => {
  expect(saysOf(broken(finding), after)).toBe(expected)
})

test('a place that was not judged again keeps the whole requirement from being fixed', () => {
  const findings = [sampleFinding('A-01', read), sampleFinding('A-01', write)]
  const both = { ...broken(read), requirements: [row({ verdict: 'failed', findings })] }
  expect(saysOf(both, passed(ran('reads', 'passed')))).toBe('not judged')
  expect(saysOf(both, passed(ran('reads', 'passed'), ran('writes', 'passed')))).toBe('fixed')
})

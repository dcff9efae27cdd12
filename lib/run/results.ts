import { CATALOGUE, type Requirement } from '../catalogue/index.ts'
import type { CaseOutcome } from '../harness/outcome.ts'
import type { RequirementResult } from '../report/record.ts'
import { rootCauses } from '../verdict/attribution.ts'
import type { Finding } from '../verdict/finding.ts'
import type { Verdict } from '../verdict/verdict.ts'
import type { Conducted } from './conduct.ts'
import type { RunOptions } from './options.ts'
import { isSelected } from './selection.ts'

/** Findings that are shown of one requirement. */
const MOST_FINDINGS = 20

/** What is said of every requirement that can be judged, in the order of the catalogue. */
export function requirementResults(conducted: Conducted, options: RunOptions): RequirementResult[] {
  const { roots, explained } = rootCauses([
    ...conducted.outcomes.flatMap((o) => o.findings),
    ...conducted.tally.findings,
  ])
  const findings = grouped(roots)
  const shadowed = grouped(explained)
  return CATALOGUE.filter((row) => row.excluded === undefined).map((row) => {
    const cases = conducted.outcomes.filter((outcome) => outcome.definition.requirements.includes(row.id))
    const held = conducted.tally.held.get(row.id)
    const own = findings.get(row.id) ?? []
    const said = isSelected(row.id, options)
      ? say(row, own, shadowed.get(row.id) ?? [], cases, held?.count ?? 0, conducted)
      : { verdict: 'disabled' as const, reason: 'not selected (--only, --part)' }
    const passes = cases.filter((outcome) => outcome.verdict === 'passed')
    return {
      id: row.id,
      part: row.part,
      endpoint: row.endpoint,
      strength: row.strength,
      text: row.text,
      ...said,
      findings: said.verdict === 'failed' ? own.slice(0, MOST_FINDINGS) : [],
      judgements: (held?.count ?? 0) + passes.length + own.reduce((sum, finding) => sum + finding.count, 0),
      evidence: [
        ...new Set([...passes.flatMap((outcome) => outcome.exchanges.slice(-2)), ...(held?.evidence ?? [])]),
      ].slice(0, 2),
      cases: cases.map((outcome) => outcome.definition.id),
      ...known(row.id, said.verdict, options),
    }
  })
}

type Said = { readonly verdict: Verdict; readonly reason?: string }

function say(
  row: Requirement,
  own: readonly Finding[],
  shadowed: readonly Finding[],
  cases: readonly CaseOutcome[],
  held: number,
  conducted: Conducted,
): Said {
  if (row.strength === 'open') {
    const seen = conducted.observed.some((observed) => observed.requirement === row.id)
    return seen
      ? { verdict: 'passed' }
      : { verdict: 'inconclusive', reason: reasonOf(cases) ?? 'not observed' }
  }
  if (own.length > MOST_FINDINGS)
    return { verdict: 'failed', reason: `${own.length - MOST_FINDINGS} more findings are not shown` }
  if (own.length > 0) return { verdict: 'failed' }
  const [shadow] = shadowed
  if (shadow !== undefined)
    return {
      verdict: 'inconclusive',
      reason: `cannot be told while ${(shadow.explainedBy ?? []).join(' or ')} is violated`,
    }
  if (conducted.elsewhere?.has(row.id) === true)
    return { verdict: 'inconclusive', reason: 'its cases belong to another shard' }
  const of = (verdict: Verdict): CaseOutcome | undefined =>
    cases.find((outcome) => outcome.verdict === verdict)
  if (of('passed') !== undefined) return { verdict: 'passed' }
  if (cases.length === 0)
    return held > 0 ? { verdict: 'passed' } : { verdict: 'inconclusive', reason: unseen(conducted) }
  const failed = of('failed')
  if (failed !== undefined) {
    return {
      verdict: 'inconclusive',
      reason: `its case ended at a violation of ${[...new Set(failed.findings.map((f) => f.requirement))].join(', ')}`,
    }
  }
  for (const verdict of ['error', 'inconclusive', 'not-applicable'] as const) {
    const outcome = of(verdict)
    if (outcome !== undefined) return { verdict, reason: outcome.reason ?? verdict }
  }
  return { verdict: 'inconclusive', reason: 'no case was run' }
}

function reasonOf(cases: readonly CaseOutcome[]): string | undefined {
  return cases.find((outcome) => outcome.reason !== undefined)?.reason
}

function unseen(conducted: Conducted): string {
  return conducted.problem === undefined
    ? 'no answer of this run gave anything to judge it by'
    : `the run ended early: ${conducted.problem}`
}

function grouped(findings: readonly Finding[]): Map<string, Finding[]> {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings)
    groups.set(finding.requirement, [...(groups.get(finding.requirement) ?? []), finding])
  return groups
}

function known(
  id: string,
  verdict: Verdict,
  { knownFailures }: RunOptions,
): Pick<RequirementResult, 'known'> {
  const entry = knownFailures?.find((failure) => failure.id === id)
  if (entry === undefined) return {}
  const { reason, link, until } = entry
  return {
    known: {
      reason,
      ...(link === undefined ? {} : { link }),
      ...(until === undefined ? {} : { until }),
      unexpectedPass: verdict === 'passed',
    },
  }
}

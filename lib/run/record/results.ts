import { CATALOGUE, type Requirement } from '../../api/catalogue/index.ts'
import { severityOf } from '../../api/catalogue/severity.ts'
import type { CaseOutcome } from '../../harness/outcome.ts'
import type { RequirementResult } from '../../report/record.ts'
import { type Attribution, rootCauses } from '../../judge/attribution.ts'
import type { Finding } from '../../judge/finding.ts'
import type { Verdict } from '../../judge/verdict.ts'
import type { Conducted } from '../conduct.ts'
import type { RunOptions } from '../options.ts'
import { isSelected } from '../selection.ts'
import { groupBy } from '../../util/group-by.ts'

/** Findings that are shown of one requirement. */
const MOST_FINDINGS = 20

/** What is said of every requirement that can be judged, in the order of the catalogue. */
export function requirementResults(conducted: Conducted, options: RunOptions): RequirementResult[] {
  const { roots, explained } = causesOf(conducted)
  const findings = groupBy(roots, ({ requirement }) => requirement)
  const shadowed = groupBy(explained, ({ requirement }) => requirement)
  const judging = byRequirement(conducted.outcomes)
  const observed = new Set(conducted.observed().map(({ requirement }) => requirement))
  return CATALOGUE.filter((row) => row.excluded === undefined).map((row) => {
    const cases = judging.get(row.id) ?? []
    const held = conducted.tally.held.get(row.id)
    const own = findings.get(row.id) ?? []
    const said = isSelected(row.id, options)
      ? row.strength === 'open'
        ? sayOfOpen(observed.has(row.id), cases)
        : say(row, own, shadowed.get(row.id) ?? [], cases, held?.count ?? 0, conducted, options)
      : { verdict: 'disabled' as const, reason: 'not selected (--only, --part)' }
    const passes = cases.filter((outcome) => outcome.verdict === 'passed')
    return {
      id: row.id,
      part: row.part,
      endpoint: row.endpoint,
      strength: row.strength,
      severity: severityOf(row.id),
      source: row.source,
      text: row.text,
      ...(row.because === undefined ? {} : { because: row.because }),
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

/** The first finding on each requirement that is violated, in the order of the catalogue: what `requirementResults` gives as failed. */
export function violationsOf(conducted: Conducted): ReadonlyMap<string, Finding> {
  const findings = groupBy(causesOf(conducted).roots, ({ requirement }) => requirement)
  return new Map(
    CATALOGUE.flatMap(({ id, strength, excluded }) => {
      const first = strength === 'open' || excluded !== undefined ? undefined : findings.get(id)?.[0]
      return first === undefined ? [] : [[id, first] as const]
    }),
  )
}

function causesOf({ outcomes, tally }: Conducted): Attribution {
  return rootCauses([...outcomes.flatMap(({ findings }) => findings), ...tally.findings])
}

function byRequirement(outcomes: readonly CaseOutcome[]): ReadonlyMap<string, readonly CaseOutcome[]> {
  const cases = new Map<string, CaseOutcome[]>()
  for (const outcome of outcomes)
    for (const id of new Set(outcome.definition.requirements)) {
      const known = cases.get(id)
      if (known === undefined) cases.set(id, [outcome])
      else known.push(outcome)
    }
  return cases
}

type Said = { readonly verdict: Verdict; readonly reason?: string }

function sayOfOpen(observed: boolean, cases: readonly CaseOutcome[]): Said {
  return observed
    ? { verdict: 'passed' }
    : { verdict: 'inconclusive', reason: reasonOf(cases) ?? 'not observed' }
}

function say(
  row: Requirement,
  own: readonly Finding[],
  shadowed: readonly Finding[],
  cases: readonly CaseOutcome[],
  held: number,
  conducted: Conducted,
  options: RunOptions,
): Said {
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
    return held > 0 ? { verdict: 'passed' } : { verdict: 'inconclusive', reason: unseen(conducted, options) }
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

function unseen({ problem }: Conducted, { profile }: RunOptions): string {
  if (problem !== undefined) return `the run ended early: ${problem}`
  const nothing = 'no answer of this run gave anything to judge it by'
  return profile === 'smoke' ? `${nothing}: --profile standard asks for more` : nothing
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

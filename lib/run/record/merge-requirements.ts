import type { RequirementResult, RunRecord } from '../../report/record.ts'
import { rootCauses } from '../../judge/attribution.ts'
import type { Finding } from '../../judge/finding.ts'
import type { Verdict } from '../../judge/verdict.ts'

/** What decides where no shard found a violation: a pass first, then what kept it from being judged. */
const PRECEDENCE: readonly Verdict[] = ['passed', 'error', 'inconclusive', 'not-applicable', 'disabled']

/**
 * What all shards together say of each requirement, by the rules of an unsharded run: a violation anywhere counts, unless another
 * violation explains it; else the shards that ran its cases decide; the others only where no shard ran any.
 */
export function mergeRequirements(shards: readonly RunRecord[]): RequirementResult[] {
  const { roots, explained } = rootCauses(
    shards.flatMap((shard) => shard.requirements.flatMap((row) => row.findings)),
  )
  const rows = shards.map((shard) => new Map(shard.requirements.map((row) => [row.id, row])))
  return (shards[0]?.requirements ?? []).map((first) => {
    const all = rows.flatMap((byId) => byId.get(first.id) ?? [])
    const of = (findings: readonly Finding[]): Finding[] => findings.filter((f) => f.requirement === first.id)
    return merged(first, all, of(roots), of(explained))
  })
}

function merged(
  first: RequirementResult,
  all: readonly RequirementResult[],
  own: readonly Finding[],
  shadowed: readonly Finding[],
): RequirementResult {
  const { reason: _reason, known, mutants: _mutants, ...row } = first
  const said = say(all, own, shadowed)
  const mutants = [...new Set(all.flatMap((one) => one.mutants ?? []))]
  return {
    ...row,
    ...said,
    findings: own,
    judgements: all.reduce((sum, one) => sum + one.judgements, 0),
    evidence: [...new Set(all.flatMap((one) => one.evidence))].slice(0, 2),
    cases: [...new Set(all.flatMap((one) => one.cases))],
    ...(known === undefined ? {} : { known: { ...known, unexpectedPass: said.verdict === 'passed' } }),
    ...(mutants.length === 0 ? {} : { mutants }),
  }
}

function say(
  all: readonly RequirementResult[],
  own: readonly Finding[],
  shadowed: readonly Finding[],
): Pick<RequirementResult, 'verdict' | 'reason'> {
  if (own.length > 0) return { verdict: 'failed' }
  const [shadow] = shadowed
  if (shadow !== undefined) {
    const causes = (shadow.explainedBy ?? []).join(' or ')
    return { verdict: 'inconclusive', reason: `cannot be told while ${causes} is violated` }
  }
  const exercised = all.filter(({ cases }) => cases.length > 0)
  const deciding = exercised.length > 0 && all[0]?.strength !== 'open' ? exercised : all
  for (const verdict of PRECEDENCE) {
    const row =
      deciding.find((one) => one.verdict === verdict && one.cases.length > 0) ??
      deciding.find((one) => one.verdict === verdict)
    if (row !== undefined) return row.reason === undefined ? { verdict } : { verdict, reason: row.reason }
  }
  return { verdict: 'inconclusive', reason: 'no shard judged it' }
}

import type { CaseOutcome } from '../../harness/outcome.ts'
import type { Finding } from '../../judge/finding.ts'
import type { CaseResult, RunRecord } from '../../report/record.ts'
import type { Conducted } from '../conduct.ts'
import type { Evidence, Holding } from './results.ts'

/** The evidence behind the verdicts of a run. */
export function evidenceOf(conducted: Conducted): Evidence {
  const { outcomes, tally, problem, elsewhere } = conducted
  return {
    findings: findingsOf(conducted),
    cases: outcomes.map(caseResult),
    held: tally.held,
    once: outcomes.flatMap(({ once = [] }) => once),
    observed: new Set(conducted.observed().map(({ requirement }) => requirement)),
    ...(problem === undefined ? {} : { problem }),
    ...(elsewhere === undefined ? {} : { elsewhere }),
  }
}

/** What cases and oracles found. */
export function findingsOf({ outcomes, tally }: Conducted): readonly Finding[] {
  return [...outcomes.flatMap(({ findings }) => findings), ...tally.findings]
}

/** A case in the record. */
export function caseResult(outcome: CaseOutcome): CaseResult {
  const {
    definition,
    verdict,
    reason,
    reasonKind,
    options = [],
    requests,
    exchanges,
    once = [],
    whole,
  } = outcome
  return {
    id: definition.id,
    suite: definition.suite,
    title: definition.title,
    requirements: definition.requirements,
    verdict,
    ...(reason === undefined ? {} : { reason }),
    ...(reasonKind === undefined ? {} : { reasonKind }),
    ...(options.length === 0 ? {} : { options }),
    requests,
    durationMs: Math.round(outcome.durationMs),
    exchanges,
    ...(definition.own === true ? { own: true } : {}),
    ...(once.length > 0 ? { flaky: true } : {}),
    ...(whole === true ? { whole } : {}),
  }
}

/**
 * The evidence behind the verdicts of a sharded run, from the shards' records: findings, outcomes of cases, and what
 * oracles saw hold. The shards' own verdicts are not used.
 */
export function evidenceOfShards(shards: readonly RunRecord[]): Evidence {
  const held = new Map<string, Holding>()
  for (const shard of shards)
    for (const [id, { count, evidence }] of heldIn(shard)) {
      const known = held.get(id)
      held.set(id, {
        count: (known?.count ?? 0) + count,
        evidence: [...(known?.evidence ?? []), ...evidence].slice(0, 2),
      })
    }
  const problem = shards.find((shard) => shard.problem !== undefined)?.problem
  return {
    findings: shards
      .flatMap(({ requirements }) => requirements.flatMap(({ findings }) => findings))
      .map(unattributed),
    cases: shards.flatMap(({ cases }) => cases),
    held,
    once: [],
    observed: new Set(
      shards.flatMap(({ observations }) => observations.map(({ requirement }) => requirement)),
    ),
    ...(problem === undefined ? {} : { problem }),
  }
}

/** A finding without its causes, which are determined anew among the findings of all shards. */
function unattributed({ consequenceOf: _anew, ...finding }: Finding): Finding {
  return finding
}

/** Requirements that oracles saw met: judgements that are neither passes of cases nor findings. */
function heldIn({ requirements, cases }: RunRecord): [string, Holding][] {
  const passed = new Set(cases.filter(({ verdict }) => verdict === 'passed').map(({ id }) => id))
  return requirements.flatMap((row): [string, Holding][] => {
    const passes = row.cases.filter((id) => passed.has(id)).length
    const found = row.findings.reduce((sum, { count }) => sum + count, 0)
    const count = row.judgements - passes - found
    return count > 0 ? [[row.id, { count, evidence: row.evidence }]] : []
  })
}

import type { Catalogue, Requirement, Severity } from '../../../engine/judge/requirement.ts'
import { type Finding, mergeFindings } from '../../../engine/judge/finding.ts'
import type { Verdict } from '../../../engine/judge/verdict.ts'
import type { Exchange } from '../../../engine/http/exchange.ts'
import type { CaseResult, Profile, RequirementResult, RunRecord } from '../../report/record.ts'
import { statedIn } from '../../report/wording.ts'
import { MOST_LISTED } from '../../../engine/util/bounds.ts'
import { itemsOf } from '../../../engine/judge/reading.ts'
import { listOf } from '../../../engine/contract/operations.ts'
import { groupBy } from '../../../engine/util/collections.ts'
import type { Holding } from '../conduct/tally.ts'
import type { RunOptions } from '../options.ts'
import type { Selection } from '../selection.ts'
import { decides, excuseOf, type Trial } from './known-failures.ts'
import { mostTellingFirst, plainestFirst } from './plainest.ts'
import { withRoles } from './roles.ts'

/** The evidence of a run for its verdicts. */
export interface RunEvidence {
  /** The certain findings of cases and oracles. */
  readonly findings: readonly Finding[]
  /** Findings that were seen once, and accuse nobody. */
  readonly doubtful?: readonly Finding[]
  readonly cases: readonly CaseResult[]
  readonly held: ReadonlyMap<string, Readonly<Holding>>
  /** All exchanges of the run by their ids; empty if only some were kept. */
  readonly exchanges: ReadonlyMap<number, Exchange>
  /** Open points with an observation. */
  readonly observed: ReadonlySet<string>
  /** The requests and answers of each operation. */
  readonly traffic: NonNullable<RunRecord['traffic']>
  readonly profile: Profile
  /** Why the run ended early. */
  readonly problem?: string
  /** The run ended before it had judged every selected requirement. */
  readonly cutShort?: boolean
}

/** The options that verdicts depend on. */
type VerdictOptions = Pick<RunOptions, 'profile' | 'seed' | 'fuzzRuns' | 'knownFailures' | 'failOn'>

/**
 * The verdict on every requirement, in the order of the catalogue. This is the only place where verdicts are made.
 */
export function requirementResults(
  catalogue: Catalogue,
  evidence: RunEvidence,
  selection: Selection,
  terms: VerdictOptions,
): RequirementResult[] {
  const evidenceOn = byRequirement(evidence)
  const knownOf = knownFailuresIn(evidence, selection, terms)
  return catalogue.rows
    .filter((row) => row.excluded === undefined)
    .map((row) => {
      const shown = evidenceOn(row.id)
      const fields = verdictIfSelected(row, shown, { evidence, selection })
      const isViolated = fields.verdict === 'failed'
      return {
        ...statementOf(row),
        severity: severityIn(shown.findings, row.severity ?? 'major'),
        newer: selection.isNewer(row) ? true : undefined,
        ...fields,
        findings: isViolated ? withRoles(mostListed(shown.findings), evidence) : [],
        ...accountOf(shown),
        held: isViolated ? heldBeside(shown, evidence) : undefined,
        known: knownOf(row, fields.verdict, shown.findings),
      }
    })
}

/** What a requirement says, where it stands, and why it matters. */
function statementOf(
  row: Requirement,
): Pick<
  RequirementResult,
  'id' | 'part' | 'endpoint' | 'strength' | 'theme' | 'source' | 'stated' | 'text' | 'because' | 'why'
> {
  const { id, part, endpoint, strength, theme, source, text, because, why } = row
  return { id, part, endpoint, strength, theme, source, stated: statedIn(row), text, because, why }
}

/** The evidence of a run on one requirement. */
interface RowEvidence {
  /** Its certain findings, those first that tell most. Equal ones are one. */
  readonly findings: readonly Finding[]
  /** The same findings, each as it was made. */
  readonly single: readonly Finding[]
  /** A finding of one run of a case that the other run did not repeat. */
  readonly once: Finding | undefined
  readonly cases: readonly CaseResult[]
  /** Undefined: no oracle saw it hold. */
  readonly held: Readonly<Holding> | undefined
}

function byRequirement(evidence: RunEvidence): (id: string) => RowEvidence {
  const { exchanges, held } = evidence
  const byRule = (findings: readonly Finding[] = []): ReadonlyMap<string, readonly Finding[]> =>
    groupBy(plainestFirst(findings, exchanges), ({ requirement }) => requirement)
  const [certain, doubtful] = [byRule(evidence.findings), byRule(evidence.doubtful)]
  return (id) => {
    const single = certain.get(id) ?? []
    return {
      findings: mostTellingFirst(mergeFindings(single), exchanges),
      single,
      once: doubtful.get(id)?.[0],
      cases: evidence.cases.filter(({ requirements }) => requirements.includes(id)),
      held: held.get(id),
    }
  }
}

/** How the known failures of the operator, or `--fail-on`, change what a violation means. */
function knownFailuresIn(
  { traffic, cutShort }: RunEvidence,
  { named }: Selection,
  terms: VerdictOptions,
): (row: Requirement, verdict: Verdict, findings: readonly Finding[]) => RequirementResult['known'] {
  const { knownFailures, failOn } = terms
  const isWhole = named === undefined && cutShort !== true
  const trial: Trial = {
    traffic,
    decides: knownFailures !== undefined && decides(knownFailures, terms, isWhole),
  }
  return ({ id, strength }, verdict, findings) => {
    if (failOn === 'must' && strength === 'derived' && verdict === 'failed') return TOLERATED
    const listed = knownFailures?.failures.find((known) => known.id === id)
    return listed && excuseOf(listed, verdict, findings, trial)
  }
}

/**
 * As many findings as a record lists, with at least one of each operation: known failures are listed by
 * operation.
 */
function mostListed(findings: readonly Finding[]): readonly Finding[] {
  const first = [...groupBy(findings, ({ where }) => where).values()].map(([one]) => one)
  const listed = new Set([...first, ...findings].slice(0, MOST_LISTED))
  return findings.filter((finding) => listed.has(finding))
}

/** How many answers kept a violated requirement; undefined if no oracle judges single answers by it. */
function heldBeside({ single, held }: RowEvidence, { exchanges }: RunEvidence): number | undefined {
  if (exchanges.size === 0 || held === undefined || held.evidence.length === 0) return undefined
  const broke = single.map(({ exchanges: [id] }) => id)
  return new Set(held.evidence.filter((id) => exchanges.has(id) && !broke.includes(id))).size
}

/** How often a requirement was judged, the cases that judged it, and two exchanges in which it held. */
function accountOf({
  findings,
  cases,
  held,
}: RowEvidence): Pick<RequirementResult, 'judgements' | 'evidence' | 'cases'> {
  const passes = cases.filter(({ verdict }) => verdict === 'passed')
  const violations = findings.reduce((sum, finding) => sum + finding.count, 0)
  const evidence = [...passes.flatMap(({ exchanges }) => exchanges.slice(-2)), ...(held?.evidence ?? [])]
  return {
    judgements: (held?.count ?? 0) + passes.length + violations,
    evidence: [...new Set(evidence)].slice(0, 2),
    cases: cases.map(({ id }) => id),
  }
}

/** If cases were selected (`--case`), requirements that none of them shows are not selected. */
function notOfSelectedCases(
  { findings, cases, held }: RowEvidence,
  { isByCase }: Selection,
): string | undefined {
  const isSeen = findings.length > 0 || cases.length > 0 || held !== undefined
  return isByCase && !isSeen ? 'not selected by --case' : undefined
}

/**
 * The severity of a violated requirement. A critical one is only major if every request was refused with
 * another 4xx: nobody got access.
 */
function severityIn(findings: readonly Finding[], severity: Severity): Severity {
  const isRefused = ({ status = 0 }: Finding): boolean => status >= 400 && status < 500
  const isClosed = findings.length > 0 && findings.every(isRefused)
  return severity === 'critical' && isClosed ? 'major' : severity
}

type VerdictFields = Pick<RequirementResult, 'verdict' | 'reason' | 'reasonKind' | 'options' | 'premise'>

/** Verdicts of a case that keep its requirements from passing, the worst first. */
const SHORT_OF_A_PASS = ['error', 'failed', 'inconclusive'] as const

function verdictIfSelected(
  row: Requirement,
  shown: RowEvidence,
  { evidence, selection }: { readonly evidence: RunEvidence; readonly selection: Selection },
): VerdictFields {
  const exclusion = selection.whyNot(row) ?? notOfSelectedCases(shown, selection)
  return exclusion === undefined
    ? verdictOn(row, shown, evidence)
    : { verdict: 'disabled', reason: exclusion, reasonKind: 'not-selected' }
}

/** The verdict on one requirement: the first of these that applies. */
function verdictOn(
  row: Requirement,
  { findings, once, cases, held }: RowEvidence,
  evidence: RunEvidence,
): VerdictFields {
  const { id, strength } = row
  if (strength === 'open' && evidence.observed.has(id)) return { verdict: 'passed' }
  if (strength === 'open') return unobserved(row, cases, evidence)
  if (findings.length > 0) return violated(findings)
  if (once !== undefined) return seenOnce(once)
  // A pass needs every case.
  const [short] = SHORT_OF_A_PASS.flatMap((verdict) =>
    cases.filter((one) => one.verdict === verdict && one.whole !== true),
  )
  if (short !== undefined) return short.verdict === 'failed' ? blocked(short, evidence) : unjudged(short)
  return cases.length > 0 || held !== undefined ? { verdict: 'passed' } : unseen(row, evidence)
}

function unobserved(row: Requirement, cases: readonly CaseResult[], evidence: RunEvidence): VerdictFields {
  const { reason, reasonKind } = cases.find((one) => one.reason !== undefined) ?? {}
  return reason === undefined
    ? unseen(row, evidence)
    : { verdict: 'inconclusive', reason, reasonKind: reasonKind ?? 'not-seen' }
}

function violated(findings: readonly Finding[]): VerdictFields {
  const more = findings.length - MOST_LISTED
  return {
    verdict: 'failed',
    reason: more > 0 ? `${more} more findings are not shown` : undefined,
    reasonKind: more > 0 ? 'more-findings' : undefined,
  }
}

/** A finding that only one of a case's two runs saw accuses nobody. */
function seenOnce({ where, expected, received }: Finding): VerdictFields {
  return {
    verdict: 'inconclusive',
    reason: `seen once: ${where}, expected ${expected}, received ${received}`,
    reasonKind: 'undecided',
  }
}

/** A case that ended early, at the violation of other requirements. */
function blocked({ id }: CaseResult, { findings }: RunEvidence): VerdictFields {
  const own = findings.filter((finding) => finding.case === id)
  const premise = [...new Set(own.map(({ requirement }) => requirement))]
  if (premise.length === 0)
    return { verdict: 'inconclusive', reason: 'noise explains what it found', reasonKind: 'undecided' }
  return {
    verdict: 'inconclusive',
    reason: `blocked by ${premise.join(', ')}`,
    reasonKind: 'premise-broken',
    premise,
  }
}

function unjudged({ verdict, reason, reasonKind = 'undecided', options }: CaseResult): VerdictFields {
  return { verdict, reason: reason ?? verdict, reasonKind, options }
}

function unseen(row: Requirement, { problem, exchanges, profile }: RunEvidence): VerdictFields {
  if (problem !== undefined)
    return {
      verdict: 'inconclusive',
      reason: `the run ended early: ${problem}`,
      reasonKind: 'interrupted',
    }
  if (isEmptyList(row.endpoint, exchanges.values()))
    return {
      verdict: 'inconclusive',
      reason: `the workspace has no ${row.endpoint.slice('GET /'.length)}`,
      reasonKind: 'not-seen',
    }
  return { verdict: 'inconclusive', reason: unseenReason(row, profile), reasonKind: 'not-seen' }
}

function unseenReason({ theme }: Requirement, profile: Profile): string {
  if (profile === 'smoke') return 'not tested in profile smoke: --profile standard tests more'
  return theme === 'fields' ? 'the field is null or absent in every response' : 'no answer shows it'
}

/** Whether an operation is a list that was read with the key under test and never had an item. */
function isEmptyList(operation: string, exchanges: Iterable<Exchange>): boolean {
  if (listOf(operation) === undefined) return false
  const pages = [...exchanges].filter(
    (exchange) =>
      exchange.operation === operation && exchange.key === 'main' && exchange.response?.status === 200,
  )
  return pages.length > 0 && pages.every((page) => itemsOf(page).length === 0)
}

/** The entry for a violation that `--fail-on must` lets pass. */
const TOLERATED: RequirementResult['known'] = {
  reason: 'follows from the specification, and --fail-on must lets it pass',
  unexpectedPass: false,
}

import { severityOf } from '../../../suites/topics.ts'
import type { Catalogue, Requirement, Severity } from '../../judge/requirement.ts'
import { attribute } from '../../judge/roots.ts'
import { anyPosition, type Finding, wasServed } from '../../judge/finding.ts'
import type { Verdict, ReasonKind } from '../../judge/verdict.ts'
import type { CaseResult, KnownFailure, RequirementResult, RunRecord } from '../../report/record.ts'
import { MOST_LISTED } from '../../util/bounds.ts'
import { groupBy } from '../../util/collections.ts'
import type { RunOptions } from '../options.ts'
import { isSelected } from '../selection.ts'
import { FAILURES, type Outcome, outcomeOf } from '../../report/outcome.ts'

/** How often oracles saw a requirement hold, and some exchanges that show it. */
export interface Holding {
  readonly count: number
  readonly evidence: readonly number[]
}

/** The evidence behind verdicts, of a run. */
export interface Evidence {
  readonly findings: readonly Finding[]
  readonly cases: readonly CaseResult[]
  readonly held: ReadonlyMap<string, Holding>
  /** What a case found in one of two runs. */
  readonly once: readonly Finding[]
  /** Open points with an observation. */
  readonly observed: ReadonlySet<string>
  /** Why the run ended early. */
  readonly problem?: string
}

export type Terms = Pick<RunOptions, 'profile' | 'only' | 'cases' | 'parts' | 'knownFailures' | 'failOn'>

/**
 * The verdict on every requirement, in the order of the catalogue. This is the only place where verdicts are made.
 */
export function requirementResults(
  catalogue: Catalogue,
  evidence: Evidence,
  terms: Terms,
): RequirementResult[] {
  const findings = groupBy(attribute(evidence.findings, catalogue.restsOn), ({ requirement }) => requirement)
  return catalogue.rows
    .filter((row) => row.excluded === undefined)
    .map((row) => {
      const excuses = terms.knownFailures?.filter(({ id }) => id === row.id) ?? []
      const shown: Shown = {
        findings: inOrder(findings.get(row.id) ?? [], excuses),
        cases: evidence.cases.filter(({ requirements }) => requirements.includes(row.id)),
        held: evidence.held.get(row.id),
      }
      const fields = isAsked(row, shown, terms, catalogue)
        ? verdictOn(row, shown, evidence, terms)
        : NOT_SELECTED
      return {
        id: row.id,
        part: row.part,
        endpoint: row.endpoint,
        strength: row.strength,
        severity: severityIn(shown.findings, severityOf(row.id)),
        source: row.source,
        text: row.text,
        because: row.because,
        own: row.own,
        ...fields,
        findings: fields.verdict === 'failed' ? shown.findings.slice(0, MOST_LISTED) : [],
        ...accountOf(shown),
        known: isTolerated(row, fields, terms) ? TOLERATED : known(fields.verdict, shown.findings, excuses),
      }
    })
}

/** What a run showed about one requirement. */
interface Shown {
  /** The findings on it. */
  readonly findings: readonly Finding[]
  /** The cases that verify it. */
  readonly cases: readonly CaseResult[]
  /** Undefined: no oracle saw it hold. */
  readonly held: Holding | undefined
}

/** How often a requirement was judged, by which cases, and exchanges that show that it holds. */
function accountOf({
  findings,
  cases,
  held,
}: Shown): Pick<RequirementResult, 'judgements' | 'evidence' | 'cases'> {
  const passes = cases.filter(({ verdict }) => verdict === 'passed')
  const violations = findings.reduce((sum, finding) => sum + finding.count, 0)
  const evidence = [...passes.flatMap(({ exchanges }) => exchanges.slice(-2)), ...(held?.evidence ?? [])]
  return {
    judgements: (held?.count ?? 0) + passes.length + violations,
    evidence: [...new Set(evidence)].slice(0, 2),
    cases: cases.map(({ id }) => id),
  }
}

/** Whether the operator selected a requirement. With `--case`, only those of its cases are. */
function isAsked(
  row: Requirement,
  { findings, cases, held }: Shown,
  terms: Terms,
  catalogue: Catalogue,
): boolean {
  const isSeen = findings.length > 0 || cases.length > 0 || held !== undefined
  return (
    (terms.cases === undefined || terms.only !== undefined || isSeen) && isSelected(row.id, terms, catalogue)
  )
}

/** The severity of a requirement, by its violations: nothing is open where each request was refused, if with a wrong status. */
function severityIn(findings: readonly Finding[], severity: Severity): Severity {
  const isRefused = ({ status = 0 }: Finding): boolean => status >= 400 && status < 500
  const isClosed = findings.length > 0 && findings.every(isRefused)
  return severity === 'critical' && isClosed ? 'major' : severity
}

const NOT_SELECTED: VerdictFields = {
  verdict: 'disabled',
  reason: 'not selected (--only, --case, --part)',
  reasonKind: 'not-selected',
}

/**
 * The first finding of each violated requirement, in the order of the catalogue; findings without a cause take
 * precedence.
 */
export function violationsOf(
  catalogue: Catalogue,
  { findings }: Pick<Evidence, 'findings'>,
): ReadonlyMap<string, Finding> {
  const byRequirement = groupBy(attribute(findings, catalogue.restsOn), ({ requirement }) => requirement)
  return new Map(
    catalogue.rows.flatMap(({ id, strength, excluded }) => {
      const own = strength === 'open' || excluded !== undefined ? [] : (byRequirement.get(id) ?? [])
      const first = own.find(({ consequenceOf }) => consequenceOf === undefined) ?? own[0]
      return first === undefined ? [] : [[id, first] as const]
    }),
  )
}

type VerdictFields = Pick<
  RequirementResult,
  'verdict' | 'reason' | 'reasonKind' | 'options' | 'consequenceOf' | 'premise'
>

function verdictOnOpenPoint(id: string, cases: readonly CaseResult[], { observed }: Evidence): VerdictFields {
  if (observed.has(id)) return { verdict: 'passed' }
  const because = cases.find(({ reason }) => reason !== undefined)
  return {
    verdict: 'inconclusive',
    reason: because?.reason ?? 'not observed',
    reasonKind: because?.reasonKind ?? 'not-seen',
  }
}

/** Something that was there in one run of a case, and not in the next one, accuses nobody. */
function seenOnce({ where, expected, received }: Finding): VerdictFields {
  return {
    verdict: 'inconclusive',
    reason: `seen once, not again: ${where}, ${expected}, received ${received}`,
    reasonKind: 'undecided',
  }
}

function verdictOn(
  row: Requirement,
  { findings, cases, held }: Shown,
  evidence: Evidence,
  terms: Terms,
): VerdictFields {
  if (row.strength === 'open') return verdictOnOpenPoint(row.id, cases, evidence)
  if (findings.length > 0) return failed(findings)
  const once = evidence.once.find(({ requirement }) => requirement === row.id)
  if (once !== undefined) return seenOnce(once)
  if (cases.length === 0)
    return held !== undefined && held.count > 0
      ? { verdict: 'passed' }
      : {
          verdict: 'inconclusive',
          reason: unseen(evidence, terms),
          reasonKind: evidence.problem === undefined ? 'not-seen' : 'interrupted',
        }
  // A pass needs every case: if one cannot be judged, the requirement has not passed.
  for (const verdict of ['error', 'failed', 'inconclusive', 'not-applicable'] as const) {
    const short = cases.find((one) => one.verdict === verdict && one.whole !== true)
    if (short !== undefined) return unjudged(short, verdict, evidence)
  }
  return { verdict: 'passed' }
}

function failed(own: readonly Finding[]): VerdictFields {
  const isConsequence = own.every(({ consequenceOf }) => consequenceOf !== undefined)
  const causes = [...new Set(own.flatMap(({ consequenceOf = [] }) => consequenceOf))].sort()
  const more = own.length - MOST_LISTED
  return {
    verdict: 'failed',
    reason: more > 0 ? `${more} more findings are not shown` : undefined,
    reasonKind: more > 0 ? 'more-findings' : undefined,
    consequenceOf: isConsequence ? causes : undefined,
  }
}

/** The verdict on a requirement with a case that could not be judged. */
function unjudged(
  { id, reason, reasonKind = 'undecided', options }: CaseResult,
  verdict: Exclude<Verdict, 'passed' | 'disabled'>,
  { findings }: Evidence,
): VerdictFields {
  if (verdict === 'failed') {
    const own = findings.filter((finding) => finding.case === id)
    const premise = [...new Set(own.map(({ requirement }) => requirement))]
    return {
      verdict: 'inconclusive',
      reason: `blocked by ${premise.join(', ')}`,
      reasonKind: 'premise-broken',
      premise: premise.length === 0 ? undefined : premise,
    }
  }
  return { verdict, reason: reason ?? verdict, reasonKind, options }
}

function unseen({ problem }: Evidence, { profile }: Terms): string {
  if (problem !== undefined) return `the run ended early: ${problem}`
  return profile === 'smoke'
    ? 'not tested in profile smoke: --profile standard tests more'
    : 'not tested in this run'
}

/** Whether the operator tolerates a violation of a derived requirement. */
function isTolerated({ strength }: Requirement, { verdict }: VerdictFields, { failOn }: Terms): boolean {
  return failOn === 'must' && strength === 'derived' && verdict === 'failed'
}

const TOLERATED: RequirementResult['known'] = {
  reason: 'follows from the specification, and --fail-on must lets it pass',
  unexpectedPass: false,
}

/** What the known failures say about the findings of a requirement. */
function known(
  verdict: Verdict,
  own: readonly Finding[],
  entries: readonly KnownFailure[],
): RequirementResult['known'] {
  const used = entries.filter((entry) => own.some((finding) => excuses(entry, finding)))
  const shown = used.length > 0 ? used : entries
  const [first] = shown
  if (first === undefined) return undefined
  const unexcused = own.filter((finding) => !isExcused(finding, entries)).length
  // The earliest date counts: after it, something is no longer excused.
  const [until] = shown.flatMap((entry) => entry.until ?? []).sort()
  return {
    reason: first.reason,
    link: first.link,
    until,
    unexpectedPass: verdict === 'passed',
    unexcused: unexcused === 0 ? undefined : unexcused,
  }
}

function isExcused(finding: Finding, entries: readonly KnownFailure[]): boolean {
  return entries.some((entry) => excuses(entry, finding))
}

/** Whether a known failure covers a finding: it does, unless it names another place. */
export function excuses({ where, pointer }: KnownFailure, finding: Finding): boolean {
  if (where !== undefined && where !== finding.where) return false
  return pointer === undefined || anyPosition(pointer) === anyPosition(finding.pointer ?? '')
}

/**
 * Findings in the order shown: those first that no known failure excuses; among these one of each place; among these
 * what was served though it should have been refused.
 */
function inOrder(all: readonly Finding[], entries: readonly KnownFailure[]): readonly Finding[] {
  const isUnexcused = (one: Finding): boolean => !isExcused(one, entries)
  const findings = inFront(wasServed, all)
  const ofEachPlace = new Set([...groupBy(findings, ({ where }) => where).values()].map(([one]) => one))
  // Sorting keeps the order of equals, so what weighs most comes last.
  return inFront(
    isUnexcused,
    inFront((one) => ofEachPlace.has(one), findings),
  )
}

/** Findings with those first that pass a test. */
function inFront(test: (one: Finding) => boolean, findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((one, other) => Number(test(other)) - Number(test(one)))
}

/**
 * Whether answers are missing that the target should have given: its requests failed, or were not sent because their
 * endpoint hangs. A run in which this holds for a requirement is never green.
 */
export function lacksAnswers({ strength, verdict, reasonKind }: RequirementResult): boolean {
  return strength !== 'open' && (verdict === 'error' || reasonKind === 'withheld')
}

/**
 * The verdict of a run and its exit code, from the verdicts of the requirements.
 * 2: nothing was judged, the run was cut short, answers are missing, or the tool failed;
 * 1: a violation, an unexpected pass, or an expired known failure that could not be exercised;
 * 3: under `--strict`, something was not exercised; 0: otherwise.
 * A run that was cut short after a violation still ends with 1: the violation stands, and the record says what is
 * missing.
 */
export function conclude(
  requirements: readonly RequirementResult[],
  circumstances: {
    readonly day: string
    readonly strict: boolean
    readonly problem?: ReasonKind
    readonly faults: number
  },
): Pick<RunRecord, 'verdict' | 'exitCode'> {
  const { day, strict, problem, faults } = circumstances
  const outcomesOf = (some: readonly RequirementResult[]): ReadonlySet<Outcome> =>
    new Set(some.map((requirement) => outcomeOf(requirement, day)))
  const all = outcomesOf(requirements)
  if (FAILURES.some((outcome) => all.has(outcome))) return { verdict: 'failed', exitCode: 1 }
  const outcomes = outcomesOf(requirements.filter(({ strength }) => strength !== 'open'))
  const isJudged = JUDGED.some((outcome) => outcomes.has(outcome))
  if (problem !== undefined || faults > 0 || !isJudged || requirements.some(lacksAnswers))
    return { verdict: 'error', exitCode: 2 }
  return strict && outcomes.has('inconclusive')
    ? { verdict: 'incomplete', exitCode: 3 }
    : { verdict: 'passed', exitCode: 0 }
}

/** Outcomes of requirements that were exercised, without a failure among them. */
const JUDGED: readonly Outcome[] = ['passed', 'known-failure']

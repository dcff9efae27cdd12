import { isFoundBy } from '../../../engine/case/second-look.ts'
import type { CaseOutcome, Observation } from '../../../engine/case/outcome.ts'
import { shownFile } from '../../../engine/case/position.ts'
import { endOf, type Exchange } from '../../../engine/http/exchange.ts'
import { RATE_HEADER, rateNumber, remainingOf } from '../../../engine/http/rate-headers.ts'
import type { CaseResult, Profile, RequirementResult, RunRecord } from '../../report/record.ts'
import { programIn } from '../../report/view/commands.ts'
import { dayOf, outcomeOf, violationsIn } from '../../report/outcome.ts'
import { withBlocks } from '../../report/blocks.ts'
import { scrubbedRecord } from '../../report/scrub-record.ts'
import { exitOf } from './conclude.ts'
import { requirementResults, type RunEvidence } from './results.ts'
import type { Conducted } from '../conduct.ts'
import type { RunOptions } from '../options.ts'
import type { Selection } from '../selection.ts'
import { sinceEarlier } from '../../report/since.ts'
import type { SeededFaults } from '../alterations.ts'
import { whereOf } from '../../../engine/judge/judgements.ts'
import { Asked } from '../asked.ts'
import { cutShortBy, faultsOf, problemOf, underWay } from './problem.ts'
import { emptyRecord, recordedExchange } from './recorded.ts'
import { withKeptTexts } from '../../../engine/http/kept.ts'
import { scrubbedExchange } from '../../../engine/http/scrub-exchange.ts'
import { groupBy } from '../../../engine/util/collections.ts'
import type { Span } from '../../../engine/util/time.ts'
import type { Scope } from '../scope.ts'
import type { Target } from '../target.ts'
import { settingsOf } from './settings.ts'

/** The parts of a record that the run itself did not show. */
interface Circumstances {
  readonly target: Target
  readonly options: RunOptions
  readonly selection: Selection
  readonly span: Span
  readonly faults?: SeededFaults
}

/** Makes the record of a run, scrubbed of keys. It is never changed afterwards. */
export function assemble(
  conducted: Conducted,
  { catalogue }: Pick<Scope, 'catalogue'>,
  { target, options, selection, span, faults = () => undefined }: Circumstances,
): RunRecord {
  const { baseUrl, embedded, scrub } = target
  const { targetName: name, targetVersion: version } = options
  const evidence = runEvidence(conducted, options.profile)
  const requirements = requirementResults(catalogue, evidence, selection, options).map((row) =>
    row.verdict === 'failed' ? { ...row, mutants: faults(row.id) } : row,
  )
  const judged: RunRecord = {
    ...emptyRecord({ baseUrl, embedded, name, version }, span, options),
    settings: settingsOf(conducted, target, options, selection, requirements),
    requirements,
    cases: evidence.cases,
    traffic: evidence.traffic,
    ...sentIn(conducted),
  }
  const record = { ...judged, ...verdictOnRun(judged, conducted, options) }
  const before = embedded ? atSandbox(record.settings) : ''
  const exchanges = referenced(record, conducted.tally.exchanges).map((exchange) =>
    recordedExchange(scrubbedExchange(withKeptTexts(exchange), baseUrl, scrub.text), record.settings, before),
  )
  return withBlocks(scrubbedRecord({ ...record, exchanges }, scrub.text))
}

/** What a run sent and left behind, and what it saw of open points. */
function sentIn({ tally, ledger, observed, footprint, withoutLead }: Conducted): Partial<RunRecord> {
  const { exchanges, judgements } = tally
  return {
    requests: { ...ledger.spent(), ...lostIn(exchanges), remaining: lastRemaining(exchanges) },
    serverErrors: serverErrorsOf(exchanges),
    observations: observationsOf(observed()),
    footprint,
    withoutLead,
    judgements,
  }
}

/** The verdict on a run whose requirements are judged: what kept it from judging all, and what changed. */
function verdictOnRun(
  judged: RunRecord,
  conducted: Conducted,
  { strict, earlier }: RunOptions,
): Partial<RunRecord> {
  const { requirements } = judged
  const faults = faultsOf(conducted)
  const problem = problemOf(conducted, faults, requirements)
  const cutShort = problem?.cutShort
  const since = sinceEarlier(earlier, { ...judged, cutShort })
  const day = dayOf(judged)
  const unsettled = unsettledIn(since, requirements, day)
  const lost = conducted.ended === undefined ? [] : underWay(conducted.tally.exchanges)
  return {
    ...exitOf(requirements, { day, strict, faults: faults.length, cutShort, unsettled }),
    problem: problem?.text,
    problemKind: problem?.kind,
    cutShort,
    underWay: lost.length === 0 ? undefined : lost.map(({ id }) => id),
    violations: violationsIn(judged),
    since,
  }
}

/** The exchanges to which a record refers. */
function referenced(
  { requirements, observations, underWay: lost = [] }: RunRecord,
  exchanges: readonly Exchange[],
): readonly Exchange[] {
  const ids = new Set([
    ...lost,
    ...requirements.flatMap((row) => [
      ...row.evidence,
      ...row.findings.flatMap((finding) => finding.exchanges),
    ]),
    ...observations.flatMap((observation) => observation.exchanges.slice(0, 1)),
  ])
  return exchanges.filter(({ id }) => ids.has(id))
}

/** How many requirements of `--last-failed` neither pass nor are known failures. */
function unsettledIn(
  { failed = [], fixed = [] }: Partial<NonNullable<RunRecord['since']>> = {},
  requirements: readonly RequirementResult[],
  day: string,
): number {
  const known = requirements.filter((row) => outcomeOf(row, day) === 'known-failure')
  const settled = new Set([...fixed, ...known.map(({ id }) => id)])
  return failed.filter((id) => !settled.has(id)).length
}

/** The evidence behind the verdicts of a run. */
export function runEvidence(conducted: Conducted, profile: Profile): RunEvidence {
  const { outcomes, tally, ended, observed } = conducted
  const { certain: findings, doubtful } = tally.found
  const isFlaky = (outcome: CaseOutcome): boolean => doubtful.some(isFoundBy(outcome))
  return {
    findings,
    doubtful,
    cases: outcomes.map((outcome) => caseResult(outcome, isFlaky(outcome))),
    held: tally.held,
    observed: new Set(observed().map(({ requirement }) => requirement)),
    exchanges: new Map(tally.exchanges.map((exchange) => [exchange.id, exchange])),
    traffic: askedIn(tally.exchanges),
    profile,
    problem: ended?.reason,
    cutShort: cutShortBy(conducted) !== undefined,
  }
}

function caseResult({ definition, ...ended }: CaseOutcome, isFlaky: boolean): CaseResult {
  const { id, suite, title, requirements, position } = definition
  const { options = [], startedAt, durationMs } = ended
  const at = position?.()
  return {
    id,
    suite,
    title,
    requirements,
    ...ended,
    options: options.length === 0 ? undefined : options,
    file: at && shownFile(at),
    line: at?.line,
    startedAt: startedAt === undefined ? undefined : new Date(startedAt).toISOString(),
    durationMs: Math.round(durationMs),
    flaky: isFlaky ? true : undefined,
  }
}

function askedIn(exchanges: readonly Exchange[]): RunEvidence['traffic'] {
  const asked = new Asked()
  for (const exchange of exchanges) asked.add(exchange)
  return asked.operations
}

/** Answers with a status of 500 to 599, counted by status, the most frequent first; undefined if there are none. */
function serverErrorsOf(exchanges: readonly Exchange[]): RunRecord['serverErrors'] {
  const statusOf = ({ response }: Exchange): number => response?.status ?? 0
  const failed = exchanges.filter((one) => statusOf(one) >= 500 && statusOf(one) < 600)
  const groups = [...groupBy(failed, statusOf).values()].toSorted((a, b) => b.length - a.length)
  const errors = groups.map(([first, ...others]) => ({
    status: statusOf(first),
    count: 1 + others.length,
    first: whereOf(first),
    exchange: first.id,
  }))
  return errors.length === 0 ? undefined : errors
}

/**
 * Requests without an answer: those that the target never answered, and those that this run did not wait for.
 */
function lostIn(exchanges: readonly Exchange[]): Pick<RunRecord['requests'], 'unanswered' | 'brokenOff'> {
  const lost = exchanges.filter(({ id, failure }) => id > 0 && failure !== undefined)
  const brokenOff = lost.filter(({ failure }) => failure?.kind === 'interrupted').length
  return { unanswered: lost.length - brokenOff || undefined, brokenOff: brokenOff || undefined }
}

/**
 * The allowance according to the last answer to the key under test; undefined if the answer states none that
 * can be read.
 */
function lastRemaining(exchanges: readonly Exchange[]): RunRecord['requests']['remaining'] {
  const told = exchanges.filter(
    (one) => one.key === 'main' && one.operation !== undefined && remainingOf(one) !== undefined,
  )
  const last = told.toSorted((a, b) => endOf(b) - endOf(a))[0]
  const left = last && remainingOf(last)
  return left === undefined || last === undefined
    ? undefined
    : { left, limit: rateNumber(last, RATE_HEADER.limit) }
}

/** Each observation once. A request that was not sent because the run had ended shows nothing. */
function observationsOf(observed: readonly Observation[]): Observation[] {
  const shown = observed.filter(({ exchanges }) => exchanges.every((id) => id > 0))
  const seen = new Map(
    shown.map((observation) => [`${observation.requirement} ${observation.text}`, observation]),
  )
  return [...seen.values()]
}

/** Nobody listens at the embedded service's address until its user runs `serve`. */
function atSandbox(settings: RunRecord['settings']): string {
  return `# once \`${programIn({ settings })} serve\` runs, with the keys that it prints:\n`
}

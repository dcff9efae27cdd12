import { type Lookup, evidenceOf, lookup } from './evidence.ts'
import type { CaseResult, Observation, RequirementResult, RunRecord } from '../record.ts'
import { type Cause, causesOf, type Row, sharedBy } from './causes.ts'
import { type Coverage, coverageOf, leftBehind } from './coverage.ts'
import { dayOf, explainExitCode, outcomeOf, staleExcuses, type Totals, totalsOf } from '../outcome.ts'
import { count, duration, thousands } from '../../util/text.ts'
import { lastFailedCommand, updateCommand } from './replay.ts'
import { partsOf } from '../wording.ts'

/**
 * What all reports show of a run, computed once from its record: the console, the page, Markdown, JUnit, annotations and
 * SARIF are templates of it, so they show the same numbers and start with the same violation.
 */
export interface RunView {
  readonly record: RunRecord
  readonly find: Lookup
  /** The target in running text. */
  readonly target: string
  /** What the run found, in one sentence without its full stop. */
  readonly headline: string
  /** `12 of 13 requirements were exercised`; with what would enable the rest: `; of the rest, 3 need --writes`. */
  readonly share: string
  /** Every requirement that is no open point, in catalogue order. All figures count these. */
  readonly rows: readonly Row[]
  readonly totals: Totals
  readonly parts: readonly { readonly part: number; readonly rows: readonly Row[]; readonly totals: Totals }[]
  /** What makes the run fail, the most serious first: where to start. */
  readonly causes: readonly Cause[]
  readonly violations: { readonly rootCauses: number; readonly total: number }
  /** What many of the causes have in common, and which server errors there were, one line each. */
  readonly digest: readonly string[]
  /** Violations that the known-failures file excuses. */
  readonly excused: readonly Row[]
  readonly coverage: Coverage
  readonly openPoints: readonly OpenPoint[]
  /** Cases that the operator brought. */
  readonly ownCases: readonly CaseResult[]
  /** What the run left behind on the target; `nothing` where nothing is left. */
  readonly left: string
  /** `2,059 requests (334 on the key under test), 10.5 s`. */
  readonly spent: string
  readonly next: NextSteps
}

/** An open point of the specification, with what was observed; nothing if the run did not observe it. */
export interface OpenPoint {
  readonly result: RequirementResult
  readonly observations: readonly Observation[]
}

/** Commands that lead on from the run; undefined where there is nothing to do. */
export interface NextSteps {
  /** Explains the first cause. */
  readonly explain?: string
  /** Runs again what failed. */
  readonly again?: string
  /** Takes what passed unexpectedly out of the known-failures file. */
  readonly update?: string
}

/**
 * Makes the view of a record.
 *
 * @param folder - the folder of the reports, if it is not the default one
 */
export function viewOf(record: RunRecord, folder?: string): RunView {
  const day = dayOf(record)
  const find = lookup(record)
  const closed = record.requirements.filter(({ strength }) => strength !== 'open')
  const rows = closed.map((result) => ({
    id: result.id,
    result,
    outcome: outcomeOf(result, day),
    evidence: result.findings.map((finding) => evidenceOf(record, find, finding)),
  }))
  const totals = totalsOf(closed, day)
  const causes = causesOf(rows)
  const coverage = coverageOf(rows)
  const violations = violationsIn(record)
  return {
    record,
    find,
    target: record.target.embedded ? 'the embedded reference service, in process' : record.target.baseUrl,
    headline: headlineOf(record, totals, violations),
    share: shareOf(coverage, totals),
    rows,
    totals,
    parts: partsOf(record)
      .map((part) => ({ part, rows: rows.filter(({ result }) => result.part === part) }))
      .filter((one) => one.rows.length > 0)
      .map((one) => ({
        ...one,
        totals: totalsOf(
          one.rows.map(({ result }) => result),
          day,
        ),
      })),
    causes,
    violations,
    digest: [...sharedBy(causes), ...brokenAnswers(record, coverage)],
    excused: rows.filter(({ outcome }) => outcome === 'known-failure'),
    coverage,
    openPoints: record.requirements
      .filter(({ strength }) => strength === 'open')
      .map((result) => ({
        result,
        observations: record.observations.filter(({ requirement }) => requirement === result.id),
      })),
    ownCases: record.cases.filter(({ own }) => own === true),
    left: leftBehind(record.footprint),
    spent: spentOf(record),
    next: nextSteps(record, causes, folder),
  }
}

/** The number of violated requirements that no known failure excuses: root causes, and all. */
export function violationsIn(record: RunRecord): RunView['violations'] {
  const day = dayOf(record)
  const rows = record.requirements.filter((row) => outcomeOf(row, day) === 'failed')
  return {
    rootCauses: rows.filter(({ consequenceOf }) => consequenceOf === undefined).length,
    total: rows.length,
  }
}

/** Both numbers in words: `1 root cause, 5 violations follow from it`. */
export function inNumbers({ rootCauses, total }: RunView['violations']): string {
  const rest = total - rootCauses
  const follow = `${count(rest, 'violation')} ${rest === 1 ? 'follows' : 'follow'} from`
  if (rootCauses === 0) return `${follow} known failures`
  const roots = count(rootCauses, 'root cause')
  return rest === 0 ? roots : `${roots}, ${follow} ${rootCauses === 1 ? 'it' : 'them'}`
}

function headlineOf(record: RunRecord, { by }: Totals, violations: RunView['violations']): string {
  if (record.verdict !== 'failed')
    return record.verdict === 'error' && record.problem !== undefined
      ? record.problem.replace(/\.$/, '')
      : explainExitCode(record).replace(/^exit code \d: /, '')
  return [
    ...(by.failed > 0 ? [inNumbers(violations)] : []),
    ...staleExcuses(by['unexpected-pass'], by['expired-excuse']),
    ...byClients(record),
  ].join(', and ')
}

/** The violations of clients, in words. */
function byClients({ clients = [] }: RunRecord): string[] {
  const failed = clients.filter(({ verdict }) => verdict === 'failed').length
  return failed === 0 ? [] : [`${count(failed, 'requirement')} violated by clients`]
}

function shareOf({ exercised, applicable, needs }: Coverage, { failures }: Totals): string {
  const share = `${exercised} of ${count(applicable, 'requirement')} were exercised`
  return failures > 0 || needs.length === 0 ? share : `${share}; of the rest, ${needs.join(' and ')}`
}

function brokenAnswers(record: RunRecord, { unjudged }: Coverage): string[] {
  const errors = unjudged.filter(({ outcome }) => outcome === 'error')
  const all = errors.reduce((sum, { ids }) => sum + ids.length, 0)
  const [first] = errors
  return [
    ...(record.serverErrors ?? []).map(
      ({ status, count: times, first: place }) => `${count(times, 'answer')} with ${status}, first: ${place}`,
    ),
    ...(first === undefined ? [] : [`${count(all, 'error')}: ${first.reason}`]),
  ]
}

function spentOf({ requests: { total, byKey, unanswered = 0 }, durationMs }: RunRecord): string {
  const main = byKey.main ?? 0
  const keys = main === total ? '' : ` (${thousands(main)} on the key under test)`
  const lost = unanswered === 0 ? '' : `, ${unanswered} never answered`
  return `${count(total, 'request')}${keys}${lost}, ${duration(durationMs)}`
}

function nextSteps(record: RunRecord, causes: readonly Cause[], folder: string | undefined): NextSteps {
  const first = causes.find(({ outcome }) => outcome === 'failed')
  return {
    explain:
      first === undefined || first.result.own === true
        ? undefined
        : `npx chat-agent-conformance explain ${first.id}`,
    again: first === undefined ? undefined : lastFailedCommand(record, folder),
    update: causes.some(({ outcome }) => outcome === 'unexpected-pass')
      ? updateCommand(record, folder)
      : undefined,
  }
}

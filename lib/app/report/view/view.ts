import { type Lookup, lookup } from './evidence.ts'
import { PARTIAL } from '../folder.ts'
import { isTraffic, isWhole, type RunRecord } from '../record.ts'
import { headlineOf, inNumbers } from '../headline.ts'
import { isCounted, type Totals, totalsOf, violationsIn } from '../outcome.ts'
import { leftOver, type List, listsOf } from './lists.ts'
import { type Block, shownBlocks } from './blocks.ts'
import { type RuleRow, rowsOf } from './rows.ts'
import { FEW } from '../../../engine/util/bounds.ts'
import { groupBy, present } from '../../../engine/util/collections.ts'
import { count, duration, thousands } from '../../../engine/util/text.ts'
import { explainCommand, lastFailedCommand, replayCommand, updateCommand, wholeCommand } from './commands.ts'

/**
 * The data that all reports show of a run, computed once from its record. The console, the page, Markdown,
 * JUnit, and annotations are templates of it, so they show the same numbers and start with the same
 * violation.
 */
export interface RunView {
  readonly record: RunRecord
  readonly find: Lookup
  /** The target in running text. */
  readonly target: string
  /** The result of the run, in one clause without a full stop. */
  readonly headline: string
  /** `12 of 13 requirements exercised`; empty if none applies, or if the headline gives the share already. */
  readonly share: string
  /** Every requirement in catalogue order, open points and newer rules included. */
  readonly all: readonly RuleRow[]
  /** The requirements that count. All figures are about them. */
  readonly rows: readonly RuleRow[]
  readonly totals: Totals
  /** The violations, a block for each symptom: where to start. */
  readonly blocks: readonly Block[]
  /** The leading requirement of the block that contains another one, by the id of the other. */
  readonly sameAs: ReadonlyMap<string, string>
  /** All violations, block by block. */
  readonly violated: readonly RuleRow[]
  readonly violations: NonNullable<RunRecord['violations']>
  /** The violations in words: `6 violations, 1 critical`; empty if there are none. */
  readonly numbers: string
  /** Answers with a server error, one line for each status: `146 answers with 500, first: GET /things`. */
  readonly serverErrors: readonly string[]
  /** Violations that the known-failures file excuses. */
  readonly excused: readonly RuleRow[]
  /** The number of exercised requirements, and of those that were selected. */
  readonly coverage: { readonly exercised: number; readonly applicable: number }
  /** The other lists: open points, requirements not judged, items left behind, and the like. */
  readonly lists: readonly List[]
  /** The changes since the last whole run in the folder. */
  readonly changes: readonly { readonly how: string; readonly ids: readonly string[] }[]
  /**
   * The unselected requirements: `342 requirements: not selected by --last-failed`; empty if there are none.
   */
  readonly unselected: string
  /**
   * The items left behind on the target, or `nothing`; empty for traffic of clients, of which nobody knows.
   */
  readonly left: string
  /** `2,059 requests (334 on the key under test), 10.5 s`. */
  readonly spent: string
  /**
   * The judged build, and how to repeat the run: `build 2.4 of staging`, `profile standard`, `seed 7`; for
   * the traffic of clients at most the build.
   */
  readonly terms: readonly string[]
  readonly next: NextSteps
  /** The page, in the folder of the reports; recorded traffic has none. */
  readonly page?: string
}

/** The next commands; undefined if there is nothing to do. */
export interface NextSteps {
  /** Explains the first violation. */
  readonly explain?: string
  /** Verifies one requirement again: a template, with `ID` in its place. */
  readonly replay?: string
  /** Runs the failed requirements again. */
  readonly again?: string
  /** Runs everything, after a run of a selection. */
  readonly whole?: string
  /** Removes unexpected passes from the known-failures file. */
  readonly update?: string
}

/**
 * Makes the view of a record.
 *
 * @param folder - the folder of the reports, if it is not the default one
 */
export function viewOf(record: RunRecord, folder?: string): RunView {
  const find = lookup(record)
  const found = rowsOf(record, find)
  const blocks = shownBlocks(record, found)
  const leads = new Map(blocks.map((block) => [block.id, block]))
  // The leading finding of a block is also the first one in its row.
  const all = found.map((row) => leads.get(row.id) ?? row)
  const rows = all.filter(({ result }) => isCounted(result))
  const coverage = coverageOf(rows)
  const violated = blocks.flatMap((block) => [block, ...block.others])
  return {
    record,
    find,
    target: targetOf(record),
    headline: headlineOf(record),
    // The headline gives the share already.
    share: record.cutShort === true ? '' : shareOf(coverage),
    all,
    rows,
    totals: totalsOf(rows.map(({ outcome }) => outcome)),
    blocks,
    sameAs: new Map(blocks.flatMap(({ id, others }) => others.map((one) => [one.id, id] as const))),
    violated,
    violations: violationsIn(record),
    numbers: inNumbers(record),
    serverErrors: serverErrorsIn(record),
    coverage,
    excused: rows.filter(({ outcome }) => outcome === 'known-failure'),
    lists: listsOf(record, all),
    changes: changesOf(record),
    unselected: record.since?.failed === undefined ? unselectedIn(rows) : '',
    left: isTraffic(record) ? '' : leftOver(record),
    spent: spentOf(record),
    terms: termsOf(record),
    next: nextSteps(record, violated, folder),
    page: isTraffic(record) ? undefined : `${isWhole(record) ? '' : `${PARTIAL}/`}index.html`,
  }
}

function targetOf({ target: { embedded, baseUrl } }: RunRecord): string {
  return embedded ? 'the embedded reference service, in process' : baseUrl
}

function termsOf(record: RunRecord): string[] {
  const ofRun = isTraffic(record) ? [] : [`profile ${record.profile}`, `seed ${record.seed}`]
  return present(buildOf(record), ...ofRun)
}

function changesOf({ since }: RunRecord): RunView['changes'] {
  return [
    { how: 'broke', ids: since?.broke ?? [] },
    { how: 'fixed', ids: since?.fixed ?? [] },
  ].filter(({ ids }) => ids.length > 0)
}

function coverageOf(rows: readonly RuleRow[]): RunView['coverage'] {
  const exercised = rows.filter(({ result: { verdict } }) => verdict === 'passed' || verdict === 'failed')
  const applicable = rows.filter(({ outcome }) => outcome !== 'disabled')
  return { exercised: exercised.length, applicable: applicable.length }
}

function shareOf({ exercised, applicable }: RunView['coverage']): string {
  return applicable === 0 ? '' : `${exercised} of ${count(applicable, 'requirement')} exercised`
}

function serverErrorsIn({ serverErrors = [] }: RunRecord): string[] {
  return serverErrors.map(
    ({ status, count: times, first }) => `${count(times, 'answer')} with ${status}, first: ${first}`,
  )
}

/** The operator's name for the target, and its build: `build 2.4 of staging`. */
function buildOf({ target: { name, version } }: RunRecord): string | undefined {
  const of = name === undefined ? '' : ` of ${name}`
  return version === undefined ? name : `build ${version}${of}`
}

function unselectedIn(rows: readonly RuleRow[]): string {
  const unselected = rows.filter(({ result }) => result.reasonKind === 'not-selected')
  const reasons = [...groupBy(unselected, ({ result }) => result.reason ?? '')]
  const said = reasons
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([reason, some]) => `${count(some.length, 'requirement')}: ${reason}`)
  return [...said.slice(0, FEW), ...(said.length > FEW ? [`${said.length - FEW} more reasons`] : [])].join(
    '; ',
  )
}

function spentOf(record: RunRecord): string {
  const { requests, durationMs } = record
  const { total, byKey, unanswered = 0, brokenOff = 0, remaining } = requests
  if (isTraffic(record)) return `${count(total, 'exchange')}, ${duration(durationMs)}`
  const { main = total } = byKey
  const keys = main === total ? '' : ` (${thousands(main)} on the key under test)`
  // The requests of a refused run were not counted.
  const sent = total === 0 ? undefined : `${count(total, 'request')}${keys}`
  return present(
    sent,
    unanswered > 0 && `${thousands(unanswered)} never answered`,
    brokenOff > 0 && `${thousands(brokenOff)} broken off by this run`,
    duration(durationMs),
    remaining && remainingIn(remaining),
  ).join(', ')
}

function remainingIn({ left, limit }: NonNullable<RunRecord['requests']['remaining']>): string {
  const of = limit === undefined ? '' : ` of ${thousands(limit)}`
  return `X-RateLimit-Remaining ${thousands(left)}${of} at the end`
}

function nextSteps(record: RunRecord, violated: readonly RuleRow[], folder: string | undefined): NextSteps {
  const first = violated.find(({ outcome }) => outcome === 'failed')
  const isStale = violated.some(({ outcome }) => outcome === 'unexpected-pass')
  return {
    explain: first && explainCommand(first.result, first.program),
    replay: first && !isTraffic(record) ? replayCommand(record) : undefined,
    again: first && !isTraffic(record) ? lastFailedCommand(record, folder) : undefined,
    whole: record.settings.selection && wholeCommand(record, folder),
    update: isStale ? updateCommand(record, folder) : undefined,
  }
}

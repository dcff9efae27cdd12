import type { Finding } from '../judge/finding.ts'
import type { RunRecord } from './record.ts'
import { dayOf, type Outcome, outcomeOf } from './outcome.ts'
import { sendersOf } from './view/replay.ts'

/** What a run judged, and by which exchanges: enough to compare it with another run, and to keep in the history. */
export interface Judged {
  /** The outcome of each requirement that is no open point. */
  readonly outcomes: Readonly<Record<string, Outcome>>
  /** How each violation was shown. */
  readonly shown: Readonly<Record<string, readonly Trace[]>>
  /** Cases that ran to a verdict. */
  readonly ran: readonly string[]
  /** Operations that answered. */
  readonly operations: readonly string[]
}

/** How a violation was shown at one place. */
interface Trace {
  readonly where: string
  /** The case that asserted it, or those that sent what showed it; none if the run itself sent that. */
  readonly cases: readonly string[]
  /** A case asserted it: other requests to the same operation do not show it. */
  readonly asserted?: true
}

/** Stands among the statuses of an operation. */
const NO_ANSWER = 'no answer'

/** What a run judged. */
export function judgedIn(record: RunRecord): Judged {
  const day = dayOf(record)
  const closed = record.requirements.filter(({ strength }) => strength !== 'open')
  const ran = record.cases.filter(({ verdict }) => verdict === 'passed' || verdict === 'failed')
  return {
    outcomes: Object.fromEntries(closed.map((row) => [row.id, outcomeOf(row, day)])),
    shown: Object.fromEntries(
      closed
        .filter(({ findings }) => findings.length > 0)
        .map(({ id, findings }) => [id, findings.map((finding) => traceOf(record, finding))]),
    ),
    ran: ran.map(({ id }) => id),
    operations: (record.traffic ?? []).flatMap(({ operation, statuses }) =>
      Object.keys(statuses).some((status) => status !== NO_ANSWER) ? [operation] : [],
    ),
  }
}

function traceOf(record: RunRecord, finding: Finding): Trace {
  const { where, case: asserting } = finding
  return asserting === undefined
    ? { where, cases: sendersOf(record, finding) }
    : { where, cases: [asserting], asserted: true }
}

/** How the verdicts of two runs differ, as ids. */
export interface Changes {
  /** Violated now, not excused, and not violated then. */
  readonly broken: readonly string[]
  /** The same, excused by the known-failures file of the later run. */
  readonly excused: readonly string[]
  /** Violated then, excused or not, judged again by the same kind of exchange, and passed. */
  readonly fixed: readonly string[]
  /** Judged then, and not now: nothing can be said about them. */
  readonly notJudged: readonly string[]
  /** Violated then and now. */
  readonly stillBroken: readonly string[]
  /** Those of them that are violated at further operations, which were exercised before, too. */
  readonly spread: readonly { readonly id: string; readonly operations: readonly string[] }[]
}

const VIOLATED: ReadonlySet<Outcome | undefined> = new Set(['failed', 'known-failure'])
const HOLDS: ReadonlySet<Outcome | undefined> = new Set(['passed', 'unexpected-pass'])

/** How the verdicts of two runs of one target differ. */
export function changesBetween(before: Judged, after: Judged): Changes {
  const ids = [...new Set([...Object.keys(after.outcomes), ...Object.keys(before.outcomes)])]
  const then = (id: string): Outcome | undefined => before.outcomes[id]
  const now = (id: string): Outcome | undefined => after.outcomes[id]
  const isNew = (id: string): boolean => VIOLATED.has(now(id)) && !VIOLATED.has(then(id))
  const isFixed = (id: string): boolean =>
    VIOLATED.has(then(id)) && HOLDS.has(now(id)) && isJudgedAgain(before.shown[id] ?? [], after)
  const wasJudged = (id: string): boolean => VIOLATED.has(then(id)) || HOLDS.has(then(id))
  const isJudged = (id: string): boolean =>
    VIOLATED.has(now(id)) || (HOLDS.has(now(id)) && (HOLDS.has(then(id)) || isFixed(id)))
  const stillBroken = ids.filter((id) => VIOLATED.has(then(id)) && VIOLATED.has(now(id)))
  return {
    broken: ids.filter((id) => isNew(id) && now(id) === 'failed'),
    excused: ids.filter((id) => isNew(id) && now(id) === 'known-failure'),
    fixed: ids.filter(isFixed),
    notJudged: ids.filter((id) => wasJudged(id) && !isJudged(id)),
    stillBroken,
    spread: stillBroken
      .filter((id) => now(id) === 'failed')
      .map((id) => ({ id, operations: furtherOperations(id, before, after) }))
      .filter(({ operations }) => operations.length > 0),
  }
}

/** Only operations are compared: other places may hold ids, which differ between runs. */
function furtherOperations(id: string, before: Judged, after: Judged): string[] {
  const known = new Set(before.shown[id]?.map(({ where }) => where))
  const places = new Set(after.shown[id]?.map(({ where }) => where))
  return [...places].filter((where) => !known.has(where) && after.operations.includes(where))
}

/**
 * Whether a run would have shown a violation again: at each of its places, the case that asserted it ran, or one that sent
 * what showed it; of a read that any answer shows, the operation answered.
 */
function isJudgedAgain(traces: readonly Trace[], { ran, operations }: Judged): boolean {
  return traces.every(({ where, cases, asserted }) => {
    if (cases.some((id) => ran.includes(id))) return true
    if (asserted === true) return false
    return where.startsWith('GET ') ? operations.includes(where) : cases.length === 0
  })
}

import type { Finding } from '../judge/finding.ts'
import type { RunRecord } from './record.ts'
import { dayOf, type Outcome, outcomeOf } from './outcome.ts'
import { groupBy } from '../util/collections.ts'
import { sendersOf } from './senders.ts'

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
  /** An oracle saw it in a read: any answer to that operation shows it. */
  readonly inAnyRead?: true
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
  if (asserting !== undefined) return { where, cases: [asserting] }
  const cases = sendersOf(record, finding)
  return where.startsWith('GET ') ? { where, cases, inAnyRead: true } : { where, cases }
}

/** A requirement whose outcome differs between two runs. */
export interface Change {
  readonly id: string
  /** What is required; absent in a history, which holds ids alone. */
  readonly text?: string
  /** `absent`: the run does not have the requirement. */
  readonly before: Outcome | 'absent'
  readonly after: Outcome | 'absent'
  /** The first finding, or the reason why it is not judged now. */
  readonly detail?: string
}

/** How the verdicts of two runs differ. */
export interface Changes {
  /** Violated now, and not violated then: it passed, or was not judged. */
  readonly newlyBroken: readonly Change[]
  /** The same, excused by the known-failures file of the later run. */
  readonly newlyExcused: readonly Change[]
  /** Fixed: violated then, excused or not, judged again by the same kind of exchange, and passed. */
  readonly mended: readonly Change[]
  /** Judged then, and not now: nothing can be said about them. */
  readonly newlyInconclusive: readonly Change[]
  /** Violated then and now. */
  readonly stillBroken: readonly string[]
  /** Those of them that are violated at further operations. */
  readonly spread: readonly {
    readonly id: string
    readonly text?: string
    readonly operations: readonly string[]
  }[]
}

/**
 * How the verdicts of two runs of one target differ.
 * @param about - what is known of a requirement beside its outcomes
 */
export function changesBetween(
  before: Judged,
  after: Judged,
  about: (id: string) => Pick<Change, 'text' | 'detail'> = () => ({}),
): Changes {
  const ids = new Set([...Object.keys(after.outcomes), ...Object.keys(before.outcomes)])
  const turns = groupBy([...ids], (id) => turnOf(id, before, after))
  const changes = (turn: Turn): Change[] =>
    (turns.get(turn) ?? []).map((id) => ({
      id,
      ...about(id),
      before: before.outcomes[id] ?? 'absent',
      after: after.outcomes[id] ?? 'absent',
    }))
  const stillBroken = turns.get('stillBroken') ?? []
  return {
    newlyBroken: changes('newlyBroken'),
    newlyExcused: changes('newlyExcused'),
    mended: changes('mended'),
    newlyInconclusive: changes('newlyInconclusive'),
    stillBroken,
    spread: stillBroken
      .filter((id) => after.outcomes[id] === 'failed')
      .map((id) => ({ id, text: about(id).text, operations: furtherOperations(id, before, after) }))
      .filter(({ operations }) => operations.length > 0),
  }
}

type Turn = Exclude<keyof Changes, 'spread'>

const VIOLATED: ReadonlySet<Outcome | undefined> = new Set(['failed', 'known-failure'])
const HOLDS: ReadonlySet<Outcome | undefined> = new Set(['passed', 'unexpected-pass'])

/** How one requirement turned; undefined if nothing can be said, or nothing has changed. */
function turnOf(id: string, before: Judged, after: Judged): Turn | undefined {
  const [then, now] = [before.outcomes[id], after.outcomes[id]]
  if (VIOLATED.has(now)) {
    if (VIOLATED.has(then)) return 'stillBroken'
    return now === 'failed' ? 'newlyBroken' : 'newlyExcused'
  }
  if (VIOLATED.has(then))
    return HOLDS.has(now) && isJudgedAgain(before.shown[id] ?? [], after) ? 'mended' : 'newlyInconclusive'
  return HOLDS.has(then) && !HOLDS.has(now) ? 'newlyInconclusive' : undefined
}

/** Whether a run would have shown a violation again at each of its places. */
function isJudgedAgain(traces: readonly Trace[], { ran, operations }: Judged): boolean {
  return traces.every(
    ({ where, cases, inAnyRead }) =>
      // What no case sent, every run sends.
      cases.length === 0 ||
      cases.some((id) => ran.includes(id)) ||
      (inAnyRead === true && operations.includes(where)),
  )
}

/** Only operations are compared: other places may hold ids, which differ between runs. */
function furtherOperations(id: string, before: Judged, after: Judged): string[] {
  const known = new Set(before.shown[id]?.map(({ where }) => where))
  const places = new Set(after.shown[id]?.map(({ where }) => where))
  return [...places].filter((where) => !known.has(where) && after.operations.includes(where))
}

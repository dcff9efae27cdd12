import type { Finding } from '../../engine/judge/finding.ts'
import type { Verdict } from '../../engine/judge/verdict.ts'
import type { RequirementResult, RunRecord } from './record.ts'
import { dayOf, isCounted, type Outcome, outcomeOf } from './outcome.ts'
import { groupBy } from '../../engine/util/collections.ts'

/** A requirement whose outcome differs between two runs. */
export interface RequirementChange {
  readonly id: string
  readonly text: string
  /** `absent`: the run does not have the requirement. */
  readonly before: Outcome | 'absent'
  readonly after: Outcome | 'absent'
  /** The first finding, or the reason why it is not judged now. */
  readonly detail?: string
}

/** How the verdicts of two runs differ. */
export interface Changes {
  /** Violated now, and not violated then: it passed, or was not judged. */
  readonly newlyBroken: readonly RequirementChange[]
  /** The same, excused by the known-failures file of the later run. */
  readonly newlyExcused: readonly RequirementChange[]
  /** Fixed: violated then, excused or not; the cases that showed it ran again, and it passed. */
  readonly mended: readonly RequirementChange[]
  /** Judged then, and not now: nothing can be said about them. */
  readonly newlyInconclusive: readonly RequirementChange[]
  /** Violated then and now. */
  readonly stillBroken: readonly RequirementChange[]
}

/** What is compared of a run. */
export type Compared = Pick<
  RunRecord,
  'startedAt' | 'requirements' | 'cases' | 'profile' | 'seed' | 'settings'
>

/** How the verdicts of two runs of one target differ. */
export function changesBetween(before: RunRecord, after: Compared): Changes {
  const [then, now] = [judgedIn(before), judgedIn(after)]
  const ran = ranAgain(before, after)
  const turns = groupBy(new Set([...now.keys(), ...then.keys()]), (id) => {
    const [was, is] = [then.get(id), now.get(id)]
    const turn = turnOf(was?.outcome, is?.outcome)
    return turn === 'mended' && !isShownAgain(before, was?.row, ran) ? 'newlyInconclusive' : turn
  })
  const changes = (turn: keyof Changes): RequirementChange[] =>
    (turns.get(turn) ?? []).map((id) => changeOf(id, then.get(id), now.get(id)))
  return {
    newlyBroken: changes('newlyBroken'),
    newlyExcused: changes('newlyExcused'),
    mended: changes('mended'),
    newlyInconclusive: changes('newlyInconclusive'),
    stillBroken: changes('stillBroken'),
  }
}

interface Judged {
  readonly row: RequirementResult
  readonly outcome: Outcome
}

/** The requirements of a run by id. Open points have no verdict, and newer rules none that counts. */
function judgedIn(record: Compared): ReadonlyMap<string, Judged> {
  const day = dayOf(record)
  const closed = record.requirements.filter(isCounted)
  return new Map(closed.map((row) => [row.id, { row, outcome: outcomeOf(row, day) }]))
}

const VIOLATED: ReadonlySet<Outcome | undefined> = new Set(['failed', 'known-failure'])
const HOLDS: ReadonlySet<Outcome | undefined> = new Set(['passed', 'unexpected-pass'])

/** How one requirement turned; undefined if nothing can be said, or nothing has changed. */
function turnOf(was: Outcome | undefined, is: Outcome | undefined): keyof Changes | undefined {
  if (VIOLATED.has(is)) {
    if (VIOLATED.has(was)) return 'stillBroken'
    return is === 'failed' ? 'newlyBroken' : 'newlyExcused'
  }
  if (VIOLATED.has(was)) return HOLDS.has(is) ? 'mended' : 'newlyInconclusive'
  return HOLDS.has(was) && !HOLDS.has(is) ? 'newlyInconclusive' : undefined
}

const VERDICTS: ReadonlySet<Verdict> = new Set(['passed', 'failed'])

/** The cases that a later run judged with the inputs that they had before. */
export function ranAgain(
  before: RunRecord,
  after: Compared,
  verdicts: ReadonlySet<Verdict> = VERDICTS,
): ReadonlySet<string> {
  const isDrawnAlike = drawnIn(before) === drawnIn(after)
  const again = after.cases.filter(
    (one) => verdicts.has(one.verdict) && (one.isDrawn !== true || isDrawnAlike),
  )
  return new Set(again.map(({ id }) => id))
}

/** The options that draw the inputs of a run again: runs with the same ones had the same inputs. */
export function drawnBy({ profile, seed, fuzzRuns }: Inputs): string {
  const most = fuzzRuns === undefined ? '' : ` --fuzz-runs ${fuzzRuns}`
  return `--profile ${profile} --seed ${seed}${most}`
}

interface Inputs {
  readonly profile: string
  readonly seed: number
  readonly fuzzRuns?: number | undefined
}

/** The options that draw the inputs of a recorded run again. */
export function drawnIn({
  profile,
  seed,
  settings,
}: Pick<RunRecord, 'profile' | 'seed' | 'settings'>): string {
  return drawnBy({ profile, seed, fuzzRuns: settings.fuzzRuns })
}

/** Whether a later run would have shown each violation again: it ran a case that sent it, or the run itself had sent it. */
function isShownAgain(
  record: RunRecord,
  row: RequirementResult | undefined,
  ran: ReadonlySet<string>,
): boolean {
  return (row?.findings ?? []).every((finding) => {
    const senders = sendersOf(record, finding)
    return senders.length === 0 || senders.some((id) => ran.has(id))
  })
}

function changeOf(id: string, was: Judged | undefined, is: Judged | undefined): RequirementChange {
  const [finding] = is?.row.findings ?? []
  return {
    id,
    text: (is ?? was)?.row.text ?? '',
    before: was?.outcome ?? 'absent',
    after: is?.outcome ?? 'absent',
    detail: finding
      ? `${finding.where}: expected ${finding.expected}, received ${finding.received}`
      : is?.row.reason,
  }
}

/**
 * The cases that sent what shows a finding; none if the run itself did. For a finding that a case asserted: that case. For
 * one of an oracle: for each of its exchanges the case with the fewest requests.
 */
export function sendersOf({ cases }: RunRecord, finding: Finding): readonly string[] {
  if (finding.case !== undefined) return [finding.case]
  const senders = finding.exchanges.flatMap((exchange) => {
    const [cheapest] = cases
      .filter(({ exchanges }) => exchanges.includes(exchange))
      .toSorted((a, b) => a.requests - b.requests)
    return cheapest === undefined ? [] : [cheapest.id]
  })
  return [...new Set(senders)]
}

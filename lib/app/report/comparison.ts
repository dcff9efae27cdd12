/** How the verdicts of two runs differ: only requirements that both runs judged have changed. */
import type { RequirementResult, RunRecord, RunSettings } from './record.ts'
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
  /** Passed then, and violated now at an operation that also answered then. */
  readonly broke: readonly RequirementChange[]
  /** The same, excused by the known-failures file of the later run. */
  readonly excused: readonly RequirementChange[]
  /**
   * Violated then, excused or not, and passed now; each operation at which it was violated has answered
   * again.
   */
  readonly fixed: readonly RequirementChange[]
  /** Violated now, and not judged then, or not at these operations: its earlier state is unknown. */
  readonly notJudgedThen: readonly RequirementChange[]
  /** Judged then and not now, or not at the operations at which it was violated. */
  readonly notJudgedNow: readonly RequirementChange[]
  /** Violated then and now. */
  readonly stillBroken: readonly RequirementChange[]
}

/** The parts of a run that are compared. */
export type JudgedRun = Pick<RunRecord, 'startedAt' | 'requirements' | 'traffic'>

/** The requirements whose outcome differs between two runs, by the kind of change. */
export function changesBetween(before: JudgedRun, after: JudgedRun): Changes {
  const [then, now] = [judgedIn(before), judgedIn(after)]
  const turns = groupBy(new Set([...now.keys(), ...then.keys()]), (id) =>
    turnOf({ was: then.get(id), is: now.get(id), before, after }),
  )
  const changes = (turn: keyof Changes): RequirementChange[] =>
    (turns.get(turn) ?? []).map((id) => changeOf(id, then.get(id), now.get(id)))
  return {
    broke: changes('broke'),
    excused: changes('excused'),
    fixed: changes('fixed'),
    notJudgedThen: changes('notJudgedThen'),
    notJudgedNow: changes('notJudgedNow'),
    stillBroken: changes('stillBroken'),
  }
}

interface JudgedRow {
  readonly row: RequirementResult
  readonly outcome: Outcome
}

/**
 * The requirements of a run by id. Open points have no verdict, and the verdicts on newer rules do not count.
 */
function judgedIn(record: JudgedRun): ReadonlyMap<string, JudgedRow> {
  const day = dayOf(record)
  const closed = record.requirements.filter(isCounted)
  return new Map(closed.map((row) => [row.id, { row, outcome: outcomeOf(row, day) }]))
}

const VIOLATED: ReadonlySet<Outcome | undefined> = new Set(['failed', 'known-failure'])
const HOLDS: ReadonlySet<Outcome | undefined> = new Set(['passed', 'unexpected-pass'])

interface VerdictTurn {
  readonly was: JudgedRow | undefined
  readonly is: JudgedRow | undefined
  readonly before: JudgedRun
  readonly after: JudgedRun
}

/** How the outcome of one requirement changed; undefined if it did not, or if nothing can be said. */
function turnOf({ was, is, before, after }: VerdictTurn): keyof Changes | undefined {
  const [then, now] = [was?.outcome, is?.outcome]
  if (VIOLATED.has(now)) {
    if (VIOLATED.has(then)) return 'stillBroken'
    if (!HOLDS.has(then) || !placesOf(is).some((where) => hasAnswered(before, where))) return 'notJudgedThen'
    return now === 'failed' ? 'broke' : 'excused'
  }
  if (VIOLATED.has(then))
    return HOLDS.has(now) && placesOf(was).every((where) => hasAnswered(after, where))
      ? 'fixed'
      : 'notJudgedNow'
  return HOLDS.has(then) && !HOLDS.has(now) ? 'notJudgedNow' : undefined
}

function placesOf(judged: JudgedRow | undefined): readonly string[] {
  return judged?.row.findings.map(({ where }) => where) ?? []
}

/** Whether an operation has answered in a run. */
export function hasAnswered({ traffic = [] }: Pick<RunRecord, 'traffic'>, where: string): boolean {
  const asked = traffic.find(({ operation }) => operation === where)
  // The record counts only what was asked of operations: another place, such as an apex host, is taken as answered.
  if (asked === undefined) return traffic.length > 0
  return Object.entries(asked.statuses).some(([status, times]) => times > 0 && status !== NO_ANSWER)
}

/** The word for a request without an answer, among the statuses of an operation. */
export const NO_ANSWER = 'no answer'

function changeOf(id: string, was: JudgedRow | undefined, is: JudgedRow | undefined): RequirementChange {
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

/** The settings that decide which requirements a run exercises, and how. */
const EXERCISING = [
  'writes',
  'otherKey',
  'exhaustibleKey',
  'apexUrl',
  'webhooks',
  'fuzzRuns',
  'selection',
  'rules',
] as const satisfies readonly (keyof RunSettings)[]

/** A setting that differs between two runs. */
export interface SettingChange {
  readonly name: string
  readonly before: string
  readonly after: string
}

/** The settings, apart from the target, that may make the verdicts of two runs differ. */
export function settingsBetween(
  before: Pick<RunRecord, 'profile' | 'seed' | 'api' | 'settings'>,
  after: Pick<RunRecord, 'profile' | 'seed' | 'api' | 'settings'>,
): readonly SettingChange[] {
  const shown = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value))
  const differing = (name: string, was: unknown, is: unknown): readonly SettingChange[] =>
    shown(was) === shown(is) ? [] : [{ name, before: shown(was), after: shown(is) }]
  return [
    ...differing('profile', before.profile, after.profile),
    ...differing('seed', before.seed, after.seed),
    ...differing('digest of the rules', before.api.digests.rules, after.api.digests.rules),
    ...EXERCISING.flatMap((name) => differing(name, before.settings[name], after.settings[name])),
  ]
}

import type { Finding } from '../../../engine/judge/finding.ts'
import { anyPosition } from '../../../engine/contract/json.ts'
import type { Verdict } from '../../../engine/judge/verdict.ts'
import { drawnIn } from '../../report/comparison.ts'
import type { CaseResult, KnownFailure, RequirementResult, RunRecord } from '../../report/record.ts'

/** What a run did, as far as it tells which known failures it tried. */
export interface TrialResult {
  readonly cases: readonly Pick<CaseResult, 'id' | 'requirements' | 'verdict' | 'isDrawn'>[]
  /** By what inputs were drawn, as an entry says it. */
  readonly drawn: string
  /** Whether nothing was selected, in a profile above smoke. */
  readonly isWhole: boolean
  /** Operations that gave an answer. */
  readonly answered: ReadonlySet<string>
}

/** What the known failures say about a requirement and its findings; undefined if none names it. */
export function excuseOf(
  verdict: Verdict,
  own: readonly Finding[],
  entries: readonly KnownFailure[],
  trial: TrialResult,
): RequirementResult['known'] {
  const used = entries.filter((entry) => own.some((finding) => excuses(entry, finding)))
  const shown = used.length > 0 ? used : entries
  const [first] = shown
  if (first === undefined) return undefined
  const unexcused = own.filter((finding) => !entries.some((entry) => excuses(entry, finding))).length
  // The earliest date counts: after it, something is no longer excused.
  const [until] = shown.flatMap((entry) => entry.until ?? []).sort()
  const holds = verdict === 'passed' && entries.some((entry) => wasTried(entry, trial))
  return {
    reason: first.reason,
    link: first.link,
    until,
    unexpectedPass: holds,
    notTried: verdict === 'failed' || holds ? undefined : true,
    unexcused: unexcused === 0 ? undefined : unexcused,
  }
}

/** Whether a known failure covers a finding: it does, unless it names another place. */
export function excuses({ where, pointer }: KnownFailure, finding: Finding): boolean {
  if (where !== undefined && where !== finding.where) return false
  return pointer === undefined || anyPosition(pointer) === anyPosition(finding.pointer ?? '')
}

/**
 * Whether a run would have shown a known failure again: the cases that showed it ran, and passed with the same inputs. For
 * an entry that names no case: the run left nothing out, and the operation of the entry answered.
 */
export function wasTried({ id, cases: wanted, where, drawn }: KnownFailure, trial: TrialResult): boolean {
  const { cases, isWhole, answered } = trial
  if (wanted === undefined && !(isWhole && (where === undefined || answered.has(where)))) return false
  const telling = cases.filter((one) => wanted?.includes(one.id) ?? one.requirements.includes(id))
  const isSame = (one: Pick<CaseResult, 'isDrawn'>): boolean => one.isDrawn !== true || drawn === trial.drawn
  return (
    telling.length >= (wanted?.length ?? 0) && telling.every((one) => one.verdict === 'passed' && isSame(one))
  )
}

/** The trial that a record shows. */
export function trialOf(record: RunRecord): TrialResult {
  const { cases, settings, profile, traffic = [] } = record
  return {
    cases,
    drawn: drawnIn(record),
    isWhole: settings.selection === undefined && profile !== 'smoke',
    answered: new Set(traffic.filter(({ exchanges }) => exchanges > 0).map(({ operation }) => operation)),
  }
}

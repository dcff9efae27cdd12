import type { Finding } from '../../../engine/judge/finding.ts'
import { anyPosition } from '../../../engine/contract/json.ts'
import type { Verdict } from '../../../engine/judge/verdict.ts'
import { hasAnswered } from '../../report/comparison.ts'
import type { KnownFailure, KnownFailures, RequirementResult, RunRecord } from '../../report/record.ts'
import { type RunOptions, USUAL_SEED } from '../options.ts'

/** The facts of a run that decide about known failures. */
export interface Trial extends Pick<RunRecord, 'traffic'> {
  /** Whether a known failure that holds at its places must leave the file. */
  readonly decides: boolean
}

/**
 * Whether a run decides which known failures have ended: it judged everything, as the runs that showed them
 * did.
 */
export function decides(
  { profile: made }: KnownFailures,
  { profile, seed, fuzzRuns }: Pick<RunOptions, 'profile' | 'seed' | 'fuzzRuns'>,
  isWhole: boolean,
): boolean {
  return isWhole && profile === made && seed === USUAL_SEED && fuzzRuns === undefined
}

/** The excuse of a known failure for a requirement's verdict, and for all findings on it. */
export function excuseOf(
  entry: KnownFailure,
  verdict: Verdict,
  findings: readonly Finding[],
  trial: Trial,
): RequirementResult['known'] {
  const { reason, places, link, until } = entry
  const holds =
    verdict === 'passed' && (places ?? []).every((place) => hasAnswered(trial, placeOf(place).where))
  const unexcused = findings.filter((finding) => !excuses(entry, finding)).length
  return {
    reason,
    places,
    link,
    until,
    unexpectedPass: holds && trial.decides,
    notTried: verdict === 'failed' || holds ? undefined : true,
    unexcused: unexcused === 0 ? undefined : unexcused,
  }
}

/** Whether a known failure covers a finding: it does, unless it names other places. */
export function excuses({ places }: KnownFailure, finding: Finding): boolean {
  return places?.map(placeOf).some((place) => isAt(place, finding)) ?? true
}

interface NamedPlace {
  readonly where: string
  readonly pointer?: string
}

function isAt({ where, pointer }: NamedPlace, finding: Finding): boolean {
  const isThere = pointer === undefined || anyPosition(pointer) === anyPosition(finding.pointer ?? '')
  return where === finding.where && isThere
}

/** The operation of a place, and the member of its bodies that the place names. */
function placeOf(place: string): NamedPlace {
  const [where = '', pointer] = place.split(' at ')
  return { where, pointer }
}

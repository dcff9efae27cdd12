import { anyPosition, type Finding } from '../../../engine/judge/finding.ts'
import type { Verdict } from '../../../engine/judge/verdict.ts'
import type { KnownFailure, RequirementResult } from '../../report/record.ts'

/** What the known failures say about a requirement and its findings; undefined if none names it. */
export function excuseOf(
  verdict: Verdict,
  own: readonly Finding[],
  entries: readonly KnownFailure[],
): RequirementResult['known'] {
  const used = entries.filter((entry) => own.some((finding) => excuses(entry, finding)))
  const shown = used.length > 0 ? used : entries
  const [first] = shown
  if (first === undefined) return undefined
  const unexcused = own.filter((finding) => !entries.some((entry) => excuses(entry, finding))).length
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

/** Whether a known failure covers a finding: it does, unless it names another place. */
export function excuses({ where, pointer }: KnownFailure, finding: Finding): boolean {
  if (where !== undefined && where !== finding.where) return false
  return pointer === undefined || anyPosition(pointer) === anyPosition(finding.pointer ?? '')
}

import { type HistoryLine, lastTwo } from '../../report/history.ts'
import { count, instant, shownLine } from '../../util/text.ts'
import { ConfigurationError } from '../../util/errors.ts'

/** The differences between the last two runs of a history. */
export interface HistoryComparison {
  readonly before: HistoryLine
  readonly after: HistoryLine
  /** Undefined if the line of the older run was written by an earlier version, without ids. */
  readonly newlyBroken?: readonly string[]
  readonly mended?: readonly string[]
}

/**
 * Compares the newest run of a history with the one before it of the same target and profile.
 * @throws ConfigurationError if there are not two
 */
export function compareHistory(text: string, file: string): HistoryComparison {
  const two = lastTwo(text)
  if (two === undefined)
    throw new ConfigurationError(`${file} does not hold two runs of one target and profile`)
  const [before, after] = two
  if (before.failed === undefined || after.failed === undefined) return { before, after }
  const [then, now] = [new Set(before.failed), new Set(after.failed)]
  return {
    before,
    after,
    newlyBroken: after.failed.filter((id) => !then.has(id)),
    mended: after.verdict === 'error' ? [] : before.failed.filter((id) => !now.has(id)),
  }
}

/** 1 if something broke, 2 if the newer run judged nothing, otherwise 0. */
export function exitCodeOfHistory({ before, after, newlyBroken }: HistoryComparison): 0 | 1 | 2 {
  if (after.verdict === 'error') return 2
  return (newlyBroken === undefined ? after.failures > before.failures : newlyBroken.length > 0) ? 1 : 0
}

/** What changed between two runs of a history, for the terminal. */
export function renderHistory(comparison: HistoryComparison): string {
  const { before, after, newlyBroken, mended } = comparison
  const named = (title: string, ids: readonly string[] = []): string[] =>
    ids.length === 0 ? [] : [`${title} (${ids.length}): ${ids.join(', ')}`]
  const lines = [
    `Old: ${runLine(before)}`,
    `New: ${runLine(after)}`,
    ...named('Newly broken', newlyBroken),
    ...named('Mended', mended),
    newlyBroken === undefined
      ? 'the older line names no requirements: only its numbers can be compared'
      : `${newlyBroken.length === 0 ? 'no regression' : count(newlyBroken.length, 'regression')}, ${mended?.length ?? 0} mended`,
  ]
  return `${lines.map(shownLine).join('\n')}\n`
}

function runLine({
  startedAt,
  target,
  profile,
  verdict,
  failures,
  exercised,
  applicable,
  requests,
}: HistoryLine): string {
  return `${instant(startedAt)} ${target} ${profile} ${verdict}: ${count(failures, 'violation')}, ${exercised} of ${applicable} exercised, ${count(requests, 'request')}`
}

import { changesBetween } from '../../report/comparison.ts'
import { type HistoryLine, lastTwo } from '../../report/history.ts'
import { count, instant, shownLine } from '../../util/text.ts'
import { ConfigurationError } from '../../util/errors.ts'

/** The differences between the last two runs of a history. */
export interface HistoryComparison {
  readonly before: HistoryLine
  readonly after: HistoryLine
  /** The ids are undefined if a line of the two was written by an earlier version, without them. */
  readonly newlyBroken?: readonly string[]
  readonly spread?: readonly string[]
  readonly mended?: readonly string[]
  readonly newlyInconclusive?: readonly string[]
}

/**
 * Compares the newest run of a history with the one before it of the same target and profile, as two records are
 * compared.
 * @throws ConfigurationError if there are not two
 */
export function compareHistory(text: string, file: string): HistoryComparison {
  const two = lastTwo(text)
  if (two === undefined)
    throw new ConfigurationError(`${file} does not hold two runs of one target and profile`)
  const [{ judged: then, ...before }, { judged: now, ...after }] = two
  if (then === undefined || now === undefined) return { before, after }
  const { broken, spread, fixed, notJudged } = changesBetween(then, now)
  return {
    before,
    after,
    newlyBroken: broken,
    spread: spread.map(({ id }) => id),
    mended: fixed,
    newlyInconclusive: notJudged,
  }
}

/** 1 if something broke, 2 if the newer run judged nothing, otherwise 0. */
export function exitCodeOfHistory(comparison: HistoryComparison): 0 | 1 | 2 {
  const { before, after, newlyBroken, spread = [] } = comparison
  if (after.verdict === 'error') return 2
  const isWorse =
    newlyBroken === undefined ? after.failures > before.failures : newlyBroken.length + spread.length > 0
  return isWorse ? 1 : 0
}

/** What changed between two runs of a history, for the terminal. */
export function renderHistory(comparison: HistoryComparison): string {
  const { before, after, newlyBroken, spread = [], mended = [], newlyInconclusive = [] } = comparison
  const named = (title: string, ids: readonly string[] = []): string[] =>
    ids.length === 0 ? [] : [`${title} (${ids.length}): ${ids.join(', ')}`]
  const regressions = (newlyBroken?.length ?? 0) + spread.length
  const lines = [
    `Old: ${runLine(before)}`,
    `New: ${runLine(after)}`,
    ...named('Newly broken', newlyBroken),
    ...named('Broken in more places', spread),
    ...named('Fixed', mended),
    ...named('Not judged this time', newlyInconclusive),
    newlyBroken === undefined
      ? 'a line names no requirements: only its numbers can be compared'
      : `${regressions === 0 ? 'no regression' : count(regressions, 'regression')}, ${mended.length} fixed, ${newlyInconclusive.length} not judged this time`,
  ]
  return `${lines.map(shownLine).join('\n')}\n`
}

function runLine(line: HistoryLine): string {
  const { startedAt, target, profile, verdict, failures, exercised, applicable, requests } = line
  return `${instant(startedAt)} ${target} ${profile} ${verdict}: ${count(failures, 'violation')}, ${exercised} of ${applicable} exercised, ${count(requests, 'request')}`
}

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Judged, judgedIn } from './comparison.ts'
import { type HistoryEntry, isTraffic, type RunRecord } from './record.ts'
import { isObject } from '../util/values.ts'
import { viewOf } from './view/view.ts'

/** The file of a reports folder that holds a line for each of its runs. */
export const HISTORY = 'history.jsonl'
/** The most runs that the file keeps. */
const KEPT = 500
/** The most earlier runs in a record, and so on the page. */
const SHOWN = 30

/** A line of the file. */
export interface HistoryLine extends HistoryEntry {
  /** What the run judged; kept for the last two runs of a target and profile, which can be compared. */
  readonly judged?: Judged
}

/** The line of one run, small enough to keep for years. */
export function historyEntry(record: RunRecord): HistoryEntry {
  const { totals, coverage } = viewOf(record)
  return {
    startedAt: record.startedAt,
    target: record.target.embedded ? 'embedded' : record.target.baseUrl,
    profile: record.profile,
    version: record.tool.version,
    verdict: record.verdict,
    failures: totals.failures,
    exercised: coverage.exercised,
    applicable: coverage.applicable,
    requests: record.requests.total,
    durationMs: Math.round(record.durationMs),
  }
}

/** The line of one run with what it judged. */
export function lineOf(record: RunRecord): HistoryLine {
  return { ...historyEntry(record), judged: judgedIn(record) }
}

/** The record with the earlier runs of the same target and profile from the history of the folder, oldest first. */
export async function withHistory(folder: string, record: RunRecord): Promise<RunRecord> {
  if (isTraffic(record)) return record
  const own = historyEntry(record)
  const earlier = (await readHistory(folder)).filter((line) => isAlike(line, own)).slice(-SHOWN)
  return earlier.length === 0 ? record : { ...record, history: earlier.map(withoutDetail) }
}

/**
 * Adds a run to the history of the folder. What clients happened to ask, or a selection, would distort the trend, and a
 * run that judged nothing says nothing: these are left out.
 */
export async function addToHistory(folder: string, record: RunRecord): Promise<void> {
  if (isTraffic(record) || record.settings.selection !== undefined || record.judgements === 0) return
  const own = lineOf(record)
  const lines = (await readHistory(folder)).slice(1 - KEPT)
  const previous = lines.findLast((line) => isAlike(line, own))
  const kept = lines.map((line) => (line === previous || !isAlike(line, own) ? line : withoutDetail(line)))
  await writeFile(
    join(folder, HISTORY),
    [...kept, own].map((line) => `${JSON.stringify(line)}\n`),
  )
}

/** The newest run of a history and the previous one of the same target and profile; undefined if there are not two. */
export function lastTwo(text: string): readonly [before: HistoryLine, after: HistoryLine] | undefined {
  const lines = parseHistory(text)
  const after = lines.pop()
  const before = after && lines.findLast((line) => isAlike(line, after))
  return before && [before, after]
}

function withoutDetail({ judged: _judged, ...entry }: HistoryLine): HistoryEntry {
  return entry
}

function isAlike(one: HistoryEntry, other: HistoryEntry): boolean {
  return one.target === other.target && one.profile === other.profile
}

async function readHistory(folder: string): Promise<HistoryLine[]> {
  return parseHistory(await readFile(join(folder, HISTORY), 'utf8').catch(() => ''))
}

/** The lines of a history, without those that are none, for example because a full disk cut one short. */
function parseHistory(text: string): HistoryLine[] {
  return text.split('\n').flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line)
      return isLine(value) ? [value] : []
    } catch {
      return []
    }
  })
}

const TEXTS = ['startedAt', 'target', 'profile', 'version', 'verdict']
const NUMBERS = ['failures', 'exercised', 'applicable', 'requests', 'durationMs']

function isLine(value: unknown): value is HistoryLine {
  return (
    isObject(value) &&
    TEXTS.every((name) => typeof value[name] === 'string') &&
    NUMBERS.every((name) => typeof value[name] === 'number')
  )
}

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Judged, judgedIn } from './comparison.ts'
import type { HistoryEntry, RunRecord } from './record.ts'
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

/** The record with the earlier runs of the same target and profile from the history of the folder, oldest first. */
export async function withHistory(folder: string, record: RunRecord): Promise<RunRecord> {
  const own = historyEntry(record)
  const earlier = (await linesOf(folder))
    .filter((entry) => isAlike(entry, own))
    .slice(-SHOWN)
    .map(withoutDetail)
  return earlier.length === 0 ? record : { ...record, history: earlier }
}

/** The line of one run with what it judged. */
export function lineOf(record: RunRecord): HistoryLine {
  return { ...historyEntry(record), judged: judgedIn(record) }
}

/** Adds a run to the history of the folder. */
export async function addToHistory(folder: string, record: RunRecord): Promise<void> {
  const own = lineOf(record)
  const lines = (await linesOf(folder)).slice(1 - KEPT)
  const previous = lines.findLast((line) => isAlike(line, own))
  const kept = lines.map((line) => (line === previous || !isAlike(line, own) ? line : withoutDetail(line)))
  await writeFile(
    join(folder, HISTORY),
    [...kept, own].map((line) => `${JSON.stringify(line)}\n`),
  )
}

function withoutDetail({ judged: _judged, ...entry }: HistoryLine): HistoryEntry {
  return entry
}

function isAlike(one: HistoryEntry, other: HistoryEntry): boolean {
  return one.target === other.target && one.profile === other.profile
}

/** The newest run of a history and the previous one of the same target and profile; undefined if there are not two. */
export function lastTwo(text: string): readonly [before: HistoryLine, after: HistoryLine] | undefined {
  const entries = entriesOf(text)
  const after = entries.at(-1)
  if (after === undefined) return undefined
  const before = entries.slice(0, -1).findLast((entry) => isAlike(entry, after))
  return before === undefined ? undefined : [before, after]
}

async function linesOf(folder: string): Promise<HistoryLine[]> {
  return entriesOf(await readFile(join(folder, HISTORY), 'utf8').catch(() => ''))
}

/** The entries of a history, without lines that are none, for example because a full disk cut one short. */
function entriesOf(text: string): HistoryLine[] {
  return text.split('\n').flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line)
      return isEntry(value) ? [value] : []
    } catch {
      return []
    }
  })
}

const TEXTS = ['startedAt', 'target', 'profile', 'version', 'verdict']
const NUMBERS = ['failures', 'exercised', 'applicable', 'requests', 'durationMs']

function isEntry(value: unknown): value is HistoryLine {
  return (
    isObject(value) &&
    TEXTS.every((name) => typeof value[name] === 'string') &&
    NUMBERS.every((name) => typeof value[name] === 'number')
  )
}

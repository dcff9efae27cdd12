import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type HistoryEntry, isTraffic, type RunRecord } from './record.ts'
import { isObject } from '../../engine/util/values.ts'
import { viewOf } from './view/view.ts'

/** The file of a reports folder that holds a line for each of its runs. */
export const HISTORY = 'history.jsonl'
/** The most runs that the file keeps. */
const KEPT = 500
/** The most earlier runs in a record, and so on the page. */
const SHOWN = 30

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
  if (isTraffic(record)) return record
  const own = historyEntry(record)
  const earlier = (await readHistory(folder)).filter(
    ({ target, profile }) => target === own.target && profile === own.profile,
  )
  return earlier.length === 0 ? record : { ...record, history: earlier.slice(-SHOWN) }
}

/**
 * Adds a run to the history of the folder. What clients happened to ask, or a selection, would distort the trend, and a
 * run that judged nothing says nothing: these are left out.
 */
export async function addToHistory(folder: string, record: RunRecord): Promise<void> {
  if (isTraffic(record) || record.settings.selection !== undefined || record.judgements === 0) return
  const lines = [...(await readHistory(folder)), historyEntry(record)].slice(-KEPT)
  await writeFile(
    join(folder, HISTORY),
    lines.map((line) => `${JSON.stringify(line)}\n`),
  )
}

/** The lines of the history, without those that are none, for example because a full disk cut one short. */
async function readHistory(folder: string): Promise<HistoryEntry[]> {
  const text = await readFile(join(folder, HISTORY), 'utf8').catch(() => '')
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

/** Whether a value has the members of an entry, and no other ones. */
function isEntry(value: unknown): value is HistoryEntry {
  return (
    isObject(value) &&
    TEXTS.every((name) => typeof value[name] === 'string') &&
    NUMBERS.every((name) => typeof value[name] === 'number') &&
    Object.keys(value).length === TEXTS.length + NUMBERS.length
  )
}

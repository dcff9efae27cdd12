import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HistoryEntry, RunRecord } from './record.ts'
import { exercisedOf } from './answer.ts'
import { dayOf, totalsOf } from './outcome.ts'

const FILE = 'history.jsonl'
/** Runs that the file keeps; the oldest go. */
const KEPT = 500
/** Runs that a record, and so the page, looks back on. */
const SHOWN = 30

/** The line of one run: small enough to be kept for years. */
export function historyEntry(record: RunRecord): HistoryEntry {
  const { exercised, applicable } = exercisedOf(record)
  return {
    startedAt: record.startedAt,
    target: record.target.embedded ? 'embedded' : record.target.baseUrl,
    profile: record.profile,
    version: record.tool.version,
    verdict: record.verdict,
    failures: totalsOf(record.requirements, dayOf(record)).failures,
    exercised,
    applicable,
    requests: record.requests.total,
    durationMs: Math.round(record.durationMs),
  }
}

/** The record with the earlier runs of the same target and profile that the folder remembers, the oldest first. */
export async function withHistory(folder: string, record: RunRecord): Promise<RunRecord> {
  const own = historyEntry(record)
  const earlier = (await linesOf(folder))
    .flatMap((line) => entryOf(line) ?? [])
    .filter(({ target, profile }) => target === own.target && profile === own.profile)
    .slice(-SHOWN)
  return earlier.length === 0 ? record : { ...record, history: earlier }
}

/** Adds a run to the file of the folder, which keeps the newest 500. */
export async function addToHistory(folder: string, record: RunRecord): Promise<void> {
  const line = `${JSON.stringify(historyEntry(record))}\n`
  const lines = await linesOf(folder)
  if (lines.length < KEPT) await appendFile(join(folder, FILE), line)
  else await writeFile(join(folder, FILE), `${lines.slice(1 - KEPT).join('\n')}\n${line}`)
}

async function linesOf(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, FILE), 'utf8').catch(() => '')
  return text.split('\n').filter((line) => line !== '')
}

/** A line as an entry; a line that is none, cut short by a full disk say, is left out. */
function entryOf(line: string): HistoryEntry | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isEntry(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isEntry(value: unknown): value is HistoryEntry {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['failures', 'exercised', 'applicable', 'requests', 'durationMs'].every(
      (name) => typeof Reflect.get(value, name) === 'number',
    ) &&
    ['startedAt', 'target', 'profile', 'version', 'verdict'].every(
      (name) => typeof Reflect.get(value, name) === 'string',
    )
  )
}

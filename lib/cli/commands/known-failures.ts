import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readKnownFailures, updateKnownFailures } from '../config/known-failures.ts'
import { count, renderTable, shownLine } from '../../util/text.ts'
import type { KnownFailure } from '../../run/options.ts'
import { ConfigurationError, errorCode } from '../../util/errors.ts'
import { type Invocation, outputSettings, ownSuite, readInvocation } from '../command.ts'
import { readRecord } from '../records.ts'

const DEFAULT_FILE = 'known-failures.json'

/**
 * Checks and prints a known-failures file; exit code 1 if a date has passed. With `--update`, writes it from a run
 * record.
 */
export async function knownFailures(invocation: Invocation): Promise<number> {
  const { host, dependencies, operands } = invocation
  const reading = await readInvocation(invocation)
  const file = resolve(host.folder, reading.values.knownFailures ?? DEFAULT_FILE)
  const ids = await dependencies.requirementIds(ownSuite(reading, host))
  if (reading.values.update !== true) {
    if (operands.length > 0) throw new ConfigurationError('a run record is read with --update only')
    const entries = await readKnownFailures(file, ids)
    const expired = expiredOf(entries)
    host.stdout.write(renderEntries(entries) + (expired.length === 0 ? '' : advice(expired)))
    return expired.length === 0 ? 0 : 1
  }
  const record = join(outputSettings(reading, invocation).reports, 'run.json')
  host.stdout.write(await updated(file, operands[0] ?? record, ids, host.folder))
  return 0
}

/** Entries with a last day before today, in UTC. */
function expiredOf(entries: readonly KnownFailure[]): readonly KnownFailure[] {
  const today = new Date().toISOString().slice(0, 10)
  return entries.filter(({ until }) => until !== undefined && until < today)
}

function advice(expired: readonly KnownFailure[]): string {
  const ids = expired.map(({ id }) => id).join(', ')
  return `The date has passed of ${ids}: mend ${expired.length === 1 ? 'it' : 'them'}, or set another date.\n`
}

async function updated(
  file: string,
  recordFile: string,
  ids: ReadonlySet<string>,
  folder: string,
): Promise<string> {
  const record = await readRecord(folder, recordFile)
  if (record.exitCode === 2) {
    throw new ConfigurationError(
      `${recordFile} is of a run that judged nothing; known failures stay as they are`,
    )
  }
  // The record has the own requirements of its run.
  const known = new Set([...ids, ...record.requirements.map(({ id }) => id)])
  const { entries, added, removed } = updateKnownFailures(record, await presentEntries(file, known))
  try {
    await writeFile(file, `${JSON.stringify(entries, null, 2)}\n`)
  } catch (error) {
    throw new ConfigurationError(`known-failures file ${file} cannot be written (${errorCode(error)})`)
  }
  const hint = added.length === 0 ? '' : 'Replace the reasons of added entries by your own, with a link.\n'
  return `${file}: ${count(entries.length, 'entry', 'entries')}, ${named('added', added)}, ${named('removed', removed)}\n${hint}`
}

async function presentEntries(file: string, ids: ReadonlySet<string>): Promise<readonly KnownFailure[]> {
  try {
    return await readKnownFailures(file, ids)
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    if (cause instanceof Error && errorCode(cause) === 'ENOENT') return []
    throw error
  }
}

function named(what: string, ids: readonly string[]): string {
  return ids.length === 0 ? `none ${what}` : `${what} ${ids.join(', ')}`
}

function renderEntries(entries: readonly KnownFailure[]): string {
  const rows = entries.map(({ id, where, pointer, reason, until, link }) => [
    id,
    where === undefined ? 'anywhere' : shownLine(`${where}${pointer === undefined ? '' : ` ${pointer}`}`),
    until ?? '-',
    link === undefined ? shownLine(reason) : `${shownLine(reason)} (${shownLine(link)})`,
  ])
  return entries.length === 0 ? 'No known failures.\n' : renderTable(['id', 'where', 'until', 'reason'], rows)
}

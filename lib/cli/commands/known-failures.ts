import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { RunRecord } from '../../report/record.ts'
import type { KnownFailure } from '../../run/options.ts'
import { ConfigurationError, errorCode } from '../../util/errors.ts'
import { count, renderTable, shownLine } from '../../util/text.ts'
import { command } from '../command.ts'
import { updateKnownFailures } from '../known-failures-update.ts'
import { lastRecord, readRecord } from '../records.ts'
import { onOrOff } from '../settings/parsers.ts'
import { type KnownIds, readKnownFailures } from '../settings/known-failures.ts'
import { OUTPUT, SELECTION, SOURCES } from '../settings/options.ts'
import { resolveOutput } from '../settings/output.ts'
import { operationsOf } from '../settings/selection.ts'
import { Setting } from '../settings/setting.ts'

/**
 * Checks and prints known failures; exit code 1 if a date has passed. With `--update`, writes their file from a run
 * record.
 */
export const knownFailures = command({
  name: 'known-failures',
  summary: 'check a known-failures file, or write it from a run record',
  operands: '[record]',
  settings: {
    knownFailures: SELECTION.knownFailures,
    suite: SELECTION.suite,
    reports: OUTPUT.reports,
    update: new Setting('--update', onOrOff, 'write the file from the last run record'),
    ...SOURCES,
  },
  examples: ['chat-agent-conformance known-failures --update --known-failures known-failures.json'],
  action: async ({ host, operands: [named], values }) => {
    const { knownFailures: file = resolve(host.folder, 'known-failures.json') } = values
    const ids = await operationsOf(values.suite)
    if (values.update === true) {
      const record = await (named === undefined
        ? lastRecord(resolveOutput(values, host).reports)
        : readRecord(host.folder, named))
      if (record.exitCode === 2)
        throw new ConfigurationError(
          `${named ?? 'run.json'} is of a run that judged nothing; known failures stay as they are`,
        )
      host.stdout.write(await updated(file, record, ids))
      return 0
    }
    if (named !== undefined) throw new ConfigurationError('a run record is read with --update only')
    const entries = await readKnownFailures(file, ids)
    const today = new Date().toISOString().slice(0, 10)
    const expired = entries.filter(({ until }) => until !== undefined && until < today)
    host.stdout.write(renderEntries(entries) + (expired.length === 0 ? '' : advice(expired)))
    return expired.length === 0 ? 0 : 1
  },
})

function advice(expired: readonly KnownFailure[]): string {
  const ids = expired.map(({ id }) => id).join(', ')
  return `The date of ${ids} has passed: fix ${expired.length === 1 ? 'it' : 'them'}, or set another date.\n`
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

/** Writes the file; resolves with what was added and removed. */
async function updated(file: string, record: RunRecord, ids: KnownIds): Promise<string> {
  // The record has the own requirements of its run.
  const known = new Set([...ids.keys(), ...record.requirements.map(({ id }) => id)])
  const { entries, added, removed } = updateKnownFailures(record, await presentEntries(file, known))
  await writeFile(file, `${JSON.stringify(entries, null, 2)}\n`).catch((error: unknown) => {
    throw new ConfigurationError(`known-failures file ${file} cannot be written (${errorCode(error)})`)
  })
  const hint = added.length === 0 ? '' : 'Replace the reasons of added entries by your own, with a link.\n'
  return `${file}: ${count(entries.length, 'entry', 'entries')}, ${named('added', added)}, ${named('removed', removed)}\n${hint}`
}

function named(what: string, entries: readonly KnownFailure[]): string {
  const names = entries.map(({ id, where }) => (where === undefined ? id : `${id} at ${where}`))
  return names.length === 0 ? `none ${what}` : `${what} ${names.join(', ')}`
}

async function presentEntries(file: string, ids: KnownIds): Promise<readonly KnownFailure[]> {
  try {
    return await readKnownFailures(file, ids)
  } catch (error) {
    if (error instanceof ConfigurationError && errorCode(error.cause) === 'ENOENT') return []
    throw error
  }
}

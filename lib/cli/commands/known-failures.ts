import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { KnownFailure } from '../../run/options.ts'
import { ConfigurationError, errorCode } from '../../util/errors.ts'
import { count, renderTable, shownLine } from '../../util/text.ts'
import { command, ownSuite } from '../command.ts'
import { readRecord } from '../records.ts'
import { onOrOff } from '../settings/kinds.ts'
import { knownFailuresOf, readKnownFailures, updateKnownFailures } from '../settings/known-failures.ts'
import { OUTPUT, SELECTION, SOURCES } from '../settings/options.ts'
import { resolveOutput } from '../settings/output.ts'
import { type Operations, operationsOf } from '../settings/selection.ts'
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
  action: async ({ host, operands, values, origin }) => {
    const { knownFailures: given = 'known-failures.json' } = values
    const ids = await operationsOf(ownSuite(values.suite, host))
    if (values.update === true) {
      if (given.startsWith('['))
        throw new ConfigurationError(
          `${origin('knownFailures')} holds the entries: --update writes a file of their own`,
        )
      const record = join(resolveOutput(values, host).reports, 'run.json')
      host.stdout.write(await updated(resolve(host.folder, given), operands[0] ?? record, ids, host.folder))
      return 0
    }
    if (operands.length > 0) throw new ConfigurationError('a run record is read with --update only')
    const { knownFailures: entries = [] } = await knownFailuresOf(
      given,
      origin('knownFailures'),
      host.folder,
      ids,
    )
    const expired = expiredOf(entries)
    host.stdout.write(renderEntries(entries) + (expired.length === 0 ? '' : advice(expired)))
    return expired.length === 0 ? 0 : 1
  },
})

/** Entries with a last day before today, in UTC. */
function expiredOf(entries: readonly KnownFailure[]): readonly KnownFailure[] {
  const today = new Date().toISOString().slice(0, 10)
  return entries.filter(({ until }) => until !== undefined && until < today)
}

function advice(expired: readonly KnownFailure[]): string {
  const ids = expired.map(({ id }) => id).join(', ')
  return `The date of ${ids} has passed: fix ${expired.length === 1 ? 'it' : 'them'}, or set another date.\n`
}

async function updated(file: string, recordFile: string, ids: Operations, folder: string): Promise<string> {
  const record = await readRecord(folder, recordFile)
  if (record.exitCode === 2) {
    throw new ConfigurationError(
      `${recordFile} is of a run that judged nothing; known failures stay as they are`,
    )
  }
  // The record has the own requirements of its run.
  const known = new Set([...ids.keys(), ...record.requirements.map(({ id }) => id)])
  const { entries, added, removed } = updateKnownFailures(record, await presentEntries(file, known))
  try {
    await writeFile(file, `${JSON.stringify(entries, null, 2)}\n`)
  } catch (error) {
    throw new ConfigurationError(`known-failures file ${file} cannot be written (${errorCode(error)})`)
  }
  const hint = added.length === 0 ? '' : 'Replace the reasons of added entries by your own, with a link.\n'
  return `${file}: ${count(entries.length, 'entry', 'entries')}, ${named('added', added)}, ${named('removed', removed)}\n${hint}`
}

async function presentEntries(
  file: string,
  ids: Pick<ReadonlySet<string>, 'has' | 'keys'>,
): Promise<readonly KnownFailure[]> {
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

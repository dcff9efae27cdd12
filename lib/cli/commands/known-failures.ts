import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Finding } from '../../engine/judge/finding.ts'
import type { RunRecord } from '../../app/report/record.ts'
import type { KnownFailure } from '../../app/run/options.ts'
import { excuses } from '../../app/run/record/known-failures.ts'
import { LONGEST_WORDS } from '../../engine/util/bounds.ts'
import { ConfigurationError, errorCode } from '../../engine/util/errors.ts'
import { capChars, count, renderTable, shownLine } from '../../engine/util/text.ts'
import { command } from '../command.ts'
import { readRecord } from '../records.ts'
import { readKnownFailures } from '../settings/known-failures.ts'
import { OUTPUT, SELECTION, SOURCES } from '../settings/options.ts'
import { resolveOutput } from '../settings/output.ts'
import { onOrOff } from '../settings/parsers.ts'
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
    reports: OUTPUT.reports,
    update: new Setting('--update', onOrOff, 'write the file from the last run record'),
    ...SOURCES,
  },
  examples: ['chat-agent-conformance known-failures --update --known-failures known-failures.json'],
  action: async ({ host, operands: [named], values }) => {
    const { knownFailures: file = resolve(host.folder, 'known-failures.json') } = values
    const ids = new Set((await operationsOf()).keys())
    if (values.update === true) {
      const { reports } = resolveOutput(values, host)
      const record = await readRecord(host.folder, named ?? join(reports, 'run.json'))
      host.stdout.write(await update(file, record, ids))
      return 0
    }
    if (named !== undefined) throw new ConfigurationError('a run record is read with --update only')
    const entries = await readKnownFailures(file, ids)
    const today = new Date().toISOString().slice(0, 10)
    const expired = entries.filter(({ until = today }) => until < today).map(({ id }) => id)
    host.stdout.write(renderEntries(entries))
    if (expired.length === 0) return 0
    host.stdout.write(`The date has passed: ${expired.join(', ')}. Fix it, or set another date.\n`)
    return 1
  },
})

function renderEntries(entries: readonly KnownFailure[]): string {
  const rows = entries.map(({ id, where = 'anywhere', pointer = '', reason, until = '-', link = '' }) => [
    id,
    shownLine(`${where} ${pointer}`.trimEnd()),
    until,
    shownLine(`${reason} ${link}`.trimEnd()),
  ])
  return entries.length === 0 ? 'No known failures.\n' : renderTable(['id', 'where', 'until', 'reason'], rows)
}

/**
 * Updates the file from a record; resolves with what was added and removed. Entries that still fail, or that the run did
 * not judge, are kept; those of requirements that passed are removed.
 */
async function update(file: string, record: RunRecord, ids: ReadonlySet<string>): Promise<string> {
  if (record.exitCode === 2)
    throw new ConfigurationError('the run of the record judged nothing: known failures stay as they are')
  const present = await readKnownFailures(file, ids).catch((error: unknown) => {
    if (error instanceof ConfigurationError && errorCode(error.cause) === 'ENOENT') return []
    throw error
  })
  const passed = new Set(
    record.requirements.filter(({ verdict }) => verdict === 'passed').map(({ id }) => id),
  )
  const removed = present.filter(({ id }) => passed.has(id))
  const added = newFailures(record, present)
  const entries = [...present.filter(({ id }) => !passed.has(id)), ...added]
  await writeFile(file, `${JSON.stringify(entries, null, 2)}\n`).catch((error: unknown) => {
    throw new ConfigurationError(`known-failures file ${file} cannot be written (${errorCode(error)})`)
  })
  return [
    `${file}: ${count(entries.length, 'entry', 'entries')}`,
    ...added.map(({ id, where }) => `added ${id} at ${where}: replace its reason by your own, with a link`),
    ...removed.map(({ id }) => `removed ${id}: it passed`),
    '',
  ].join('\n')
}

/**
 * An entry for each operation where a requirement fails that no present one excuses, also if it is a consequence. Its
 * reason describes a finding and is meant to be replaced.
 */
function newFailures(
  { requirements, startedAt }: RunRecord,
  present: readonly KnownFailure[],
): readonly KnownFailure[] {
  return requirements
    .filter(({ verdict }) => verdict === 'failed')
    .flatMap(({ id, findings }) => {
      const listed = present.filter((entry) => entry.id === id)
      const fresh = findings.filter((finding) => !listed.some((entry) => excuses(entry, finding)))
      const byOperation = new Map(fresh.map((finding) => [finding.where, finding]))
      return [...byOperation].map(([where, finding]) => ({
        id,
        where,
        reason: reasonOf(finding, startedAt.slice(0, 10)),
      }))
    })
}

function reasonOf({ where, expected, received }: Finding, day: string): string {
  const seen = `${where}: expected ${expected}; received ${received}`
  return `Failing since ${day} or earlier. ${capChars(shownLine(seen), LONGEST_WORDS)}`
}

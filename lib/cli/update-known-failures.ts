import { writeFile } from 'node:fs/promises'
import type { Finding } from '../engine/judge/finding.ts'
import { isWhole, type RunRecord } from '../app/report/record.ts'
import { type KnownFailure, type KnownFailures, type RunOptions, USUAL_SEED } from '../app/run/options.ts'
import { excuses } from '../app/run/record/known-failures.ts'
import { LONGEST_WORDS } from '../engine/util/bounds.ts'
import { ConfigurationError, errorCode } from '../engine/util/errors.ts'
import { capChars, count, shownLine } from '../engine/util/text.ts'

/** Creates the known-failures file to update, if there is none. */
export async function prepareKnownFailures(
  file: string | undefined,
  profile: RunOptions['profile'],
): Promise<void> {
  if (file === undefined)
    throw new ConfigurationError(
      '--update-known-failures needs the name of the file: --known-failures FILE, or knownFailures in the settings file',
    )
  await writeFile(file, textOf({ profile, failures: [] }), { flag: 'wx' }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw unwritable(file, error)
  })
}

/**
 * Throws a one-line {@link ConfigurationError} for a run with other inputs than the runs that the file is
 * for: its failures do not belong in the file.
 */
export function refuseOtherInputs({ profile, seed, knownFailures }: RunOptions): void {
  if (seed !== USUAL_SEED)
    throw new ConfigurationError('--update-known-failures lists what the usual inputs show: leave out --seed')
  if (knownFailures !== undefined && knownFailures.failures.length > 0 && knownFailures.profile !== profile)
    throw new ConfigurationError(
      `the known failures are those of profile ${knownFailures.profile}: update them with --profile ${knownFailures.profile}, or write "profile": "${profile}" into the file first`,
    )
}

/**
 * Updates a known-failures file after a run. Resolves with a message of what was added and removed, each with its places.
 * Entries that still fail, or that the run did not judge, are kept.
 */
export async function updateKnownFailures(
  file: string,
  { failures: present }: KnownFailures,
  record: RunRecord,
): Promise<string> {
  if (record.exitCode === 2) return 'Nothing was judged: the known failures stay as they are.\n'
  const { failures, added, removed } = updateOf(present, record)
  await writeFile(file, textOf({ profile: record.profile, failures })).catch((error: unknown) => {
    throw unwritable(file, error)
  })
  return [
    `${file}: ${count(failures.length, 'known failure')}`,
    ...added.map(
      ({ id, places }) => `added ${id} at ${places.join(', ')}: replace its reason by your own, with a link`,
    ),
    ...removed.map(
      ({ id, places = ['every place'] }) => `removed ${id} at ${places.join(', ')}: it passes now`,
    ),
    '',
  ].join('\n')
}

interface Update extends Pick<KnownFailures, 'failures'> {
  readonly added: readonly Added[]
  readonly removed: readonly KnownFailure[]
}

/**
 * A failure and the places that no entry excuses, with its new entry, which keeps the content of the present
 * one.
 */
interface Added {
  readonly id: string
  readonly places: readonly string[]
  readonly entry: KnownFailure
}

/** The entries after a run. Only a run that judged everything removes one. */
function updateOf(present: readonly KnownFailure[], record: RunRecord): Update {
  const passing = record.requirements.filter(({ known }) => known?.unexpectedPass === true)
  const over = new Set(isWhole(record) ? passing.map(({ id }) => id) : [])
  const removed = present.filter(({ id }) => over.has(id))
  const kept = present.filter(({ id }) => !over.has(id))
  const added = newFailures(record, kept)
  const unchanged = kept.filter(({ id }) => !added.some((one) => one.id === id))
  return { failures: [...unchanged, ...added.map(({ entry }) => entry)], added, removed }
}

function newFailures(record: RunRecord, present: readonly KnownFailure[]): readonly Added[] {
  return record.requirements
    .filter(({ verdict }) => verdict === 'failed')
    .flatMap(({ id, findings }) => {
      const listed = present.find((entry) => entry.id === id)
      const fresh = findings.filter((finding) => listed === undefined || !excuses(listed, finding))
      const [first] = fresh
      if (first === undefined) return []
      const places = [...new Set(fresh.map(({ where }) => where))]
      const reason = reasonOf(first, record.startedAt.slice(0, 10))
      const all = [...(listed?.places ?? []), ...places]
      return [{ id, places, entry: { ...listed, id, places: all, reason: listed?.reason ?? reason } }]
    })
}

/** A reason that describes the first finding; the operator is expected to replace it. */
function reasonOf({ where, expected, received }: Finding, day: string): string {
  const seen = `${where}: expected ${expected}; received ${received}`
  return `Failing since ${day} or earlier. ${capChars(shownLine(seen), LONGEST_WORDS)}`
}

function textOf(known: KnownFailures): string {
  return `${JSON.stringify(known, null, 2)}\n`
}

function unwritable(file: string, error: unknown): ConfigurationError {
  return new ConfigurationError(`known-failures file ${file} cannot be written (${errorCode(error)})`)
}

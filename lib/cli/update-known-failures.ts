import { writeFile } from 'node:fs/promises'
import type { Finding } from '../engine/judge/finding.ts'
import type { RunRecord } from '../app/report/record.ts'
import { drawnIn, sendersOf } from '../app/report/comparison.ts'
import type { KnownFailure } from '../app/run/options.ts'
import { excuses, trialOf, wasTried } from '../app/run/record/known-failures.ts'
import { LONGEST_WORDS } from '../engine/util/bounds.ts'
import { groupBy } from '../engine/util/collections.ts'
import { ConfigurationError, errorCode } from '../engine/util/errors.ts'
import { capChars, count, shownLine } from '../engine/util/text.ts'

/** Makes the file that is to be brought up to date, where there is none. */
export async function prepareKnownFailures(file: string | undefined): Promise<void> {
  if (file === undefined)
    throw new ConfigurationError(
      '--update-known-failures needs the name of the file: --known-failures FILE, or knownFailures in the settings file',
    )
  await writeFile(file, '[]\n', { flag: 'wx' }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST')
      throw new ConfigurationError(`known-failures file ${file} cannot be written (${errorCode(error)})`)
  })
}

/**
 * Brings a known-failures file up to date with a run, and says what was added and removed. Entries that still fail, or
 * that the run did not try, are kept.
 */
export async function updateKnownFailures(
  file: string,
  present: readonly KnownFailure[],
  record: RunRecord,
): Promise<string> {
  if (record.exitCode === 2) return 'Nothing was judged: the known failures stay as they are.\n'
  const trial = trialOf(record)
  const passed = new Set(
    record.requirements.filter(({ verdict }) => verdict === 'passed').map(({ id }) => id),
  )
  const holding = present.filter(({ id }) => passed.has(id))
  const removed = holding.filter((entry) => wasTried(entry, trial))
  const drawnAnew = holding.filter(
    (entry) => !removed.includes(entry) && wasTried({ ...entry, drawn: trial.drawn }, trial),
  )
  const added = newFailures(record, present)
  const entries = [...present.filter((entry) => !removed.includes(entry)), ...added]
  await writeFile(file, `${JSON.stringify(entries, null, 2)}\n`).catch((error: unknown) => {
    throw new ConfigurationError(`known-failures file ${file} cannot be written (${errorCode(error)})`)
  })
  return [
    `${file}: ${count(entries.length, 'known failure')}`,
    ...added.map(({ id, where }) => `added ${id} at ${where}: replace its reason by your own, with a link`),
    ...removed.map(({ id }) => `removed ${id}: it holds now`),
    ...drawnAnew.map(({ id, drawn }) =>
      drawn === undefined
        ? `kept ${id}: it holds, but its inputs are drawn, and the entry does not say which ones showed it`
        : `kept ${id}: it holds with other inputs; ${drawn} draws those that showed it`,
    ),
    '',
  ].join('\n')
}

/** An entry for each operation where a requirement fails and no present entry excuses it. */
function newFailures(record: RunRecord, present: readonly KnownFailure[]): readonly KnownFailure[] {
  return record.requirements
    .filter(({ verdict }) => verdict === 'failed')
    .flatMap(({ id, findings }) => {
      const listed = present.filter((entry) => entry.id === id)
      const fresh = findings.filter((finding) => !listed.some((entry) => excuses(entry, finding)))
      return [...groupBy(fresh, ({ where }) => where).values()].map((some) => entryFor(id, some, record))
    })
}

/**
 * The entry for findings of one requirement at one operation, with the cases that sent them. Its reason describes the
 * first one, and is meant to be replaced.
 */
function entryFor(id: string, findings: readonly [Finding, ...Finding[]], record: RunRecord): KnownFailure {
  const [first] = findings
  const cases = [...new Set(findings.flatMap((finding) => sendersOf(record, finding)))]
  const isDrawn = record.cases.some((one) => one.isDrawn && cases.includes(one.id))
  return {
    id,
    where: first.where,
    cases: cases.length === 0 ? undefined : cases,
    drawn: isDrawn ? drawnIn(record) : undefined,
    reason: reasonOf(first, record.startedAt.slice(0, 10)),
  }
}

function reasonOf({ where, expected, received }: Finding, day: string): string {
  const seen = `${where}: expected ${expected}; received ${received}`
  return `Failing since ${day} or earlier. ${capChars(shownLine(seen), LONGEST_WORDS)}`
}

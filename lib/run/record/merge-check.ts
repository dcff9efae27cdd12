import type { RunRecord } from '../../report/record.ts'
import { ConfigurationError } from '../options.ts'

/** Throws a {@link ConfigurationError} of one line where records are not all the shards of one run, each of them once. */
export function refuseStrangers(records: readonly RunRecord[]): void {
  const [first, ...rest] = records
  if (first === undefined) throw new ConfigurationError('merge needs the records of all shards')
  const count = first.settings.shard?.count
  if (count === undefined)
    throw new ConfigurationError('a record is of a whole run, not of a shard (--shard)')
  for (const record of rest) {
    for (const [what, of] of SAME) {
      if (of(record) === of(first)) continue
      throw new ConfigurationError(
        `the records are not shards of one run: ${what} ${of(first)} and ${of(record)}`,
      )
    }
  }
  const indices = records.map((record) => record.settings.shard?.index)
  for (let index = 1; index <= count; index++) {
    const times = indices.filter((one) => one === index).length
    if (times === 1) continue
    throw new ConfigurationError(`shard ${index}/${count} is ${times === 0 ? 'missing' : 'given twice'}`)
  }
}

/** What all shards of a run have in common. Each machine has an embedded service of its own. */
const SAME: readonly (readonly [what: string, of: (record: RunRecord) => string | number | undefined])[] = [
  ['number of shards', ({ settings }) => settings.shard?.count],
  ['target', ({ target }) => (target.embedded ? 'the embedded service' : target.baseUrl)],
  ['profile', ({ profile }) => profile],
  ['seed', ({ seed }) => seed],
  ['tool version', ({ tool }) => tool.version],
  ['selection', ({ settings }) => JSON.stringify(settings.selection) ?? 'of everything'],
  ['writes', ({ settings }) => (settings.writes ? 'allowed' : 'not allowed')],
]

import type { RunRecord } from './record.ts'
import { lookup } from './evidence.ts'
import { causesOf, digestOf, placesOf } from './summary.ts'
import { dayOf, outcomeOf, withOutcome } from './outcome.ts'
import { oneLine, shown } from '../util/text.ts'

/** GitHub shows ten error annotations per step. If there are more, the last one says how many. */
const MAX_ANNOTATIONS = 10

/**
 * Renders workflow commands that GitHub Actions shows as annotations: one error for each violated requirement, at the
 * source of the case that found it. Empty text if there is no error.
 */
export function renderAnnotations(record: RunRecord): string {
  const find = lookup(record)
  const causes = causesOf(record).filter(({ row }) => outcomeOf(row, dayOf(record)) === 'failed')
  const errors = [
    ...causes.map((cause) => {
      const { row } = cause
      const [first] = row.findings
      const source = [first?.case, ...row.cases].map((id) => (id === undefined ? undefined : find.case(id)))
      const position = source.find((found) => found?.file !== undefined)
      const seen =
        first === undefined
          ? ''
          : `${placesOf(cause)}: expected ${first.expected}, received ${first.received}`
      return command(`${row.id} ${row.text}`, seen, position?.file, position?.line)
    }),
    ...withOutcome(record, 'unexpected-pass').map((row) =>
      command(`${row.id} passed unexpectedly`, `known failure: ${row.known?.reason ?? ''}`),
    ),
    ...withOutcome(record, 'expired-excuse').map((row) =>
      command(`${row.id} was excused until ${row.known?.until}`, `known failure: ${row.known?.reason ?? ''}`),
    ),
    ...(record.problem === undefined ? [] : [command('conformance run', record.problem)]),
  ]
  if (errors.length === 0) return ''
  const shown = errors.length <= MAX_ANNOTATIONS ? errors : errors.slice(0, MAX_ANNOTATIONS - 1)
  const rest = errors.length - shown.length
  const more =
    rest === 0
      ? []
      : [command(`and ${rest} more`, [...digestOf(record, causes), 'index.html has all of them'].join('; '))]
  return `${[...shown, ...more].join('\n')}\n`
}

function command(title: string, message: string, file?: string, line?: number): string {
  const properties = [
    ...(file === undefined ? [] : [`file=${property(file)}`]),
    ...(line === undefined ? [] : [`line=${line}`]),
    `title=${property(title)}`,
  ]
  return `::error ${properties.join(',')}::${data(message)}`
}

/** The message of a workflow command, on one line: a line break in data of the target would start another command. */
function data(text: string): string {
  return shown(oneLine(text)).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

import { sameElsewhere } from './view/blocks.ts'
import type { RuleRow } from './view/rows.ts'
import type { RunView } from './view/view.ts'
import { present } from '../../engine/util/collections.ts'
import { oneLine, shown } from '../../engine/util/text.ts'

/** GitHub shows ten error annotations per step. If there are more, the last one says how many. */
const MAX_ANNOTATIONS = 10

/**
 * Renders workflow commands that GitHub Actions shows as annotations: one error for each block of violations, at the
 * source of the case that found it. Empty text if there is no error.
 */
export function renderAnnotations({ record, headline, blocks, page = 'the log' }: RunView): string {
  const errors = present(
    ...blocks.map((block) => {
      const { id, result, message, position } = block
      const said = [message, sameElsewhere(block)].filter((text) => text !== '')
      return command(`${id} ${result.text}`, said.join('; '), position)
    }),
    (record.problem !== undefined || record.exitCode > 1) && errorAnnotation(headline),
  )
  if (errors.length === 0) return ''
  const named = errors.length <= MAX_ANNOTATIONS ? errors : errors.slice(0, MAX_ANNOTATIONS - 1)
  const rest = errors.length - named.length
  return `${present(...named, rest > 0 && command(`and ${rest} more`, `${page} has all of them`)).join('\n')}\n`
}

/** The annotation of a run or command that ended without a verdict. */
export function errorAnnotation(message: string): string {
  return command('conformance run', message)
}

function command(
  title: string,
  message: string,
  { file, line }: Partial<NonNullable<RuleRow['position']>> = {},
): string {
  const properties = present(
    file !== undefined && `file=${property(file)}`,
    line !== undefined && `line=${line}`,
    `title=${property(title)}`,
  )
  return `::error ${properties.join(',')}::${data(message)}`
}

/**
 * The message of a workflow command, on one line: a line break in the target's data would start another
 * command.
 */
function data(text: string): string {
  return shown(oneLine(text)).replaceAll('%', '%25')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

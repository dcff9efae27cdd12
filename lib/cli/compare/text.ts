import { shownLine } from '../../util/text.ts'
import type { Comparison } from './compare.ts'
import { headline, requestsLine, runLine, sectionsOf } from './sections.ts'

/** A comparison for a terminal. */
export function renderText(comparison: Comparison): string {
  const head = [
    `Old: ${shownLine(runLine(comparison.before))}`,
    `New: ${shownLine(runLine(comparison.after))}`,
    requestsLine(comparison),
    ...comparison.warnings.map((warning) => `warning: ${warning}`),
    '',
  ]
  const body = sectionsOf(comparison).flatMap(({ title, entries }) => [
    `${title} (${entries.length})`,
    ...entries.flatMap(({ id, text, detail }) => [
      `  ${id}  ${shownLine(text)}`,
      ...(detail === undefined ? [] : [`      ${shownLine(detail)}`]),
    ]),
    '',
  ])
  return [...head, ...body, headline(comparison), ''].join('\n')
}

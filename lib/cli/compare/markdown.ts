import { shownLine } from '../../util/text.ts'
import type { Comparison } from './compare.ts'
import { headline, requestsLine, runLine, sectionsOf } from './sections.ts'

/** A comparison for a merge request or a job summary. */
export function renderMarkdown(comparison: Comparison): string {
  const head = [
    `## Conformance: ${headline(comparison)}`,
    '',
    `- Old: ${plain(runLine(comparison.before))}`,
    `- New: ${plain(runLine(comparison.after))}`,
    `- ${requestsLine(comparison)}`,
    ...comparison.warnings.map((warning) => `- ⚠️ ${plain(warning)}`),
    '',
  ]
  const body = sectionsOf(comparison).flatMap(({ title, entries }) => [
    `### ${title} (${entries.length})`,
    '',
    ...entries.map(({ id, text, detail }) => {
      const said = detail === undefined ? '' : `  \n  ${plain(detail)}`
      return `- **${plain(id)}** ${plain(text)}${said}`
    }),
    '',
  ])
  return [...head, ...body].join('\n')
}

/** Text that Markdown shows as it is: a target's answer must not become markup, a link or a mention. */
function plain(text: string): string {
  return shownLine(text)
    .replaceAll(/[\\`*_{}[\]<>|#~]/g, (character) => `\\${character}`)
    .replaceAll('@', '@\u200b')
    .replaceAll('://', ':\u200b//')
}

import { capChars, shownLine } from '../../util/text.ts'
import type { Change, Comparison, OpenPointChange, RunSummary } from './compare.ts'

/** A heading with its lines, for text and Markdown. */
export interface Section {
  readonly title: string
  readonly entries: readonly { readonly id: string; readonly text: string; readonly detail?: string }[]
}

/** All differences, most urgent first, without empty sections. */
export function sectionsOf(comparison: Comparison): Section[] {
  const { newlyBroken, newlyExcused, spread, mended, newlyInconclusive, openPoints } = comparison
  const sections: Section[] = [
    { title: 'Newly broken', entries: newlyBroken.map(changeEntry) },
    {
      title: 'Broken in more places',
      entries: spread.map(({ id, text, operations }) => ({
        id,
        text,
        detail: `now also ${operations.join(', ')}`,
      })),
    },
    { title: 'Newly broken, but known', entries: newlyExcused.map(changeEntry) },
    { title: 'Mended', entries: mended.map(({ id, text }) => ({ id, text })) },
    { title: 'No longer judged', entries: newlyInconclusive.map(changeEntry) },
    { title: 'Open points that changed', entries: openPoints.map(openPointEntry) },
  ]
  return sections.filter(({ entries }) => entries.length > 0)
}

/** The result in one line. */
export function headline(comparison: Comparison): string {
  const { newlyBroken, spread, mended, stillBroken, newlyInconclusive } = comparison
  const regressions = newlyBroken.length + spread.length
  const figures = [
    regressions === 0 ? 'no regression' : `${regressions} regression${regressions === 1 ? '' : 's'}`,
    `${mended.length} mended`,
    `${stillBroken.length} still broken`,
    `${newlyInconclusive.length} no longer judged`,
  ]
  return figures.join(', ')
}

/** One run in one line. */
export function runLine(run: RunSummary): string {
  return `${run.startedAt}  ${run.target}  ${run.profile}  ${run.verdict}  ${run.requests} requests  v${run.version}`
}

/** The requests of both runs and their difference. */
export function requestsLine({ before, after }: Comparison): string {
  const difference = after.requests - before.requests
  const signed = difference > 0 ? `+${difference}` : String(difference)
  return `Requests: ${before.requests} then, ${after.requests} now (${signed})`
}

function changeEntry({ id, text, before, after, detail }: Change): Section['entries'][number] {
  const said = detail === undefined ? '' : `: ${capChars(detail, 300)}`
  return { id, text, detail: `${before} -> ${after}${said}` }
}

function openPointEntry({ id, before, after }: OpenPointChange): Section['entries'][number] {
  return { id, text: seen(after), detail: `was: ${seen(before)}` }
}

function seen(texts: readonly string[]): string {
  return texts.length === 0 ? 'not observed' : texts.join('; ')
}

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

/** Escapes text for Markdown: data of a target must not become markup, a link or a mention. */
function plain(text: string): string {
  return shownLine(text)
    .replaceAll(/[\\`*_{}[\]<>|#~]/g, (character) => `\\${character}`)
    .replaceAll('@', '@\u200b')
    .replaceAll('://', ':\u200b//')
}

import { plain, prose } from '../../report/markdown/escape.ts'
import { LONGEST_WORDS } from '../../util/bounds.ts'
import { capChars, count, readableTime, shownLine } from '../../util/text.ts'
import type { HistoryEntry } from '../../report/record.ts'
import type { Change } from '../../report/comparison.ts'
import type { Comparison, OpenPointChange } from './compare.ts'

/** A heading with its lines, for text and Markdown. */
interface Section {
  readonly title: string
  readonly entries: readonly Entry[]
}

interface Entry {
  readonly id: string
  readonly text?: string
  readonly detail?: string
}

/** All differences, most urgent first, without empty sections. */
function sectionsOf(comparison: Comparison): Section[] {
  const { newlyBroken, newlyExcused, spread, mended, newlyInconclusive, openPoints } = comparison
  const wasHeld = ({ before }: Change): boolean => before === 'passed' || before === 'unexpected-pass'
  const sections: Section[] = [
    { title: 'Newly broken', entries: newlyBroken.filter(wasHeld).map(changeEntry) },
    {
      title: 'Broken, and not judged before',
      entries: newlyBroken.filter((change) => !wasHeld(change)).map(changeEntry),
    },
    {
      title: 'Broken in more places',
      entries: spread.map(({ operations, ...row }) => ({
        ...row,
        detail: `now also ${operations.join(', ')}`,
      })),
    },
    { title: 'Newly broken, but known', entries: newlyExcused.map(changeEntry) },
    { title: 'Fixed', entries: mended.map(({ id, text }) => ({ id, text })) },
    { title: 'Not judged this time', entries: newlyInconclusive.map(changeEntry) },
    { title: 'Open points that changed', entries: openPoints.map(openPointEntry) },
  ]
  return sections.filter(({ entries }) => entries.length > 0)
}

/** The result in one line. */
function headline({ newlyBroken, spread, mended, stillBroken, newlyInconclusive }: Comparison): string {
  const regressions = newlyBroken.length + spread.length
  return [
    regressions === 0 ? 'no regression' : count(regressions, 'regression'),
    `${mended.length} fixed`,
    `${stillBroken.length} still broken`,
    `${newlyInconclusive.length} not judged this time`,
  ].join(', ')
}

function runLine(run: HistoryEntry): string {
  const { startedAt, target, profile, verdict, failures, exercised, applicable, version } = run
  const found = `${count(failures, 'violation')}, ${exercised} of ${applicable} exercised`
  return `${readableTime(startedAt)}  ${target}  ${profile}  ${verdict}: ${found}  v${version}`
}

function requestsLine({ before, after }: Comparison): string {
  const difference = after.requests - before.requests
  const signed = difference > 0 ? `+${difference}` : String(difference)
  return `Requests: ${before.requests} then, ${after.requests} now (${signed})`
}

function changeEntry({ id, text, before, after, detail }: Change): Entry {
  // It passed by other means than those that showed the violation: the outcome alone would mislead.
  if (after === 'passed' || after === 'unexpected-pass')
    return { id, text, detail: `${before}; what showed it was not sent again` }
  const said = detail === undefined ? '' : `: ${capChars(detail, LONGEST_WORDS)}`
  return { id, text, detail: `${before} → ${after}${said}` }
}

function openPointEntry({ id, before, after }: OpenPointChange): Entry {
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
    ...entries.flatMap(({ id, text = '', detail }) => [
      `  ${id}  ${shownLine(text)}`.trimEnd(),
      ...(detail === undefined ? [] : [`      ${shownLine(detail)}`]),
    ]),
    '',
  ])
  return [...head, ...body, headline(comparison), ''].join('\n')
}

/** A comparison for a merge request or a job summary: nothing of a target is markup, a link or a mention in it. */
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
    ...entries.map(({ id, text = '', detail }) => {
      const said = detail === undefined ? '' : `  \n  ${prose(detail)}`
      return `- **${id}** ${prose(text)}${said}`
    }),
    '',
  ])
  return [...head, ...body].join('\n')
}

import { plain, prose } from '../../app/report/markdown/escape.ts'
import { LONGEST_WORDS } from '../../engine/util/bounds.ts'
import { capChars, count, readableTime, shownLine } from '../../engine/util/text.ts'
import type { RequirementChange } from '../../app/report/comparison.ts'
import type { ComparedRun, Comparison } from './compare.ts'

interface Entry {
  readonly id: string
  readonly text: string
  readonly detail?: string
}

/** All differences under their headings, most urgent first, without empty sections. */
function sectionsOf(comparison: Comparison): (readonly [heading: string, entries: readonly Entry[]])[] {
  const { newlyBroken, newlyExcused, mended, newlyInconclusive, openPoints } = comparison
  const sections: readonly (readonly [title: string, entries: readonly Entry[]])[] = [
    ['Newly broken', newlyBroken.map(changeEntry)],
    ['Newly broken, but known', newlyExcused.map(changeEntry)],
    ['Fixed', mended.map(({ id, text }) => ({ id, text }))],
    ['Not judged this time', newlyInconclusive.map(changeEntry)],
    [
      'Open points that changed',
      openPoints.map(({ id, before, after }) => ({
        id,
        text: after || NOT_OBSERVED,
        detail: `was: ${before || NOT_OBSERVED}`,
      })),
    ],
  ]
  return sections
    .filter(([, entries]) => entries.length > 0)
    .map(([title, entries]) => [`${title} (${entries.length})`, entries])
}

/** The result in one line. */
function headline({ newlyBroken, mended, stillBroken, newlyInconclusive }: Comparison): string {
  return [
    newlyBroken.length === 0 ? 'no regression' : count(newlyBroken.length, 'regression'),
    `${mended.length} fixed`,
    `${stillBroken.length} still broken`,
    `${newlyInconclusive.length} not judged this time`,
  ].join(', ')
}

function runLine(run: ComparedRun): string {
  const { startedAt, target, profile, verdict, failures, exercised, applicable, requests, version } = run
  const found = `${count(failures, 'violation')}, ${exercised} of ${applicable} exercised`
  return `${readableTime(startedAt)}  ${target}  ${profile}  ${verdict}: ${found}, ${count(requests, 'request')}  v${version}`
}

/** A line where the runs had other settings. */
function settingLines({ settings }: Comparison): readonly string[] {
  if (settings.length === 0) return []
  const differences = settings.map(({ name, before, after }) => `${name} ${before} → ${after}`)
  return [`Other settings: ${differences.join(', ')}. What was not judged may be due to them.`]
}

function changeEntry({ id, text, before, after, detail }: RequirementChange): Entry {
  // It passed by other means than those that showed the violation: the outcome alone would mislead.
  const said =
    after === 'passed' || after === 'unexpected-pass'
      ? 'what showed the violation was not sent again'
      : detail
  const why = said === undefined ? '' : `: ${capChars(said, LONGEST_WORDS)}`
  return { id, text, detail: `${before} → ${after}${why}` }
}

const NOT_OBSERVED = 'not observed'

/** A comparison for a terminal. */
export function renderText(comparison: Comparison): string {
  const body = sectionsOf(comparison).flatMap(([heading, entries]) => [
    heading,
    ...entries.flatMap(({ id, text, detail }) => [
      `  ${id}  ${shownLine(text)}`,
      ...(detail === undefined ? [] : [`      ${shownLine(detail)}`]),
    ]),
    '',
  ])
  return [
    `Old: ${shownLine(runLine(comparison.before))}`,
    `New: ${shownLine(runLine(comparison.after))}`,
    ...settingLines(comparison).map(shownLine),
    '',
    ...body,
    headline(comparison),
    '',
  ].join('\n')
}

/** A comparison for a merge request or a job summary: nothing of a target is markup, a link or a mention in it. */
export function renderMarkdown(comparison: Comparison): string {
  const body = sectionsOf(comparison).flatMap(([heading, entries]) => [
    `### ${heading}`,
    '',
    ...entries.map(({ id, text, detail }) => {
      const said = detail === undefined ? '' : `  \n  ${prose(detail)}`
      return `- **${id}** ${prose(text)}${said}`
    }),
    '',
  ])
  return [
    `## Conformance: ${headline(comparison)}`,
    '',
    `- Old: ${plain(runLine(comparison.before))}`,
    `- New: ${plain(runLine(comparison.after))}`,
    ...settingLines(comparison).map((line) => `- ${plain(line)}`),
    '',
    ...body,
  ].join('\n')
}

import { listed } from '../../app/report/console/render.ts'
import type { Layout } from '../../app/report/console/layout.ts'
import { plain } from '../../app/report/markdown/escape.ts'
import { listMarkdown } from '../../app/report/markdown/render.ts'
import type { Item, List } from '../../app/report/view/lists.ts'
import { LONGEST_WORDS } from '../../engine/util/bounds.ts'
import { groupBy, present } from '../../engine/util/collections.ts'
import { capChars, count, readableTime, shownLine } from '../../engine/util/text.ts'
import type { RequirementChange } from '../../app/report/comparison.ts'
import type { ComparedRun, RecordComparison } from './compare.ts'

/** All differences, most urgent first, as the lists that reports show. */
function listsOf({
  broke,
  excused,
  fixed,
  notJudgedThen,
  notJudgedNow,
  openPoints,
}: RecordComparison): List[] {
  const lists: readonly (readonly [title: string, items: readonly Item[]])[] = [
    ['Broke', broke.map(changeItem)],
    ['Broke, but known', excused.map(changeItem)],
    ['Violated now, not judged before', notJudgedThen.map(changeItem)],
    ['Fixed', fixed.map(({ id, text }) => ({ id, text }))],
    ['Not judged this time', byReason(notJudgedNow)],
    [
      'Open points that changed',
      openPoints.map(({ id, before, after }) => ({ id, text: after, seen: [`was: ${before}`] })),
    ],
  ]
  return lists
    .filter(([, items]) => items.length > 0)
    .map(([title, items]) => ({ id: title, title, figure: figureOf(items), items, kind: 'found' }))
}

/** The number of requirements: an item is one, or names several. */
function figureOf(items: readonly Item[]): string {
  return String(items.reduce((sum, { ids }) => sum + (ids?.length ?? 1), 0))
}

function changeItem(change: RequirementChange): Item {
  const { id, text } = change
  return { id, text, seen: [turnOf(change)] }
}

/** Groups changes of the same kind: most of a group has one reason. */
function byReason(changes: readonly RequirementChange[]): Item[] {
  return [...groupBy(changes, turnOf)].map(([text, some]) => ({ text, ids: some.map(({ id }) => id) }))
}

function turnOf({ before, after, detail }: RequirementChange): string {
  // A requirement may pass at other operations, while the one at which it was violated was not asked.
  const isElsewhere = after === 'passed' || after === 'unexpected-pass'
  const said = isElsewhere ? 'not where it was violated: no answer came from there' : detail
  return `${before} → ${after}${said === undefined ? '' : `: ${capChars(said, LONGEST_WORDS)}`}`
}

function headline({ broke, fixed, stillBroken, notJudgedThen, notJudgedNow }: RecordComparison): string {
  return present(
    broke.length === 0 ? 'no regression' : count(broke.length, 'regression'),
    `${fixed.length} fixed`,
    `${stillBroken.length} still broken`,
    notJudgedThen.length > 0 && `${notJudgedThen.length} violated now that nobody judged before`,
    `${notJudgedNow.length} not judged this time`,
  ).join(', ')
}

function runLines({ before, after, settings }: RecordComparison): string[] {
  const differences = settings.map((one) => `${one.name} ${one.before} → ${one.after}`).join(', ')
  return [
    `Old: ${runLine(before)}`,
    `New: ${runLine(after)}`,
    ...(settings.length === 0
      ? []
      : [`Other settings: ${differences}. A difference may come from them, and not from the server.`]),
  ]
}

function runLine(run: ComparedRun): string {
  const { startedAt, target, profile, verdict, failures, exercised, applicable, requests, version } = run
  const found = `${count(failures, 'violation')}, ${exercised} of ${applicable} exercised`
  return `${readableTime(startedAt)}  ${target}  ${profile}  ${verdict}: ${found}, ${count(requests, 'request')}  v${version}`
}

/** A comparison for a terminal. */
export function renderText(comparison: RecordComparison, layout: Layout): string {
  const lists = listsOf(comparison).flatMap((list) => [...listed(list, layout), ''])
  const lines = [...runLines(comparison).map(shownLine), '', ...lists, headline(comparison)]
  return `${lines.join('\n')}\n`
}

/**
 * A comparison for a merge request or a job summary: texts of a target cannot become markup, links or
 * mentions.
 */
export function renderMarkdown(comparison: RecordComparison): string {
  const blocks = [
    `## Conformance: ${headline(comparison)}`,
    runLines(comparison)
      .map((line) => `- ${plain(line)}`)
      .join('\n'),
    ...listsOf(comparison).map(listMarkdown),
  ]
  return `${blocks.join('\n\n')}\n`
}

import type { Layout } from './layout.ts'
import type { RunView } from '../view/view.ts'
import { FEW, few } from '../../../engine/util/bounds.ts'
import { present } from '../../../engine/util/collections.ts'
import { capChars, visible } from '../../../engine/util/text.ts'
import { capital } from '../wording.ts'
import { clipped, command, LABEL_COLUMNS, labelled, wrap } from './layout.ts'

/**
 * The summary at the end of a run, at most 24 lines: the verdict, the violations with the most serious first, what was
 * not judged, the cost, and what to do next.
 */
export function summary(view: RunView, layout: Layout): string[] {
  return [
    verdictLine(view, layout),
    ...(view.blocks.length === 0 ? [] : ['', ...named(view, layout)]),
    '',
    ...view.serverErrors.flatMap((line) => labelled('errors', line, layout)),
    ...unjudged(view, layout),
    ...changes(view, layout),
    ...spent(view, layout),
    ...next(view, layout),
  ]
}

/** The verdict, the target, and how much was exercised. Continuation lines on a narrow terminal are indented. */
export function verdictLine(view: RunView, { paint, width }: Layout): string {
  const { verdict: word } = view.record
  const colour = { passed: paint.green, failed: paint.red, incomplete: paint.yellow, error: paint.red }[word]
  const verdict = `${word === 'passed' ? '✓' : '✗'} ${word.toUpperCase()}`
  const lines = wrap(visible(wordsOf(view)), Math.max(width - verdict.length - 2, 20))
  return `${colour(paint.bold(verdict))}  ${lines.join(`\n${' '.repeat(verdict.length + 2)}`)}`
}

function wordsOf({ record, headline, target, share }: RunView): string {
  return present(`${headline}, ${target} (exit code ${record.exitCode})`, share !== '' && share).join('; ')
}

/** The first blocks, each with what was seen; all of them with `--verbose`. */
function named({ blocks }: RunView, { paint, verbose, width }: Layout): string[] {
  const shown = verbose ? blocks : blocks.slice(0, FEW)
  const rest = blocks.slice(shown.length).map(({ id }) => id)
  const column = Math.max(...shown.map(({ id }) => id.length)) + 4
  return present(
    ...shown.flatMap(({ id, result, message }) => [
      `  ${paint.red(paint.bold(id.padEnd(column - 2)))}${clipped(result.text, width - column)}`,
      `${' '.repeat(column)}${paint.dim(clipped(capital(message), width - column))}`,
    ]),
    rest.length > 0 && `  ${clipped(`… and ${rest.length} more: ${rest.join(', ')}`, width - 2)}`,
  )
}

/** Why the rest was not judged, the most frequent reasons first. */
function unjudged({ lists }: RunView, layout: Layout): string[] {
  const all = lists
    .filter(({ kind }) => kind === 'rest')
    .flatMap(({ items }) => items.map(({ text, ids = [] }) => ({ reason: text, rows: ids.length })))
  const rest = all.slice(FEW).reduce((sum, { rows }) => sum + rows, 0)
  const lines = present(
    ...all.slice(0, FEW).map(({ reason, rows }) => `${rows}: ${reason}`),
    rest > 0 && `${rest} for other reasons (--verbose)`,
  )
  const room = 2 * (layout.width - LABEL_COLUMNS)
  return lines.flatMap((line, index) => labelled(index === 0 ? 'unjudged' : '', capChars(line, room), layout))
}

/** What changed since the previous run in the folder. */
function changes({ changes: changed }: RunView, layout: Layout): string[] {
  return changed.flatMap(({ how, ids }, index) =>
    labelled(index === 0 ? 'changes' : '', `${ids.length} ${how}: ${few(ids)}`, layout),
  )
}

/** The cost of the run, what it left behind, and what is needed to repeat it. */
function spent(view: RunView, layout: Layout): string[] {
  const { record, target, terms } = view
  return [
    ...labelled('target', [target, ...terms].join(', '), layout),
    ...labelled('spent', view.spent, layout),
    ...labelled('leaves', view.left, layout),
    ...record.settings.warnings.flatMap((warning) =>
      labelled('warning', warning, { ...layout, paint: { ...layout.paint, dim: layout.paint.yellow } }),
    ),
  ]
}

function next({ next: { explain, again, update } }: RunView, layout: Layout): string[] {
  return Object.entries({ start: explain, again, update }).flatMap(([label, text]) =>
    text === undefined ? [] : command(label, text, layout),
  )
}

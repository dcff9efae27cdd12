import type { Layout } from './layout.ts'
import type { RunView } from '../view/view.ts'
import { FEW, few } from '../../../engine/util/bounds.ts'
import { present } from '../../../engine/util/collections.ts'
import { capChars, visible } from '../../../engine/util/text.ts'
import { commandLine, LABEL_COLUMNS, labelled, wrap } from './layout.ts'

/**
 * The summary at the end of a run: the verdict, the requirements not judged, the cost, and the next commands.
 */
export function summary(view: RunView, layout: Layout): string[] {
  return [
    verdictLine(view, layout),
    '',
    ...view.serverErrors.flatMap((line) => labelled('errors', line, layout)),
    ...unjudged(view, layout),
    ...labelled('not run', view.unselected, layout),
    ...changes(view, layout),
    ...spent(view, layout),
    ...next(view, layout),
  ]
}

/**
 * The verdict, the target, and the share of exercised requirements. Continuation lines on a narrow terminal
 * are indented.
 */
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

/**
 * Why the other requirements were not judged, the most frequent reasons first. With `--verbose`, a list above
 * names them all.
 */
function unjudged({ lists }: RunView, layout: Layout): string[] {
  if (layout.verbose) return []
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

function changes({ changes: changed }: RunView, layout: Layout): string[] {
  return changed.flatMap(({ how, ids }, index) =>
    labelled(index === 0 ? 'changes' : '', `${ids.length} ${how}: ${few(ids)}`, layout),
  )
}

function spent(view: RunView, layout: Layout): string[] {
  const { record, terms } = view
  return [
    ...labelled('run', terms.join(', '), layout),
    ...labelled('spent', view.spent, layout),
    ...labelled('leaves', view.left, layout),
    ...record.settings.warnings.flatMap((warning) =>
      labelled('warning', warning, { ...layout, paint: { ...layout.paint, dim: layout.paint.yellow } }),
    ),
  ]
}

function next({ next: { explain, replay, again, whole, update } }: RunView, layout: Layout): string[] {
  return Object.entries({ start: explain, replay, again, whole, update }).flatMap(([label, text]) =>
    text === undefined ? [] : commandLine(label, text, layout),
  )
}

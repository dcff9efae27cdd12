import { sameElsewhere } from '../view/blocks.ts'
import type { Layout } from './layout.ts'
import type { RunView } from '../view/view.ts'
import { FEW, few } from '../../../engine/util/bounds.ts'
import { present } from '../../../engine/util/collections.ts'
import { capChars, oneLine, visible } from '../../../engine/util/text.ts'
import { capital } from '../wording.ts'
import { commandLine, LABEL_COLUMNS, labelled, wrap } from './layout.ts'

/**
 * The summary at the end of a run: the verdict, every symptom in a line or two, what was not judged, the cost, and what
 * to do next.
 */
export function summary(view: RunView, layout: Layout): string[] {
  return [
    verdictLine(view, layout),
    ...(view.blocks.length === 0 ? [] : ['', ...named(view, layout)]),
    '',
    ...view.serverErrors.flatMap((line) => labelled('errors', line, layout)),
    ...unjudged(view, layout),
    ...labelled('not run', view.unselected, layout),
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

/** Every block with what was expected and received: whatever decides is never cut off. */
function named({ blocks }: RunView, { paint, width }: Layout): string[] {
  const column = Math.max(...blocks.map(({ id }) => id.length)) + 4
  return blocks.flatMap((block) => {
    const { id, result, message } = block
    const same = sameElsewhere(block)
    const said = present(result.severity === 'critical' && 'critical', capital(message), same !== '' && same)
    const [first = '', ...more] = wrap(visible(oneLine(said.join('; '))), Math.max(width - column, 20))
    return [
      `  ${paint.red(paint.bold(id.padEnd(column - 2)))}${first}`,
      ...more.map((line) => ' '.repeat(column) + line),
    ]
  })
}

/** Why the rest was not judged, the most frequent reasons first. With `--verbose` a list above has them all. */
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

function next({ next: { explain, replay, again, whole, update } }: RunView, layout: Layout): string[] {
  return Object.entries({ start: explain, replay, again, whole, update }).flatMap(([label, text]) =>
    text === undefined ? [] : commandLine(label, text, layout),
  )
}

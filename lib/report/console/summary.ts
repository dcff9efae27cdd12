import type { Layout } from './layout.ts'
import type { RunView } from '../view/view.ts'
import { type Cause, NAMED_CAUSES } from '../view/causes.ts'
import { FEW } from '../../util/bounds.ts'
import { present } from '../../util/collections.ts'
import { capChars, count, visible } from '../../util/text.ts'
import { capital, spentByKey } from '../wording.ts'
import { clipped, command, fitted, idList, LABEL_COLUMNS, labelled, wrap } from './layout.ts'

/**
 * The summary at the end of a run, at most 24 lines: the verdict, the violations with the most serious first, how
 * much was exercised, the cost, and what to do next.
 */
export function summary(view: RunView, layout: Layout): string[] {
  return [
    verdictLine(view, layout),
    ...(view.causes.length === 0 ? [] : ['', ...named(view, layout), ...digest(view, layout)]),
    '',
    ...exercised(view, layout),
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
  const lines = wrap(visible(verdictWords(view)), Math.max(width - verdict.length - 2, 20))
  return `${colour(paint.bold(verdict))}  ${lines.join(`\n${' '.repeat(verdict.length + 2)}`)}`
}

function verdictWords({ record, headline, target, share, coverage }: RunView): string {
  const exercised = coverage.applicable === 0 ? '' : `; ${share}`
  return `${headline}, ${target} (exit code ${record.exitCode})${exercised}`
}

function named({ causes }: RunView, { paint, verbose, width }: Layout): string[] {
  const isShort = !verbose && causes.length > NAMED_CAUSES
  const shown = isShort ? causes.slice(0, NAMED_CAUSES) : causes
  const rest = causes.slice(shown.length).map(({ id }) => id)
  const column = Math.max(...shown.map(({ id }) => id.length)) + 4
  const room = Math.max(width - column, 20)
  const inDetail = verbose || causes.length < FEW
  const lines = inDetail ? 2 : 1
  const linesOf = (cause: Cause): string[] => [
    ...fitted(cause.result.text, room, lines),
    ...(isShort ? [] : fitted(capital(cause.brief), room, lines)).map(paint.dim),
    ...(inDetail ? details(cause) : []).map((line) => paint.dim(clipped(line, room))),
  ]
  return present(
    ...shown.flatMap((cause) =>
      linesOf(cause).map(
        (line, index) =>
          (index === 0 ? `  ${paint.red(paint.bold(cause.id.padEnd(column - 2)))}` : ' '.repeat(column)) +
          line,
      ),
    ),
    rest.length > 0 && `  ${clipped(`… and ${rest.length} more: ${rest.join(', ')}`, width - 2)}`,
  )
}

function details({ expected, consequences }: Cause): string[] {
  const follow = consequences.length === 1 ? 'follows' : 'follow'
  return present(
    expected !== undefined && `expected: ${expected}`,
    consequences.length > 0 && `${consequences.map(({ id }) => id).join(', ')} ${follow} from it`,
  )
}

function digest({ digest: lines }: RunView, { paint, width }: Layout): string[] {
  if (lines.length === 0) return []
  return ['', ...lines.map((line) => `  ${paint.yellow('›')} ${clipped(line, width - 4)}`)]
}

function exercised({ record, coverage }: RunView, layout: Layout): string[] {
  const { exercised: done, applicable, holding, unjudged } = coverage
  if (applicable === 0) return []
  const held = holding === done ? 'all of them hold' : `${holding} ${holding === 1 ? 'holds' : 'hold'}`
  const all = unjudged
    .filter(({ outcome }) => outcome !== 'disabled')
    .flatMap(({ reasons }) => reasons.map(({ reason, ids }) => ({ reason, rows: ids.length })))
  const shown = all.slice(0, record.verdict === 'failed' ? 1 : FEW)
  const others = all.slice(shown.length).reduce((sum, { rows }) => sum + rows, 0)
  return [
    ...labelled(
      'exercised',
      `${done} of ${count(applicable, 'requirement')}${done === 0 ? '' : `; ${held}`}`,
      layout,
    ),
    ...shown.flatMap(({ reason, rows }, index) =>
      labelled(
        index === 0 ? 'the rest' : '',
        capChars(`${rows}: ${reason}`, 2 * (layout.width - LABEL_COLUMNS)),
        layout,
      ),
    ),
    ...(others === 0 ? [] : labelled('', `${others} for other reasons (--verbose)`, layout)),
  ]
}

/** What changed since the previous run in the folder. */
function changes({ changes: changed }: RunView, layout: Layout): string[] {
  return changed.flatMap(({ how, ids }) => {
    const isKnown = how === 'broke' || how === 'fixed'
    const text = `${ids.length}${isKnown ? '' : ` ${how}`}: `
    const room = layout.width - LABEL_COLUMNS - text.length
    return labelled(isKnown ? how : '', text + idList(ids, room), layout)
  })
}

/** The cost of the run, what it left behind, and what is needed to repeat it. */
function spent(view: RunView, layout: Layout): string[] {
  const { record, target, terms } = view
  return [
    ...labelled('target', [target, ...terms].join(', '), layout),
    ...labelled('spent', view.spent, layout),
    ...(layout.verbose ? labelled('by key', spentByKey(record), layout) : []),
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

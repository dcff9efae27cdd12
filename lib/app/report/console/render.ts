import pc from 'picocolors'
import { FEW, few } from '../../../engine/util/bounds.ts'
import { count, visible } from '../../../engine/util/text.ts'
import { groundsOf, type Line, linesOf } from '../view/account.ts'
import type { Block } from '../view/blocks.ts'
import type { RuleRow } from '../view/rows.ts'
import type { RunView } from '../view/view.ts'
import { commandLine, labelled, type Layout, wrap } from './layout.ts'
import { summary, verdictLine } from './summary.ts'
import type { List } from '../view/lists.ts'
import type { Outcome } from '../outcome.ts'
import { capital, endpointName } from '../wording.ts'

export interface ConsoleOptions {
  readonly colour: boolean
  /** Everything in full: all findings, all reasons, all open points. */
  readonly verbose: boolean
  /** The verdict and one line for each violated requirement. */
  readonly quiet: boolean
  /** Columns of the terminal. */
  readonly width: number
}

/** How things are laid out on a terminal. */
export function layoutFor({ colour, width, verbose = false }: Partial<ConsoleOptions>): Layout {
  return { paint: pc.createColors(colour), width: Math.max(width ?? 80, 40), verbose }
}

/**
 * Renders a record for a terminal or a CI log, ending with a newline: the first violations in full, then a
 * summary. Control characters are escaped.
 */
export function renderConsole(view: RunView, options: ConsoleOptions): string {
  const layout = layoutFor(options)
  const lines = options.quiet ? quiet(view, layout) : full(view, layout)
  return `${lines.join('\n')}\n`
}

/** What a sandbox saw of its clients: what they did wrong, and what they asked. */
export function renderClients({ lists, record }: RunView, colour: boolean, width: number): string {
  const layout = layoutFor({ colour, width })
  const shown = lists.filter(({ id }) => id === 'clients' || id === 'traffic')
  const notes = record.settings.warnings.flatMap((warning) => labelled('note', capital(warning), layout))
  return `\n${[...shown.flatMap((list) => listed(list, layout)), ...notes].join('\n')}\n`
}

function full(view: RunView, layout: Layout): string[] {
  const lists = view.lists.filter(({ kind }) => layout.verbose || kind === 'found')
  return [
    ...violations(view, layout),
    ...lists.flatMap((list) => [...listed(list, layout), '']),
    ...summary(view, layout),
  ]
}

/** The first blocks in full, all of them with `--verbose`: required, expected, received, curl. */
function violations({ blocks }: RunView, layout: Layout): string[] {
  const shown = layout.verbose ? blocks : blocks.slice(0, FEW)
  const rest = blocks.length - shown.length
  return [
    ...shown.flatMap((block) => [...violation(block, layout), ...others(block, layout), '']),
    ...(rest === 0 ? [] : [`… and ${count(rest, 'more block')} in index.html, and with --verbose`, '']),
  ]
}

/** What is the same in other requirements: their ids, or all of it with `--verbose`. */
function others({ others: rows }: Block, layout: Layout): string[] {
  if (layout.verbose) return rows.flatMap((row) => ['', ...violation(row, layout)])
  return labelled('the same', rows.map(({ id }) => id).join(', '), layout)
}

function violation(row: RuleRow, layout: Layout): string[] {
  const { paint, verbose } = layout
  const { id, outcome, evidence, places } = row
  const { text, strength, severity, part, endpoint } = row.result
  const harm = severity === 'critical' ? 'critical · ' : ''
  const sign = outcome === 'unexpected-pass' ? '✓' : '✗'
  const line = ({ label, text: said, isCommand }: Line): string[] =>
    (isCommand ? commandLine : labelled)(label, said, layout)
  const [first, ...more] = evidence
  const elsewhere = places.filter((where) => where !== first?.finding.where)
  return [
    `${paint.red(paint.bold(`${sign} ${id}`))}  ${paint.dim(`${harm}${strength} · part ${part} · ${endpointName(endpoint)}`)}`,
    ...[{ label: 'required', text }, ...groundsOf(row)].flatMap(line),
    ...(first === undefined ? [] : linesOf(first).flatMap(line)),
    ...(verbose
      ? more.flatMap((one) => ['', ...linesOf(one).flatMap(line)])
      : labelled('also at', few(elsewhere), layout)),
  ]
}

function quiet(view: RunView, layout: Layout): string[] {
  const { red } = layout.paint
  return [
    ...view.violated.map(
      ({ id, result, message }) => `${red(`✗ ${id}`)}  ${visible(`${result.text} ${capital(message)}`)}`,
    ),
    // On one line, for those who read it with a script.
    verdictLine(view, { ...layout, width: Infinity }),
  ]
}

const SIGNS: Readonly<Partial<Record<Outcome, string>>> = { passed: '✓', failed: '✗', error: '!' }

export function listed({ title, figure, items }: List, { paint, width }: Layout): string[] {
  const indented = (text: string, blanks: number): string[] =>
    wrap(visible(text), width - blanks).map((line) => ' '.repeat(blanks) + line)
  return [
    paint.bold(`${title}: ${visible(figure)}`),
    ...items.flatMap(({ outcome, id, text, ids = [], seen = [] }) => [
      ...indented([outcome && (SIGNS[outcome] ?? '·'), id, text].filter(Boolean).join(' '), 2),
      ...(ids.length === 0 ? [] : indented(ids.join(', '), 4).map(paint.dim)),
      ...seen.flatMap((one) => indented(one, 4)),
    ]),
  ]
}

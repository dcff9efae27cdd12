import pc from 'picocolors'
import { type Layout, wrap } from './layout.ts'
import type { RunView } from '../view/view.ts'
import { visible } from '../../../engine/util/text.ts'
import { summary, verdictLine } from './summary.ts'
import { violations } from './violations.ts'
import type { List } from '../view/lists.ts'
import type { Outcome } from '../outcome.ts'
import { capital } from '../wording.ts'

export interface ConsoleOptions {
  readonly colour: boolean
  /** Everything in full: all findings, all reasons, all open points. */
  readonly verbose: boolean
  /** The verdict and one line for each violated requirement. */
  readonly quiet: boolean
  /** Columns of the terminal. */
  readonly width: number
}

/**
 * Renders a record for a terminal or a CI log, ending with a newline: the first violations in full, then a
 * summary. Control characters are escaped.
 */
export function renderConsole(view: RunView, options: ConsoleOptions): string {
  const layout: Layout = {
    paint: pc.createColors(options.colour),
    width: Math.max(options.width, 40),
    verbose: options.verbose,
  }
  const lines = options.quiet ? quiet(view, layout) : full(view, layout)
  return `${lines.join('\n')}\n`
}

/** What a sandbox saw of its clients: what they did wrong, and what they asked. */
export function renderClients({ lists }: RunView, colour: boolean, width: number): string {
  const layout = { paint: pc.createColors(colour), width, verbose: false }
  const shown = lists.filter(({ id }) => id === 'clients' || id === 'traffic')
  return `\n${shown.flatMap((list) => listed(list, layout)).join('\n')}\n`
}

function full(view: RunView, layout: Layout): string[] {
  const lists = view.lists.filter(({ kind }) => layout.verbose || kind === 'found')
  return [
    ...violations(view, layout),
    ...lists.flatMap((list) => [...listed(list, layout), '']),
    ...summary(view, layout),
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

function listed({ title, figure, items }: List, { paint, width }: Layout): string[] {
  const indented = (text: string, blanks: number): string[] =>
    wrap(visible(text), width - blanks).map((line) => ' '.repeat(blanks) + line)
  return [
    paint.bold(`${title}: ${visible(figure)}`),
    ...items.flatMap(({ outcome, id, text, ids = [], seen = [] }) => [
      ...indented([outcome && (SIGNS[outcome] ?? '·'), id, text].filter(Boolean).join(' '), 2),
      ...(ids.length === 0 ? [] : indented(ids.join(', '), 4).map(paint.dim)),
      ...seen.flatMap((one) => indented(one.text, 4)),
    ]),
  ]
}

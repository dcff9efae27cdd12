import pc from 'picocolors'
import { few } from '../../../engine/util/bounds.ts'
import { present } from '../../../engine/util/collections.ts'
import { visible } from '../../../engine/util/text.ts'
import { groundsOf, type Line, linesOf } from '../view/account.ts'
import { alsoAt, type Block, MOST_BLOCKS, sameElsewhere, tagsOf } from '../view/blocks.ts'
import type { RuleRow } from '../view/rows.ts'
import { resultLine } from '../view/told.ts'
import type { RunView } from '../view/view.ts'
import { commandLine, labelled, type Layout, wrap } from './layout.ts'
import { summary, verdictLine } from './summary.ts'
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

/** The layout for a terminal. */
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

/** What a sandbox saw of its clients: their violations, and their requests. */
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

/** Every block once, the worst first, in three or four lines; with `--verbose` every block in full. */
function violations({ blocks, page = '--verbose' }: RunView, layout: Layout): string[] {
  const shown = layout.verbose ? blocks : blocks.slice(0, MOST_BLOCKS)
  const rest = blocks.slice(shown.length).map(({ id }) => id)
  return [
    ...shown.flatMap((block) => [...blockLines(block, layout), '']),
    ...(rest.length === 0 ? [] : [`… and ${rest.length} more: see ${page} (${few(rest)})`, '']),
  ]
}

function blockLines(block: Block, layout: Layout): string[] {
  const { verbose } = layout
  const { result, told, further, excuse, outcome } = block
  const facts = [told === undefined ? '' : resultLine(told), alsoAt(block)]
  const last = facts.filter((fact) => fact !== '').join('; ')
  const lines = [result.text, told?.sent ?? '', last, ...further, outcome === 'failed' ? '' : (excuse ?? '')]
  return [
    headOf(block, layout),
    ...lines.flatMap((text) => indented(text, layout)),
    ...(verbose ? inFull(block, layout) : []),
  ]
}

/** `✗ LEAD-01  major · part 4 · POST /leads · the same in LEAD-30, LEAD-21`. */
function headOf(block: Block, { paint }: Layout): string {
  const { id, outcome } = block
  const sign = outcome === 'unexpected-pass' ? '✓' : '✗'
  const [harm = '', ...others] = present(...tagsOf(block), sameElsewhere(block) || undefined)
  const shown = harm === 'critical' ? paint.red(harm) : paint.dim(harm)
  return `${paint.red(paint.bold(`${sign} ${id}`))}  ${shown}${paint.dim([' ', ...others].join(' · ').slice(1))}`
}

/** A block in full: its grounds, every finding with its curl command, and the same for its other rows. */
function inFull({ others, ...row }: Block, layout: Layout): string[] {
  const line = ({ label, text, isCommand }: Line): string[] =>
    (isCommand ? commandLine : labelled)(label, text, layout)
  const account = (one: RuleRow): string[] => [
    ...groundsOf(one).flatMap(line),
    ...one.evidence.flatMap((evidence) => ['', ...linesOf(evidence).flatMap(line)]),
  ]
  return [
    ...account(row),
    ...others.flatMap((one) => ['', `  ${one.id}  ${visible(one.result.text)}`, ...account(one)]),
  ]
}

function indented(text: string, { width }: Layout): string[] {
  return text === '' ? [] : wrap(visible(text), Math.max(width - 2, 20)).map((line) => `  ${line}`)
}

function quiet(view: RunView, layout: Layout): string[] {
  const { red } = layout.paint
  return [
    ...view.violated.map(
      ({ id, result, message }) => `${red(`✗ ${id}`)}  ${visible(`${result.text} ${capital(message)}`)}`,
    ),
    // One line, for readers that are scripts.
    verdictLine(view, { ...layout, width: Infinity }),
  ]
}

const SIGNS: Readonly<Partial<Record<Outcome, string>>> = { passed: '✓', failed: '✗', error: '!' }

export function listed({ title, figure, items }: List, { paint, width }: Layout): string[] {
  const inset = (text: string, blanks: number): string[] =>
    wrap(visible(text), width - blanks).map((line) => ' '.repeat(blanks) + line)
  return [
    paint.bold(`${title}: ${visible(figure)}`),
    ...items.flatMap(({ outcome, id, text, ids = [], seen = [] }) => [
      ...inset([outcome && (SIGNS[outcome] ?? '·'), id, text].filter(Boolean).join(' '), 2),
      ...(ids.length === 0 ? [] : inset(ids.join(', '), 4).map(paint.dim)),
      ...seen.flatMap((one) => inset(one, 4)),
    ]),
  ]
}

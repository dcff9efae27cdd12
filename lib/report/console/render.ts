import pc from 'picocolors'
import { type Layout, wrap } from './layout.ts'
import type { RunRecord } from '../record.ts'
import { type RunView, viewOf } from '../view/view.ts'
import { visible } from '../../util/text.ts'
import { summary, verdictLine } from './summary.ts'
import { violations } from './violations.ts'
import type { Verdict } from '../../judge/verdict.ts'
import { capital, caseInWords } from '../wording.ts'

export interface ConsoleOptions {
  readonly colour: boolean
  /** Everything in full: all findings, all reasons, all open points. */
  readonly verbose: boolean
  /** The verdict and one line for each violated requirement. */
  readonly quiet: boolean
  /** Columns of the terminal. */
  readonly width: number
  /** The folder of the reports, if it is not the default one: the commands to go on with name it. */
  readonly folder?: string
}

/**
 * Renders a record for a terminal or a CI log, ending with a newline: the violations in full, then a summary of at
 * most 24 lines. Control characters are escaped.
 */
export function renderConsole(record: RunRecord, options: ConsoleOptions): string {
  const view = viewOf(record, options.folder)
  const layout: Layout = {
    paint: pc.createColors(options.colour),
    width: Math.max(options.width, 40),
    verbose: options.verbose,
  }
  const lines = options.quiet ? quiet(view, layout) : full(view, layout)
  return `${lines.join('\n')}\n`
}

function full(view: RunView, layout: Layout): string[] {
  return [
    ...violations(view, layout),
    ...excused(view, layout),
    ...ownCases(view, layout),
    ...(layout.verbose ? [...unjudged(view, layout), ...observed(view, layout)] : []),
    ...summary(view, layout),
  ]
}

function quiet(view: RunView, layout: Layout): string[] {
  const { red } = layout.paint
  return [
    ...view.causes.map(
      ({ id, result, brief }) => `${red(`✗ ${id}`)}  ${visible(`${result.text} ${capital(brief)}`)}`,
    ),
    verdictLine(view, layout),
  ]
}

/** The requirements that were not judged, by reason. */
function unjudged({ coverage, record: { settings } }: RunView, { paint, width }: Layout): string[] {
  // What a selection left out is the rest of the catalogue.
  const kinds = coverage.unjudged.filter(
    ({ outcome }) => outcome !== 'disabled' || settings.selection === undefined,
  )
  return kinds.flatMap(({ title, reasons }) => [
    paint.bold(title),
    ...reasons.flatMap(({ reason, ids }) => [
      ...wrap(visible(reason), width - 7).map(
        (line, at) => `${at === 0 ? String(ids.length).padStart(5) : '     '}  ${line}`,
      ),
      ...wrap(ids.join(', '), width - 7).map((line) => `       ${paint.dim(line)}`),
    ]),
    '',
  ])
}

function excused({ excused: rows }: RunView, { paint, width }: Layout): string[] {
  if (rows.length === 0) return []
  const lines = rows.flatMap(({ id, excuse = '' }) => wrap(visible(`${id}  ${capital(excuse)}`), width - 2))
  return [paint.bold('Known failures'), ...lines.map((line) => `  ${line}`), '']
}

function observed({ openPoints }: RunView, { paint }: Layout): string[] {
  if (openPoints.length === 0) return []
  const seen = openPoints.filter(({ observations }) => observations.length > 0)
  return [
    paint.bold(`Open points: ${seen.length} of ${openPoints.length} observed, none of which can fail`),
    ...seen.flatMap(({ result, observations }) =>
      observations.map(({ text, previous }) => {
        const before = previous === undefined ? '' : ` (before: ${visible(previous)})`
        return `  ${paint.cyan(result.id)} ${visible(text)}${before}`
      }),
    ),
    '',
  ]
}

const SIGNS: Readonly<Partial<Record<Verdict, string>>> = { passed: '✓', failed: '✗', error: '!' }

function ownCases({ ownCases: own }: RunView, { paint }: Layout): string[] {
  if (own.length === 0) return []
  const lines = own.map((one) =>
    visible(`${SIGNS[one.verdict] ?? '·'} ${one.id}  ${one.title}: ${caseInWords(one)}`),
  )
  return [paint.bold('Own cases'), ...lines.map((line) => `  ${line}`), '']
}

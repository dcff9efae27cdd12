import pc from 'picocolors'
import { type Layout, wrap } from './layout.ts'
import type { RunRecord } from '../record.ts'
import { visible } from '../../util/text.ts'
import { causesOf, placesOf, receivedOf } from '../summary.ts'
import { summary, verdictLine } from './summary.ts'
import { violations } from './violations.ts'
import { lookup } from '../evidence.ts'
import type { Verdict } from '../../judge/verdict.ts'
import { type Outcome, withOutcome } from '../outcome.ts'
import { byReason, openPoints, ownCases as ownCasesOf } from '../groups.ts'
import { caseInWords } from '../wording.ts'

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
 * Renders a record for a terminal or a CI log, ending with a newline: the violations in full, then a summary of at
 * most 24 lines. Control characters are escaped.
 */
export function renderConsole(record: RunRecord, options: ConsoleOptions): string {
  const layout: Layout = {
    paint: pc.createColors(options.colour),
    width: Math.max(options.width, 40),
    verbose: options.verbose,
  }
  const lines = options.quiet ? quiet(record, layout) : full(record, layout)
  return `${lines.join('\n')}\n`
}

function full(record: RunRecord, layout: Layout): string[] {
  const find = lookup(record)
  return [
    ...violations(record, find, layout),
    ...knownFailures(record, layout),
    ...ownCases(record, layout),
    ...(layout.verbose ? [...notExercised(record, layout), ...observed(record, layout)] : []),
    ...summary(record, layout),
  ]
}

function quiet(record: RunRecord, layout: Layout): string[] {
  return [
    ...causesOf(record).map(
      (cause) =>
        `${layout.paint.red(`✗ ${cause.row.id}`)}  ${visible(`${placesOf(cause)}: ${cause.row.text} Received: ${receivedOf(cause)}`)}`,
    ),
    verdictLine(record, layout),
  ]
}

/** The requirements that were not exercised, grouped by reason. */
export function notExercised(record: RunRecord, layout: Layout): string[] {
  const kinds: readonly (readonly [Outcome, string])[] = [
    ['error', 'Errors'],
    ['inconclusive', 'Inconclusive'],
    ['not-applicable', 'Not applicable'],
    ['disabled', 'Disabled'],
  ]
  return kinds.flatMap(([outcome, title]) => {
    const groups = byReason(record, outcome)
    if (groups.length === 0) return []
    return [
      layout.paint.bold(title),
      ...groups.flatMap(({ reason, requirements }) => {
        const lines = wrap(visible(reason), Math.max(layout.width - 8, 30))
        return [
          ...lines.map(
            (line, at) => `${at === 0 ? String(requirements.length).padStart(5) : '     '}  ${line}`,
          ),
          `       ${layout.paint.dim(requirements.map(({ id }) => id).join(', '))}`,
        ]
      }),
      '',
    ]
  })
}

/** Known failures, one line each. */
export function knownFailures(record: RunRecord, layout: Layout): string[] {
  const rows = withOutcome(record, 'known-failure')
  if (rows.length === 0) return []
  const lines = rows.flatMap(({ id, known }) =>
    wrap(
      visible(`${id}  ${known?.reason ?? ''}${known?.until === undefined ? '' : ` (until ${known.until})`}`),
      100,
    ),
  )
  return [layout.paint.bold('Known failures'), ...lines.map((line) => `  ${line}`), '']
}

/** The observations on open points. */
export function observed(record: RunRecord, layout: Layout): string[] {
  const points = openPoints(record)
  const seen = points.filter(({ observations }) => observations.length > 0)
  if (points.length === 0) return []
  return [
    layout.paint.bold(`Open points: ${seen.length} of ${points.length} observed, none of which can fail`),
    ...seen.flatMap(({ requirement, observations }) =>
      observations.map(({ text, previous }) => {
        const before = previous === undefined ? '' : ` (before: ${visible(previous)})`
        return `  ${layout.paint.cyan(requirement.id)} ${visible(text)}${before}`
      }),
    ),
    '',
  ]
}

const SIGNS: Readonly<Partial<Record<Verdict, string>>> = { passed: '✓', failed: '✗', error: '!' }

/** The cases that the operator brought, one line each. */
export function ownCases(record: RunRecord, layout: Layout): string[] {
  const own = ownCasesOf(record)
  if (own.length === 0) return []
  const lines = own.map((one) =>
    visible(`${SIGNS[one.verdict] ?? '·'} ${one.id}  ${one.title}: ${caseInWords(one)}`),
  )
  return [layout.paint.bold('Own cases'), ...lines.map((line) => `  ${line}`), '']
}

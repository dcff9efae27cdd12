import pc from 'picocolors'
import type { Layout } from './console/layout.ts'
import type { RunRecord } from './record.ts'
import { visible } from '../util/text.ts'
import { causesOf, placesOf, receivedOf } from './answer.ts'
import { answer, verdictLine } from './console/answer.ts'
import { knownFailures, notExercised, observed, ownCases } from './console/summary.ts'
import { violations } from './console/violations.ts'
import { lookup } from './lookup.ts'

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
 * Renders a record for a terminal or a CI log, ending with a newline: the violations in full, and at the end the answer, which fits a screen
 * of 24 lines. Control characters of the target are shown escaped.
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
    ...answer(record, layout),
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

import pc from 'picocolors'
import type { Layout } from './console/layout.ts'
import type { RunRecord } from './record.ts'
import { visible } from '../http/escape.ts'
import { knownFailures, notExercised, observed, spent, verdictLine } from './console/summary.ts'
import { violations } from './console/violations.ts'
import { lookup } from './lookup.ts'
import { FAILURES, withOutcome } from './outcome.ts'

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
 * Renders a record for a terminal or a CI log, ending with a newline: violations grouped by requirement, what was not
 * exercised and why, open points, what was spent and left, and the verdict with the exit code in words. A run without
 * violations fits one screen. Control characters of the target are shown escaped.
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
    ...notExercised(record, layout),
    ...spent(record, layout),
    ...observed(record, layout),
    '',
    verdictLine(record, layout),
  ]
}

function quiet(record: RunRecord, layout: Layout): string[] {
  const rows = withOutcome(record, ...FAILURES)
  return [
    ...rows.map((row) => {
      const { id, text, findings, known } = row
      const [first] = findings
      const seen =
        first !== undefined
          ? `${first.where}: received ${first.received}`
          : known?.unexpectedPass === true
            ? 'passed unexpectedly'
            : `excused until ${known?.until}, and not exercised`
      return `${layout.paint.red(`✗ ${id}`)}  ${visible(`${text} — ${seen}`)}`
    }),
    verdictLine(record, layout),
  ]
}

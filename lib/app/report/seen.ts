import { endpointName, OUTCOME_WORDS } from './wording.ts'
import { recordedLines } from './example.ts'
import type { RunRecord } from './record.ts'
import type { ShownLine } from './view/body.ts'
import { sameElsewhere } from './view/blocks.ts'
import type { Evidence } from './view/evidence.ts'
import type { RuleRow } from './view/rows.ts'
import { resultLine, toldOf, writesBefore } from './view/told.ts'
import { type RunView, viewOf } from './view/view.ts'
import { present } from '../../engine/util/collections.ts'

/** A run's findings on one requirement, for a reader who has neither the tool nor a key. */
export interface SeenViolation {
  /** When the run started: ISO 8601, UTC. */
  readonly startedAt: string
  readonly target: string
  /** `violated`, `passed`, `inconclusive: needs a second key`. */
  readonly outcome: string
  /**
   * The request and its answer, the expected and received values, and further places, a line each; empty if
   * the requirement is not violated.
   */
  readonly lines: readonly string[]
  /** The write before a read, then the exchange that decides. */
  readonly exchanges: readonly SeenExchange[]
}

/** An exchange with the command that repeats it. */
export interface SeenExchange {
  readonly lines: readonly ShownLine[]
  readonly curl: string
}

/** A run's findings on a requirement; undefined if its record does not have it. */
export function violationIn(record: RunRecord, id: string): SeenViolation | undefined {
  const view = viewOf(record)
  const row = view.all.find((one) => one.id === id)
  if (row === undefined) return undefined
  const [first] = row.evidence
  return {
    startedAt: record.startedAt,
    target: view.target,
    outcome: outcomeInWords(row),
    lines: first === undefined ? [] : linesOn(first, row, view),
    exchanges: first === undefined ? [] : exchangesOf(first),
  }
}

function outcomeInWords({ outcome, excuse, result: { reason } }: RuleRow): string {
  const why = reason !== undefined && outcome !== 'failed' ? `: ${reason}` : ''
  return excuse ?? `${OUTCOME_WORDS[outcome]}${why}`
}

function linesOn(first: Evidence, { id, result, evidence }: RuleRow, view: RunView): readonly string[] {
  const told = toldOf(first, evidence)
  const block = view.blocks.find((one) => one.id === id)
  const sameAs = view.sameAs.get(id)
  const lines = [
    told.sent === '' ? endpointName(result.endpoint) : told.sent,
    resultLine(told),
    sameAs === undefined ? '' : `the same as ${sameAs}`,
    block === undefined ? '' : sameElsewhere(block),
  ]
  return lines.filter((line) => line !== '')
}

function exchangesOf(first: Evidence): readonly SeenExchange[] {
  const [write, ...others] = writesBefore(first)
  const [decisive] = first.exchanges
  // Of several writes, none alone explains the read.
  const shown = present(others.length === 0 && write, decisive)
  return shown.map((one) => ({
    lines: recordedLines(one, one === decisive ? first.finding : {}),
    curl: one.curl,
  }))
}

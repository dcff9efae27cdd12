import type { CaseOutcome } from '../../engine/case/outcome.ts'
import type { RunRecord } from './record.ts'
import { type RunView, viewOf } from './view/view.ts'
import { endpointName } from './wording.ts'
import { few } from '../../engine/util/bounds.ts'

/** The version of the lines that `run --json` prints: raised by a change that readers must know. */
const VERSION = 1

/** The line of a run that begins. */
export function startLine(run: {
  readonly target: string
  readonly profile: string
  readonly seed: number
  readonly toolVersion: string
}): string {
  return line('start', run)
}

/** The line of a case that has ended. What it received stands in run.json alone. */
export function caseLine({ definition, verdict, findings, requests, durationMs }: CaseOutcome): string {
  const { id, title, requirements } = definition
  const violated = [...new Set(findings.map(({ requirement }) => requirement))]
  return line('case', {
    id,
    title,
    requirements,
    verdict,
    violated,
    requests,
    durationMs: Math.round(durationMs),
  })
}

/**
 * The last line of a run: its verdict, and the violations, the most serious first.
 *
 * @param reports - the folder of the reports
 */
export function verdictLine(record: RunRecord, reports: string, view: RunView = viewOf(record)): string {
  const { coverage, blocks, violations, left, headline, next } = view
  const { exercised, applicable } = coverage
  return line('verdict', {
    verdict: record.verdict,
    exitCode: record.exitCode,
    headline,
    problem: record.problem,
    violations,
    blocks: blocks.map(({ id, outcome, result, places, evidence: [first], others }) => ({
      id,
      outcome,
      severity: result.severity,
      text: result.text,
      where: few(places) || endpointName(result.endpoint),
      expected: first?.expected,
      received: first?.received,
      others: others.map((one) => one.id),
    })),
    exercised,
    applicable,
    requests: record.requests,
    durationMs: record.durationMs,
    leftBehind: left,
    next,
    reports,
  })
}

function line(event: string, content: object): string {
  return `${JSON.stringify({ version: VERSION, event, ...content })}\n`
}

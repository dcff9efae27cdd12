import { programIn } from './commands.ts'
import { type Evidence, evidenceOf, type Lookup } from './evidence.ts'
import type { RequirementResult, RunRecord } from '../record.ts'
import { toldLine } from './told.ts'
import { dayOf, type Outcome, outcomeOf } from '../outcome.ts'
import { few } from '../../../engine/util/bounds.ts'

/** A requirement with all details that reports show. */
export interface RuleRow {
  readonly id: string
  readonly result: RequirementResult
  readonly outcome: Outcome
  /**
   * Its findings, the most telling first: wrongly successful answers, then those of the plainest requests.
   */
  readonly evidence: readonly Evidence[]
  /** Operations where it was violated. */
  readonly places: readonly string[]
  /**
   * The excuse in the known-failures file, as a clause: `is a known failure until 2026-12-31: renamed soon`.
   */
  readonly excuse?: string
  /** Its first finding in one line, and the number of others; or the {@link excuse}. */
  readonly message: string
  /** The source of the case that shows or verifies it. */
  readonly position?: { readonly file: string; readonly line?: number }
  /** The command for the program. */
  readonly program: string
}

/** The rows of a record, in catalogue order, open points included. */
export function rowsOf(record: RunRecord, find: Lookup): RuleRow[] {
  const day = dayOf(record)
  const program = programIn(record)
  return record.requirements.map((result) => ({ ...rowOf(result, outcomeOf(result, day), find), program }))
}

function rowOf(result: RequirementResult, outcome: Outcome, find: Lookup): Omit<RuleRow, 'program'> {
  const { id, findings } = result
  const evidence = findings.map((finding) => evidenceOf(find, finding))
  const places = [...new Set(evidence.map(({ finding }) => finding.where))]
  const [first] = evidence
  const excuse = excuseInWords(result, outcome)
  return {
    id,
    result,
    outcome,
    evidence,
    places,
    excuse,
    message: first === undefined ? (excuse ?? '') : failureMessage(evidence, evidence),
    position: positionIn(result, first, find),
  }
}

/** The first of some findings in one line, and the number of others; see {@link toldLine}. */
export function failureMessage([first, ...more]: readonly Evidence[], alike: readonly Evidence[]): string {
  if (first === undefined) return ''
  return `${toldLine(first, alike)}${more.length === 0 ? '' : ` (and ${more.length} more)`}`
}

/** The entry of the known-failures file for a requirement, and its effect. */
function excuseInWords({ known }: RequirementResult, outcome: Outcome): string | undefined {
  if (known === undefined) return undefined
  const link = known.link === undefined ? '' : `, ${known.link}`
  const until = known.until === undefined ? '' : ` until ${known.until}`
  const at = known.places === undefined ? '' : ` at ${few(known.places)}`
  const listed = `a known failure${until}: ${known.reason}${link}`
  switch (outcome) {
    case 'unexpected-pass':
      return `passes now${at}: remove it from the known failures; it is listed as ${listed}`
    case 'failed':
      return `is not excused by ${listed}`
    default:
      return `is ${listed}`
  }
}

function positionIn(
  { cases }: RequirementResult,
  first: Evidence | undefined,
  find: Lookup,
): RuleRow['position'] {
  for (const id of [first?.finding.case ?? '', ...cases]) {
    const { file, line } = find.case(id) ?? {}
    if (file !== undefined) return { file, line }
  }
  return undefined
}

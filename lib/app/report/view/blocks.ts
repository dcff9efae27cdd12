import { THEMES } from '../../../engine/judge/requirement.ts'
import { FEW } from '../../../engine/util/bounds.ts'
import { count } from '../../../engine/util/text.ts'
import { FAILURES } from '../outcome.ts'
import type { RuleRow } from './rows.ts'

/** One symptom of a failed run: the violation that leads, and those that are the same. */
export interface Block extends RuleRow {
  /** Further requirements that the same answers violate, or the same law at other operations. */
  readonly others: readonly RuleRow[]
}

const SEVERITIES = ['critical', 'major', 'minor'] as const

/**
 * What makes a run fail, one block for each symptom, in the order in which to read them: from what a plain valid request
 * gets outwards; within a theme the most severe first, then `must` before `derived`, and the rules of operations in their
 * order before those of all.
 *
 * Two rows are one symptom where one law is broken at several operations (their texts are equal), or where every
 * finding of one is, word for word, a finding of the other. Nothing is guessed: the same was expected, and the same
 * received. What is critical stands behind nothing that is not.
 */
export function blocksOf(rows: readonly RuleRow[], operations: readonly string[]): Block[] {
  const placeOf = ({ result: { endpoint } }: RuleRow): number =>
    operations.includes(endpoint) ? operations.indexOf(endpoint) : operations.length
  const failing = rows
    .filter(({ outcome }) => FAILURES.some((one) => one === outcome))
    .toSorted(
      (a, b) =>
        themeRank(a) - themeRank(b) ||
        severityRank(a) - severityRank(b) ||
        Number(b.result.strength === 'must') - Number(a.result.strength === 'must') ||
        placeOf(a) - placeOf(b),
    )
  const blocks: { readonly lead: RuleRow; readonly others: RuleRow[]; readonly symptoms: Set<string> }[] = []
  for (const row of failing) {
    const symptoms = symptomsOf(row)
    const known = blocks.find(
      ({ lead, symptoms: shown }) =>
        isCritical(lead) === isCritical(row) &&
        (lead.result.text === row.result.text ||
          (symptoms.length > 0 && symptoms.every((symptom) => shown.has(symptom)))),
    )
    if (known === undefined) blocks.push({ lead: row, others: [], symptoms: new Set(symptoms) })
    else {
      known.others.push(row)
      for (const symptom of symptoms) known.symptoms.add(symptom)
    }
  }
  return blocks.map(({ lead, others }) => ({ ...lead, others }))
}

/** What is the same elsewhere: `the same in LEAD-22`, `the same in 23 others`; empty if nothing is. */
export function sameElsewhere({ others }: Block): string {
  if (others.length === 0) return ''
  const ids = others.map(({ id }) => id)
  return `the same in ${ids.length > FEW ? count(ids.length, 'other') : ids.join(', ')}`
}

/** What was expected and received, and where. */
function symptomsOf({ evidence }: RuleRow): string[] {
  return evidence.map(({ finding: { where, expected, received } }) =>
    JSON.stringify([where, expected, received]),
  )
}

function isCritical({ result }: RuleRow): boolean {
  return result.severity === 'critical'
}

function themeRank({ result: { theme } }: RuleRow): number {
  return theme === undefined ? THEMES.length : THEMES.indexOf(theme)
}

/** 0 for the most severe. */
function severityRank({ result: { severity = 'major' } }: RuleRow): number {
  return SEVERITIES.indexOf(severity)
}

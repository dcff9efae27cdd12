import type { KeyLabel } from '../http/exchange.ts'
import type { Outcome, Totals } from './outcome.ts'
import type { CaseResult, Observation, RequirementResult, RunRecord } from './record.ts'
import { dayOf, totalsOf, withOutcome } from './outcome.ts'
import { partsOf } from './parts.ts'
import { thousands } from '../util/text.ts'
import { groupBy } from '../util/collections.ts'

/** Requirements that could not be exercised for one and the same reason. */
export interface ReasonGroup {
  readonly reason: string
  readonly requirements: readonly RequirementResult[]
}

/** Groups requirements with the given outcomes by their reason, the largest group first. */
export function byReason(record: RunRecord, ...outcomes: readonly Outcome[]): ReasonGroup[] {
  const groups = groupBy(withOutcome(record, ...outcomes), ({ reason }) => reason ?? 'no reason is recorded')
  return [...groups]
    .map(([reason, requirements]) => ({ reason, requirements }))
    .toSorted((a, b) => b.requirements.length - a.requirements.length)
}

/** Figures of each part that has requirements, in order. */
export function byPart(record: RunRecord): { readonly part: number; readonly totals: Totals }[] {
  const day = dayOf(record)
  return partsOf(record)
    .map((part) => ({
      part,
      totals: totalsOf(
        record.requirements.filter((requirement) => requirement.part === part),
        day,
      ),
    }))
    .filter(({ totals }) => totals.tests > 0)
}

/** An open point with what was observed on it; no observation: the run did not come across it. */
export interface OpenPoint {
  readonly requirement: RequirementResult
  readonly observations: readonly Observation[]
}

/** Every open point of the record, in catalogue order. */
export function openPoints(record: RunRecord): OpenPoint[] {
  return record.requirements
    .filter((requirement) => requirement.strength === 'open')
    .map((requirement) => ({
      requirement,
      observations: record.observations.filter((observation) => observation.requirement === requirement.id),
    }))
}

/** The cases that the operator brought, in their order. */
export function ownCases({ cases }: RunRecord): readonly CaseResult[] {
  return cases.filter(({ own }) => own === true)
}

/** What came of a case, in words: `passed`, `inconclusive: needs an imported lead`. */
export function caseInWords({ verdict, reason }: CaseResult): string {
  return reason === undefined ? verdict : `${verdict}: ${reason}`
}

const VERDICT_WORDS: Readonly<Record<RunRecord['verdict'], string>> = {
  passed: 'Passed',
  failed: 'Failed',
  incomplete: 'Incomplete',
  error: 'Error',
}

/** The run's verdict as a heading: `Failed`. */
export function verdictWord(record: RunRecord): string {
  return VERDICT_WORDS[record.verdict]
}

const KEY_WORDS: readonly (readonly [KeyLabel, string])[] = [
  ['main', 'on the key under test'],
  ['other', 'on the second key'],
  ['exhaustible', 'on the exhaustible key'],
  ['none', 'without a key'],
  ['invalid', 'with an invalid key'],
]

/** Whose key spent how much, e.g. `281 on the key under test, 31 on the second key`. */
export function spentByKey(record: RunRecord): string {
  return KEY_WORDS.map(([key, words]) => [record.requests.byKey[key] ?? 0, words] as const)
    .filter(([requests]) => requests > 0)
    .map(([requests, words]) => `${thousands(requests)} ${words}`)
    .join(', ')
}

/** Figures of outcomes in words, zeros left out: `2 failed, 1 known failure, 181 passed`. */
export function figures(totals: Totals): string {
  const words: readonly (readonly [Outcome, string, string])[] = [
    ['failed', 'failed', 'failed'],
    ['unexpected-pass', 'unexpected pass', 'unexpected passes'],
    ['expired-excuse', 'expired excuse', 'expired excuses'],
    ['error', 'error', 'errors'],
    ['known-failure', 'known failure', 'known failures'],
    ['inconclusive', 'inconclusive', 'inconclusive'],
    ['not-applicable', 'not applicable', 'not applicable'],
    ['disabled', 'disabled', 'disabled'],
    ['passed', 'passed', 'passed'],
  ]
  const shown = words.filter(([outcome]) => totals.by[outcome] > 0)
  if (shown.length === 0) return 'nothing was judged'
  return shown
    .map(([outcome, one, many]) => `${totals.by[outcome]} ${totals.by[outcome] === 1 ? one : many}`)
    .join(', ')
}

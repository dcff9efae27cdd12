import type { Outcome, Totals } from './outcome.ts'
import type { CaseResult, Observation, RequirementResult, RunRecord } from './record.ts'
import { dayOf, totalsOf, withOutcome } from './outcome.ts'
import { partsOf } from './wording.ts'
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

/** An open point with its observations; none if the run did not observe it. */
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

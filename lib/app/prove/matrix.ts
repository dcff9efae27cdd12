import type { Strength } from '../../engine/judge/requirement.ts'

/** A violation in one line, as a proof reports it. */
export interface ShownFinding {
  readonly requirement: string
  readonly where: string
  readonly expected: string
  readonly received: string
}

/** The result of one mutant. */
export interface MutantResult {
  readonly id: string
  readonly breaks: readonly string[]
  readonly how: string
  /** A finding on the first requirement that the mutant breaks; absent if the mutant survived. */
  readonly kill?: ShownFinding
  /** The requirements that it breaks, and nothing was found on: empty if it did not survive. */
  readonly missed: readonly string[]
  /** Every requirement that it violates. */
  readonly violated: readonly string[]
  /** Why the mutant was not judged, and faults of the tool. */
  readonly problems: readonly string[]
  readonly durationMs: number
}

/** The result of one variant, or of several together that raise an alarm which none of them raises alone. */
export interface VariantResult {
  readonly id: string
  readonly part: number
  readonly why: string
  /** False alarms. Must be empty. */
  readonly alarms: readonly ShownFinding[]
  readonly problems: readonly string[]
  readonly durationMs: number
}

/** A requirement and the mutants that break it. */
export interface RequirementRow {
  readonly id: string
  readonly part: number
  readonly endpoint: string
  readonly strength: Strength
  readonly text: string
  readonly killed: readonly string[]
  readonly survived: readonly string[]
}

/** The proof of the judge: which seeded faults it finds, and which freedoms it accepts. */
export interface KillMatrix {
  readonly schemaVersion: 5
  readonly seed: number
  readonly durationMs: number
  readonly requirements: readonly RequirementRow[]
  readonly mutants: readonly MutantResult[]
  readonly variants: readonly VariantResult[]
}

/** Whether a variant, which is legitimate, was not taken for that. */
export function isAlarm({ alarms, problems }: VariantResult): boolean {
  return alarms.length > 0 || problems.length > 0
}

/** Why a proof does not hold; all lists are empty if it does. */
export interface Shortcomings {
  readonly survived: readonly MutantResult[]
  readonly alarms: readonly VariantResult[]
  readonly withoutMutant: readonly RequirementRow[]
}

/** The shortcomings of a kill matrix. */
export function shortcomings(matrix: KillMatrix): Shortcomings {
  const rows = matrix.requirements
  return {
    survived: matrix.mutants.filter(({ kill }) => kill === undefined),
    alarms: matrix.variants.filter(isAlarm),
    withoutMutant: rows.filter(({ killed, survived }) => killed.length + survived.length === 0),
  }
}

/**
 * Whether a proof holds: every mutant is killed on its own requirement, no variant raises an alarm, and every
 * requirement has a mutant.
 */
export function stands(matrix: KillMatrix): boolean {
  return Object.values(shortcomings(matrix)).every((list) => list.length === 0)
}

import type { Strength } from '../judge/requirement.ts'
import type { Verdict } from '../judge/verdict.ts'

/** A violation in one line, as a proof reports it. */
export interface ShownFinding {
  readonly requirement: string
  readonly where: string
  readonly expected: string
  readonly received: string
  /** It follows from another violation of the run. */
  readonly follows?: true
}

/** The result of one mutant. */
export interface MutantResult {
  readonly id: string
  readonly breaks: string
  readonly how: string
  /** A finding on the requirement that the mutant breaks; absent if the mutant survived. */
  readonly kill?: ShownFinding
  /** A standard run did not find it; this is the result of a run with the full profile. */
  readonly profile?: 'full'
  /** Findings on requirements that the mutant declares in `alsoBreaks`. */
  readonly declared: readonly ShownFinding[]
  /** Findings on requirements that the mutant does not declare. */
  readonly undeclared: readonly ShownFinding[]
  /** All that it violates: each requirement, with those that the violation follows from. */
  readonly violated: Violated
  /** Why the mutant was not judged, and faults of the tool. */
  readonly problems: readonly string[]
  readonly durationMs: number
}

/** Violated requirements, each with the requirements that its violation probably follows from. */
export type Violated = Readonly<Record<string, readonly string[]>>

/** The result of one variant, or of several freedoms combined. */
export interface VariantResult {
  readonly id: string
  readonly part: number
  readonly why: string
  /** False alarms. Must be empty. */
  readonly alarms: readonly ShownFinding[]
  readonly problems: readonly string[]
  readonly durationMs: number
}

/** The result of several faults combined, or of one fault combined with a freedom. */
export interface PairResult {
  readonly id: string
  /** Requirements that a fault violates alone and the combination does not. Must be empty. */
  readonly hidden: readonly {
    readonly requirement: string
    /** The fault that violates it alone. */
    readonly mutant: string
    /** The verdict on the combination instead. */
    readonly verdict: string
  }[]
  readonly problems: readonly string[]
  readonly durationMs: number
}

/** The result of a target that gives every request the same answer. */
export interface NullResult {
  readonly id: string
  readonly how: string
  /** Requirements that passed although such a target cannot meet them. */
  readonly wronglyPassed: readonly string[]
  readonly passed: readonly string[]
  readonly failed: readonly string[]
  readonly problem?: string
  readonly durationMs: number
}

/** The verdicts of one repetition. For a workspace in use, only the verdicts that must not occur. */
export interface RepetitionResult {
  readonly number: number
  readonly busy: boolean
  readonly verdicts: Readonly<Record<string, Verdict>>
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
  /** Whether at least one mutant is killed by this requirement alone. */
  readonly alone: boolean
}

/** Repetitions with other verdicts than the first one. */
export interface DeterminismResult {
  readonly repetitions: number
  readonly differences: readonly {
    readonly repetition: string
    readonly requirement: string
    readonly verdict: string
    readonly usual: string
  }[]
  readonly durationMs: number
}

/** The proof of the judge: which seeded faults it finds, and which freedoms it accepts. */
export interface KillMatrix {
  readonly schemaVersion: 1
  readonly seed: number
  readonly durationMs: number
  readonly requirements: readonly RequirementRow[]
  readonly mutants: readonly MutantResult[]
  readonly variants: readonly VariantResult[]
  readonly combinations: readonly VariantResult[]
  readonly pairs: readonly PairResult[]
  readonly nulls: readonly NullResult[]
  readonly determinism?: DeterminismResult
}

/** Why a proof does not hold; all lists are empty if it does, except the two that are listed only. */
export interface Shortcomings {
  readonly survived: readonly MutantResult[]
  readonly undeclared: readonly MutantResult[]
  /** Mutants killed only by a run with the full profile. Listed; the proof holds nevertheless. */
  readonly fullOnly: readonly MutantResult[]
  readonly alarms: readonly VariantResult[]
  /** Faults that hide one another. */
  readonly hiding: readonly PairResult[]
  readonly wronglyPassed: readonly NullResult[]
  readonly withoutMutant: readonly RequirementRow[]
  /** Requirements that no mutant violates alone. Listed; the proof holds nevertheless. */
  readonly notAlone: readonly RequirementRow[]
  readonly unsteady: DeterminismResult['differences']
}

/** The shortcomings of a kill matrix. */
export function shortcomings(matrix: KillMatrix): Shortcomings {
  const rows = matrix.requirements
  return {
    survived: matrix.mutants.filter(({ kill }) => kill === undefined),
    undeclared: matrix.mutants.filter(({ undeclared }) => undeclared.length > 0),
    fullOnly: matrix.mutants.filter(({ kill, profile }) => kill !== undefined && profile === 'full'),
    alarms: [...matrix.variants, ...matrix.combinations].filter(
      ({ alarms, problems }) => alarms.length > 0 || problems.length > 0,
    ),
    hiding: matrix.pairs.filter(({ hidden, problems }) => hidden.length > 0 || problems.length > 0),
    wronglyPassed: matrix.nulls.filter(({ wronglyPassed }) => wronglyPassed.length > 0),
    withoutMutant: rows.filter(({ killed, survived }) => killed.length + survived.length === 0),
    notAlone: rows.filter(({ killed, alone }) => killed.length > 0 && !alone),
    unsteady: matrix.determinism?.differences ?? [],
  }
}

/**
 * Whether a proof holds: every mutant is killed on its own requirement, no variant raises an alarm, and every
 * requirement has a mutant.
 */
export function stands(matrix: KillMatrix): boolean {
  const { notAlone: _alone, fullOnly: _full, ...faults } = shortcomings(matrix)
  return Object.values(faults).every((list) => list.length === 0)
}

import type { Strength } from '../judge/requirement.ts'
import type { Verdict } from '../judge/verdict.ts'

/** A violation in one line, as a proof tells it. */
export interface ShownFinding {
  readonly requirement: string
  readonly where: string
  readonly expected: string
  readonly received: string
  /** It follows from another violation of the run. */
  readonly follows?: true
}

/** What became of one mutant. */
export interface MutantResult {
  readonly id: string
  readonly breaks: string
  readonly how: string
  /** A finding on the requirement that it breaks; absent where it survived. */
  readonly kill?: ShownFinding
  /** A standard run did not find it, so this is what a run of the full profile said. */
  readonly profile?: 'full'
  /** Findings on requirements that it names in `alsoBreaks`. */
  readonly declared: readonly ShownFinding[]
  /** Findings on requirements that it does not name. */
  readonly undeclared: readonly ShownFinding[]
  /** All that it violates: each requirement, with those that the violation follows from. */
  readonly violated: Violated
  /** Why it was not judged, and faults of the tool. */
  readonly problems: readonly string[]
  readonly durationMs: number
}

/** Violated requirements, each with the requirements that its violation probably follows from. */
export type Violated = Readonly<Record<string, readonly string[]>>

/** What became of one variant, or of several freedoms used at once. */
export interface VariantResult {
  readonly id: string
  readonly part: number
  readonly why: string
  /** Findings: none may be there. */
  readonly alarms: readonly ShownFinding[]
  readonly problems: readonly string[]
  readonly durationMs: number
}

/** What became of several faults at once, or of one beside a freedom. */
export interface PairResult {
  readonly id: string
  /** Violated by a fault alone, and not where they come together: none may be there. */
  readonly hidden: readonly {
    readonly requirement: string
    /** The fault that violates it alone. */
    readonly mutant: string
    /** What was said of it instead. */
    readonly verdict: string
  }[]
  readonly problems: readonly string[]
  readonly durationMs: number
}

/** What the cases said of a target that answers everything alike. */
export interface NullResult {
  readonly id: string
  readonly how: string
  /** Requirements that were passed and must not be. */
  readonly wronglyPassed: readonly string[]
  readonly passed: readonly string[]
  readonly failed: readonly string[]
  readonly problem?: string
  readonly durationMs: number
}

/** What one repetition said of the requirements; of a workspace in use only what it must not say. */
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
  /** Whether some mutant is killed by this requirement and by no other. */
  readonly alone: boolean
}

/** Repetitions that did not give what the first one gave. */
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

/** The proof that the judge is right: which seeded faults it finds, and which freedoms it leaves alone. */
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

/** What keeps a proof from standing; empty lists where it stands. */
export interface Shortcomings {
  readonly survived: readonly MutantResult[]
  readonly undeclared: readonly MutantResult[]
  /** Killed by a run of the full profile only; listed, but no fault. */
  readonly fullOnly: readonly MutantResult[]
  readonly alarms: readonly VariantResult[]
  /** Faults that hide one another. */
  readonly hiding: readonly PairResult[]
  readonly wronglyPassed: readonly NullResult[]
  readonly withoutMutant: readonly RequirementRow[]
  /** Requirements that no mutant violates alone; listed, but no fault. */
  readonly notAlone: readonly RequirementRow[]
  readonly unsteady: DeterminismResult['differences']
}

/** Sums up where a kill matrix falls short. */
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

/** Whether a proof stands: every mutant killed for its own reason, no freedom punished, no requirement without a mutant. */
export function stands(matrix: KillMatrix): boolean {
  const { notAlone: _alone, fullOnly: _full, ...faults } = shortcomings(matrix)
  return Object.values(faults).every((list) => list.length === 0)
}

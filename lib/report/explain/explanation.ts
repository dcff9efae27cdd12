import type { Requirement, Severity } from '../../judge/requirement.ts'

/** Everything that there is to say about one requirement: made from the catalogue, the cases, the mutants and the variants. */
export interface Explanation {
  readonly requirement: Requirement
  readonly severity: Severity
  readonly topic: string
  /** Why a violation harms whoever uses the API. */
  readonly matters: string
  /** Common causes of a violation, each with what to do about it. */
  readonly fixes: readonly string[]
  /** The cases that verify it; none where oracles judge every answer of a run by it. */
  readonly cases: readonly ExplainedCase[]
  /** Mistakes that break it, each seeded into the reference service to prove that it is found. */
  readonly mistakes: readonly { readonly mutant: string; readonly how: string }[]
  /** What the specification leaves free nearby: no violation. */
  readonly freedoms: readonly { readonly variant: string; readonly why: string }[]
}

export interface ExplainedCase {
  readonly id: string
  readonly title: string
  /** Requests that it sends on the key under test beyond what others have fetched: an upper estimate. */
  readonly cost: number
  /** What the operator has to supply, in words. */
  readonly needs: readonly string[]
  /** The smallest profile that runs it. */
  readonly profile: 'smoke' | 'standard' | 'full'
}

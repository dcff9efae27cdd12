/**
 * How binding a requirement is.
 * - `must`: the specification states it.
 * - `derived`: it follows from what the specification states.
 * - `open`: the specification leaves it open or contradicts itself; observed, never failed.
 */
export type Strength = 'must' | 'derived' | 'open'

/**
 * How much a violation harms whoever relies on the service, for the order in which reports name what is broken.
 * - `critical`: somebody without a right gets in, or sees or changes what belongs to another workspace.
 * - `major`: an answer or an effect that a client builds on is wrong.
 * - `minor`: a client that is written with care still works.
 */
export type Severity = 'critical' | 'major' | 'minor'

/** One normative statement of a specification, in our own words. Its id is permanent and never used again. */
export interface Requirement {
  readonly id: string
  /** Part of the specification, from 1. */
  readonly part: number
  /** What it speaks about: one operation (`GET /things`), every operation (`*`), or something beside them, in words. */
  readonly endpoint: string
  readonly strength: Strength
  readonly text: string
  /** Why no case can judge it from outside. A requirement has either cases or oracles, or this reason. */
  readonly excluded?: string
}

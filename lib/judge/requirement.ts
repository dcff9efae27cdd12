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

/** Where a specification states a requirement. */
export interface Source {
  readonly part: number
  /** The heading of the section as the specification writes it, without what it adds in brackets; empty below the heading of the part. */
  readonly section: string
  /** The row or field of a table, the number of a rule, or words of the sentence, as they stand in that section. */
  readonly item: string
}

/** One normative statement of a specification, in our own words. Its id is permanent and never used again. */
export interface Requirement {
  readonly id: string
  /** Part of the specification, from 1: that of its source. */
  readonly part: number
  /** What it speaks about: one operation (`GET /things`), every operation (`*`), or something beside them, in words. */
  readonly endpoint: string
  readonly strength: Strength
  readonly source: Source
  readonly text: string
  /** How a derived requirement follows from its source. Every derived one has it, and no other. */
  readonly because?: string
  /** Why no case can judge it from outside. A requirement has either cases or oracles, or this reason. */
  readonly excluded?: string
}

/** Every requirement, to be looked through or looked up. */
export interface Catalogue {
  /** Ordered by part. */
  readonly rows: readonly Requirement[]
  /** The requirement with this id. Throws where there is none: such ids are written by us, never by a user. */
  readonly get: (id: string) => Requirement
  readonly has: (id: string) => boolean
}

/** A catalogue of requirements with different ids. */
export function catalogueOf(rows: readonly Requirement[]): Catalogue {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    rows,
    get: (id) => {
      const found = byId.get(id)
      if (found === undefined) throw new Error(`the catalogue has no requirement ${id}`)
      return found
    },
    has: (id) => byId.has(id),
  }
}

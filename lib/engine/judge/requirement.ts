/**
 * How binding a requirement is.
 * - `must`: stated by the specification.
 * - `derived`: follows from what is stated.
 * - `open`: left open or contradictory; observed, never failed.
 */
export type Strength = 'must' | 'derived' | 'open'

/**
 * How harmful a violation is, for the order in reports.
 * - `critical`: access without a right, or to another workspace.
 * - `major`: an answer or effect that clients rely on is wrong.
 * - `minor`: a carefully written client still works.
 */
export type Severity = 'critical' | 'major' | 'minor'

/**
 * What requirements are about, in the order in which violations are read: from what a plain valid request gets outwards.
 * - `answers`: what a plain valid request gets: status, media type, JSON, envelope.
 * - `fields`: fields and their values, time included.
 * - `lists`: the laws of lists, and what is read one by one.
 * - `filters`: which rows a parameter selects.
 * - `writes`: writes, and their effects.
 * - `events`: webhooks, which writes cause.
 * - `access`: keys and workspaces.
 * - `limits`: the rate limit, and odd input.
 * - `description`: the description that the service serves.
 */
export const THEMES = [
  'answers',
  'fields',
  'lists',
  'filters',
  'writes',
  'events',
  'access',
  'limits',
  'description',
] as const
export type Theme = (typeof THEMES)[number]

/** The place of a requirement in a specification. */
export interface Source {
  readonly part: number
  /** The heading of the section without bracketed additions; empty directly below the heading of the part. */
  readonly section: string
  /** The row or field of a table, the number of a rule, or words of the sentence. */
  readonly item: string
}

/** A part of an exchange that a recording may leave out, cut or mask: `key` is the key in use, `keys` whether any was sent. */
export type Recorded =
  | 'body'
  | 'headers'
  | 'request-body'
  | 'request-headers'
  | 'request-type'
  | 'key'
  | 'keys'

/** One normative statement of the specification, in our own words. Its id is permanent and never reused. */
export interface Requirement {
  readonly id: string
  /** Part of the specification that states it, from 1. */
  readonly part: number
  /** Its subject: one operation (`GET /things`), every operation (`*`), or something else in words. */
  readonly endpoint: string
  readonly strength: Strength
  readonly source: Source
  readonly text: string
  /** How a derived requirement follows from its source. Derived ones always have it, others never. */
  readonly because?: string
  /** The version of this tool that added the requirement; absent: 0.1. */
  readonly since?: string
  /** Its theme, for the order of reports; absent on a requirement of the operator. */
  readonly theme?: Theme
  /**
   * The parts of an exchange without which it cannot be judged; absent: no part that it needs can be missing.
   */
  readonly seenIn?: readonly Recorded[]
  /** How harmful a violation is. Absent: open points and statements that nobody can judge. */
  readonly severity?: Severity
  /** Why a violation harms users of the API, in one or two sentences. */
  readonly why?: string
  /** Why no case can judge it from outside. A requirement has cases, oracles, or this reason. */
  readonly excluded?: string
}

/** All requirements, in order and by id. */
export interface Catalogue {
  /** Ordered by part. */
  readonly rows: readonly Requirement[]
  /** The requirement with this id. Throws if there is none: ids come from code, never from a user. */
  readonly get: (id: string) => Requirement
  readonly has: (id: string) => boolean
}

/** A catalogue of requirements with distinct ids. */
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

import type { Field } from '../contract.ts'
import type { Reader } from './reader.ts'

/** The context of a comparison: both documents, the rulings, and the receivers of results. */
export interface Context {
  readonly rulings: Rulings
  /** Keys of the contract's operations. */
  readonly operations: readonly string[]
  /** The fields of a schema of the contract. */
  readonly fieldsOf: (schema: string) => readonly Field[]
  readonly contract: Reader
  readonly served: Reader
  readonly report: (finding: RawFinding) => void
  /** A place of the served document that was skipped, in words. */
  readonly skip: (where: string) => void
}

/** A place in a description: an operation with a part of it, and the path of a field below. */
export interface Place {
  readonly kind: RawFinding['kind']
  /** `GET /things 200`, `POST /things body`. */
  readonly base: string
  /** `data[].status`; empty for the whole. */
  readonly path: string
}

/** The place of a property of the value at `place`. */
export function property(place: Place, name: string): Place {
  return { ...place, path: place.path === '' ? name : `${place.path}.${name}` }
}

/** The place of the items of the array at `place`. */
export function items(place: Place): Place {
  return { ...place, path: `${place.path}[]` }
}

/** The place in words. */
export function words({ base, path }: Place): string {
  return path === '' ? base : `${base} ${path}`
}

/** A finding at a place. `origins` are JSON pointers into the served document. */
export function findingAt(
  place: Place,
  expected: string,
  received: string,
  origins: ReadonlySet<string>,
): RawFinding {
  const leaf = place.path.split('.').at(-1) ?? ''
  return { kind: place.kind, where: words(place), leaf, expected, received, origins }
}

/** Who sends the value: a response may be narrower than the contract, a request body must be the same. */
export type Direction = 'request' | 'response'

/** What a specification leaves open or rules out and its contract cannot express. */
export interface Rulings {
  /** Whether the specification leaves null open at a place where the contract does not allow it. */
  readonly nullIsOpen: (place: Place) => boolean
  /** Whether the description of an answer may leave out a value of an enumeration. */
  readonly mayOmit: (place: Place, value: unknown, allowed: readonly unknown[]) => boolean
  /** Fields that the specification says an answer does not have. Others may be added freely. */
  readonly excludedFields: (place: Place) => readonly string[]
  /** Whether a parameter holds several values, with commas between them. */
  readonly isCommaSeparated: (place: Place) => boolean
  /**
   * Lists that can be mistaken for each other, because their items have few required fields in common, with the
   * schemas of the items.
   */
  readonly mistakable: Readonly<Partial<Record<string, string>>>
  /** The member of a list's answer that holds its items. */
  readonly items: string
  /** The schema of the one envelope that every error uses. */
  readonly envelope: string
}

/** The subject of a contradiction; the API maps it to a requirement. */
const CONTRADICTION_KINDS = [
  'invalid-document',
  'openapi-version',
  'info-version',
  'operation',
  'parameter',
  'request-body',
  'response',
  'security',
] as const
export type ContradictionKind = (typeof CONTRADICTION_KINDS)[number]

/** One statement of a served description that contradicts the specification. */
export interface Contradiction {
  readonly kind: ContradictionKind
  /** The place in words: `GET /things 200 data[].status`. */
  readonly where: string
  readonly expected: string
  readonly received: string
  /** Further places that show the same statement, usually through a shared component. */
  readonly alsoAt: readonly string[]
}

/** A contradiction as found: with the JSON pointers of the served schemas that state it. */
export interface RawFinding {
  readonly kind: ContradictionKind
  readonly where: string
  /** The last step of `where`, which distinguishes two fields of one schema. */
  readonly leaf: string
  readonly expected: string
  readonly received: string
  readonly origins: ReadonlySet<string>
}

/** A false statement in a shared component affects many operations; it is reported once, at the first. */
export function mergeFindings(found: readonly RawFinding[]): Contradiction[] {
  const groups: { first: RawFinding; origins: Set<string>; alsoAt: string[] }[] = []
  for (const finding of found) {
    const same = groups.find(
      ({ first, origins }) =>
        first.kind === finding.kind &&
        first.leaf === finding.leaf &&
        first.expected === finding.expected &&
        first.received === finding.received &&
        [...finding.origins].some((origin) => origins.has(origin)),
    )
    if (same === undefined) groups.push({ first: finding, origins: new Set(finding.origins), alsoAt: [] })
    else {
      for (const origin of finding.origins) same.origins.add(origin)
      if (finding.where !== same.first.where && !same.alsoAt.includes(finding.where))
        same.alsoAt.push(finding.where)
    }
  }
  return groups.map(({ first: { kind, where, expected, received }, alsoAt }) => ({
    kind,
    where,
    expected,
    received,
    alsoAt,
  }))
}

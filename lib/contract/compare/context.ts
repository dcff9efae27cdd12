import type { RawFinding } from './findings.ts'
import type { Field } from '../resources.ts'
import type { Reader } from './reader.ts'
import type { Rulings } from './rulings.ts'

/** What every comparison works with: both documents, what is left open, and where results go. */
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

import type { Place } from './context.ts'

/** What a specification leaves open or rules out, beyond what its contract can say. */
export interface Rulings {
  /** Whether the specification leaves null open at a place where the contract does not allow it. */
  readonly nullIsOpen: (place: Place) => boolean
  /** Whether the description of an answer may leave out a value of an enumeration. */
  readonly mayOmit: (place: Place, value: unknown, allowed: readonly unknown[]) => boolean
  /** Fields that the specification says an answer does not have. Others may be added freely. */
  readonly excludedFields: (place: Place) => readonly string[]
  /** Whether a parameter holds several values, with commas between them. */
  readonly isCommaSeparated: (place: Place) => boolean
  /** Lists whose items have so few required fields in common that one passes for another, with the schema of their items. */
  readonly mistakable: Readonly<Partial<Record<string, string>>>
  /** The schema of the one envelope that every error uses. */
  readonly envelope: string
}
